import type { AnswerOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/tariffs/rate-comparison.ts'
import type { Database } from '#db/database.ts'
import type { Scope } from '#db/scope.ts'
import { type ComparedTariff, compareRates } from '#db/tariffs/rate-comparison.ts'
import { findTariff, listBuyTariffsInUse } from '#db/tariffs/tariffs.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField } from '../http/problem.ts'

type Row = AnswerOf<typeof contract.compareTariffs>[number]

/** 24 with 50,000 rates each take 4 to 7 s; a statement has 15. */
const BUYS_MAX = 24

/** Each once, in their order; behind them those that only count for the lowest cost. */
async function findTariffs(
  database: Database,
  scope: Scope,
  text: string,
  with_all_buys: boolean,
): Promise<ComparedTariff[]> {
  const ids = [...new Set(text.split(',').map(Number))]
  const buys = with_all_buys ? await listBuyTariffsInUse(database, scope, BUYS_MAX + 1) : []
  if (buys.length > BUYS_MAX)
    throw badField('all_buys', `More than ${BUYS_MAX} buy tariffs are in use: select some instead.`)
  const found = await Promise.all(ids.map((id) => findTariff(database, scope, id)))
  const beside = buys.filter(({ id }) => !ids.includes(id))
  return [...found, ...beside].map((tariff, at) => {
    if (!tariff) throw badField('tariffs', 'One of these tariffs does not exist.')
    const is_cost = tariff.kind === 'BUY' || (tariff.kind === 'RESELLER_COST' && !tariff.is_own)
    return { ...tariff, is_cost, is_beside: at >= ids.length }
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
  const { rates, total: _, cheapest_id, ...rest } = row
  const cheapest = tariffs.find(({ id }) => id === cheapest_id)?.name ?? null
  const listed = tariffs.filter(({ is_beside }) => !is_beside)
  const columns = listed.flatMap(({ name, currency }, at) => {
    const found = rates[at]
    return [
      [`tariff_${at + 1}`, name],
      [`rate_${at + 1}_currency`, currency],
      [`rate_${at + 1}`, found?.rate ?? null],
      [`prefix_${at + 1}`, found?.prefix ?? null],
      [`blocked_${at + 1}`, found?.blocked ?? null],
    ]
  })
  return { ...rest, cheapest, ...EMPTY, ...Object.fromEntries(columns) } as Row
}

export const rateComparison: HandlersOf<typeof contract> = {
  async compareTariffs({ database, caller: { scope }, query, clock }) {
    const { all_buys, traffic, ...asked } = query
    const tariffs = query.tariffs
      ? await findTariffs(database, scope, query.tariffs, all_buys === 'true')
      : []
    if (tariffs.length === 0) {
      const none = { cursor: null, next_cursor: null, total: 0, total_is_exact: true }
      return { rows: [], page: { ...none, limit: query.limit, sort: 'prefix' } }
    }
    const at_ms = query.at === undefined ? clock.now_ms() : Date.parse(query.at)
    const { rows, page } = await compareRates(database, scope, tariffs, {
      ...{ ...asked, at_ms, traffic: traffic === 'true' },
      is_file: query.format !== undefined && query.rows !== 'page',
    })
    return { page, rows: rows.map((row) => asAnswer(row, tariffs)) }
  },
}
