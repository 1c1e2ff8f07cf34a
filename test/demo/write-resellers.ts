// The business of the resellers: their own tariffs, the route plan of their clients, their brands.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#db/database.ts'
import { PRICES, RESELLERS } from './demo-data.ts'

/** The prices that a reseller sets are its own: those of its clients, and of resellers below it. */
function ownersOfTariffs(): [tariff: string, owner: string][] {
  const sold = Object.entries(PRICES.sell).map(([tariff, { reseller }]) => [tariff, reseller])
  const charged = RESELLERS.map(({ tariff, reseller }) => [tariff, reseller])
  return [...sold, ...charged].filter(
    (pair): pair is [string, string] => pair[0] !== undefined && pair[1] !== undefined,
  )
}

async function givePlans(tx: Tx, reseller_id: number, names: readonly string[]): Promise<void> {
  await sql`insert into reseller_plan (reseller_id, route_plan_id, position)
    select ${reseller_id}, p.id, given.position
    from unnest(${[...names]}::text[]) with ordinality as given (name, position)
      join route_plan p on p.name = given.name`.execute(tx)
}

export async function writeResellers(tx: Tx): Promise<void> {
  for (const [tariff, owner] of ownersOfTariffs()) {
    await sql`update tariff set owner_id = (select id from account where name = ${owner})
      where name = ${tariff}`.execute(tx)
  }
  for (const { name, client_plans, brand } of RESELLERS) {
    const reseller = await tx
      .selectFrom('account')
      .where('name', '=', name)
      .select('id')
      .executeTakeFirstOrThrow()
    await givePlans(tx, reseller.id, client_plans)
    if (!brand) continue
    // Browsers find names below `localhost` on this machine, so that no proof is needed.
    await tx
      .insertInto('brand')
      .values({
        ...brand,
        account_id: reseller.id,
        colors: JSON.stringify(brand.colors),
        domain_token: randomUUID(),
        domain_checked_at: new Date().toISOString(),
      })
      .execute()
  }
}
