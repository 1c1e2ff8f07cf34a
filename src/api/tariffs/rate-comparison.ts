import type { AnswerOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/tariffs/rate-comparison.ts'
import type { Database } from '#db/database.ts'
import type { Scope } from '#db/scope.ts'
import { type ComparedTariff, compareRates } from '#db/tariffs/rate-comparison.ts'
import { findTariff } from '#db/tariffs/tariffs.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField } from '../http/problem.ts'

type Row = AnswerOf<typeof contract.compareTariffs>[number]

/** Each once, in their order. */
async function findTariffs(
  database: Database,
  scope: Scope,
  text: string,
): Promise<ComparedTariff[]> {
  const ids = [...new Set(text.split(',').map(Number))]
  const found = await Promise.all(ids.map((id) => findTariff(database, scope, id)))
  return found.map((tariff) => {
    if (!tariff) throw badField('tariffs', 'One of these tariffs does not exist.')
    const is_cost = tariff.kind === 'BUY' || (tariff.kind === 'RESELLER_COST' && !tariff.is_own)
    return { ...tariff, is_cost }
  })
}

const SLOTS = [1, 2, 3, 4, 5, 6] as const
const EMPTY = Object.fromEntries(
  SLOTS.flatMap((slot) => [
    [`tariff_${slot}`, null],
    [`rate_${slot}_currency`, null],
    [`rate_${slot}`, null],
    [`prefix_${slot}`, null],
    [`blocked_${slot}`, null],
  ]),
)

function asAnswer(
  row: Awaited<ReturnType<typeof compareRates>>['rows'][number],
  tariffs: readonly ComparedTariff[],
): Row {
  const { rates, total: _, ...rest } = row
  const columns = tariffs.flatMap(({ name, currency }, at) => {
    const found = rates[at]
    return [
      [`tariff_${at + 1}`, name],
      [`rate_${at + 1}_currency`, currency],
      [`rate_${at + 1}`, found?.rate ?? null],
      [`prefix_${at + 1}`, found?.prefix ?? null],
      [`blocked_${at + 1}`, found?.blocked ?? null],
    ]
  })
  return { ...rest, ...EMPTY, ...Object.fromEntries(columns) } as Row
}

export const rateComparison: HandlersOf<typeof contract> = {
  async compareTariffs({ database, caller: { scope }, query, clock }) {
    const tariffs = query.tariffs ? await findTariffs(database, scope, query.tariffs) : []
    if (tariffs.length === 0) {
      const none = { cursor: null, next_cursor: null, total: 0, total_is_exact: true }
      return { rows: [], page: { ...none, limit: query.limit, sort: 'prefix' } }
    }
    const at_ms = query.at === undefined ? clock.now_ms() : Date.parse(query.at)
    const asked = { ...query, is_file: query.format !== undefined && query.rows !== 'page' }
    const { rows, page } = await compareRates(database, tariffs, asked, at_ms)
    return { page, rows: rows.map((row) => asAnswer(row, tariffs)) }
  },
}
