import type * as contract from '#contract/payments/payment-reports.ts'
import type { AgedDebt } from '#contract/payments/payment-reports.ts'
import { addParts, ageDebt } from '#core/account/ageing.ts'
import { addSums, NO_SUM, type Sum } from '#core/money.ts'
import { keyOf, type ListQuery, sortOf, toPage } from '#db/paging.ts'
import {
  type Debt,
  listDebts,
  listPaymentGroups,
  listStatements,
  listUnbilledUsage,
} from '#db/payments/payment-reports.ts'
import { inZoneOf } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'

function agedOf({ debt, debits, ...party }: Debt): AgedDebt {
  const [days_30 = NO_SUM, days_60 = NO_SUM, days_90 = NO_SUM, older = NO_SUM] = ageDebt(
    debt,
    debits,
  )
  return { ...party, debt, days_30, days_60, days_90, older }
}

const NO_PARTY = {
  account_id: null,
  account_name: null,
  account_kind: null,
  account_level: null,
} as const

const partsOf = ({ days_30, days_60, days_90, older }: AgedDebt): readonly Sum[] => [
  days_30,
  days_60,
  days_90,
  older,
]

function perCurrency(rows: readonly AgedDebt[]): AgedDebt[] {
  const totals = new Map<string, AgedDebt>()
  for (const row of rows) {
    const { currency } = row
    const before = totals.get(currency)
    if (!before) {
      totals.set(currency, { ...row, ...NO_PARTY })
      continue
    }
    const parts = addParts(partsOf(before), partsOf(row))
    const [days_30 = NO_SUM, days_60 = NO_SUM, days_90 = NO_SUM, older = NO_SUM] = parts
    const debt = addSums(before.debt, row.debt)
    totals.set(currency, { ...NO_PARTY, currency, debt, days_30, days_60, days_90, older })
  }
  return [...totals.values()]
}

type SortedBy = 'account_name' | 'debt' | 'days_30' | 'days_60' | 'days_90' | 'older'

function comparing(column: SortedBy) {
  return (one: AgedDebt, other: AgedDebt): number => {
    const [a, b] = [one[column] ?? '', other[column] ?? '']
    return a < b ? -1 : a > b ? 1 : 0
  }
}

/** All of them are there: the parts of a debt are known only when they are computed. */
function pageOf(all: readonly AgedDebt[], query: ListQuery<SortedBy>) {
  const offset = Number(keyOf(query, [/^\d{1,9}$/])?.[0] ?? 0)
  const { sort, column, direction } = sortOf(query, '-debt')
  const ascending = all.toSorted(comparing(column))
  const sorted = direction === 'desc' ? ascending.toReversed() : ascending
  const rows = sorted.slice(offset, offset + query.limit + 1)
  return toPage(query, sort, rows, all.length, () => [offset + query.limit])
}

export const paymentReports: HandlersOf<typeof contract> = {
  listPaymentGroups: ({ database, caller, query }) =>
    listPaymentGroups(database, caller.scope, inZoneOf(caller, query)),

  listAccountStatements: ({ database, caller, query }) =>
    listStatements(database, caller.scope, inZoneOf(caller, query)),

  async listUnbilledUsage({ database, caller, query }) {
    const { rows, page } = await listUnbilledUsage(database, caller.scope, inZoneOf(caller, query))
    const inSeconds = ({ duration_ms }: (typeof rows)[number]) => Math.round(duration_ms / 1000)
    return { rows: rows.map((row) => ({ ...row, seconds: inSeconds(row) })), page }
  },

  async listAgedDebts({ database, caller, query }) {
    const debts = await listDebts(database, caller.scope, query)
    const rows = debts.map(agedOf)
    return pageOf(query.per === 'currency' ? perCurrency(rows) : rows, query)
  },
}
