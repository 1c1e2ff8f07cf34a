// The tariffs of a reseller must not fill the machine.
import { TARIFFS_PER_RESELLER, TOO_MANY_RATES } from '#core/tariff/reseller-limits.ts'
import { asSqlConnection, type Tx } from '#db/database.ts'
import { isOfAdmin, ownerOf, type Scope } from '#db/scope.ts'
import { countOwnTariffs, exceedsRates } from '#db/tariffs/reseller-limits.ts'
import { inUse } from './in-use.ts'

export async function refuseMoreTariffs(tx: Tx, scope: Scope): Promise<void> {
  const most = TARIFFS_PER_RESELLER
  if (isOfAdmin(scope) || (await countOwnTariffs(tx, ownerOf(scope))) < most) return
  throw inUse(`There are ${most} tariffs already. Delete one first.`)
}

/** Followers of the tariff get theirs later, when they are computed. */
export async function refuseMoreRates(tx: Tx, tariff_id: number, added: number): Promise<void> {
  if (added > 0 && (await exceedsRates(asSqlConnection(tx), tariff_id, added))) {
    throw inUse(TOO_MANY_RATES)
  }
}
