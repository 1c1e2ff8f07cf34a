// The changes to the rates of a tariff that following another tariff would make.
import type { SqlConnection } from '../database.ts'
import { preferIndexes } from '../prefer-indexes.ts'
import { encodeRules, wantedRates } from './markup-sql.ts'
import { DIFFERS, WITH_OWN } from './markup-work.ts'
import type { MarkupAsked } from './markups.ts'

export interface MarkupCounts {
  readonly new_count: number
  readonly changed_count: number
  readonly unchanged_count: number
  readonly removed_count: number
}

/** Inside of a transaction of the caller, which changes nothing. */
export async function countMarkupChanges(
  connection: SqlConnection,
  tariff_id: number,
  asked: MarkupAsked,
): Promise<MarkupCounts> {
  const wanted = wantedRates(asked, asked.exchange, { has_past: true })
  await preferIndexes(connection)
  const parameters = [asked.parent_id, encodeRules(asked.rules)]
  await connection.query(WITH_OWN(wanted, tariff_id), parameters)
  const { rows } = await connection.query<MarkupCounts>(
    `select count(*) filter (where t.id is null) as new_count,
      count(*) filter (where t.id is not null and ${DIFFERS}) as changed_count,
      count(*) filter (where t.id is not null and not ${DIFFERS}) as unchanged_count,
      (select count(*) from tariff_rate where tariff_id = $1) - count(t.id) as removed_count
    from markup_wanted w left join tariff_rate t on t.id = w.own_id`,
    [tariff_id],
  )
  const [counts] = rows
  if (!counts) throw new Error('A sum over no rows is a row.')
  return counts
}
