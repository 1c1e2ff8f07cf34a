import type { AnswerOf, QueryOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/traffic-reports.ts'
import { REPORT_GROUPS, type ReportGroup } from '#contract/traffic-reports.ts'
import { marginOf, marginPercentOf } from '#core/call/earnings.ts'
import { meanRate } from '#core/money.ts'
import type { UserType } from '#core/permission/permission.ts'
import { type ReportPeriod, resolveReportPeriod } from '#db/calls/traffic-period.ts'
import {
  listTraffic,
  sumTraffic,
  type TrafficReport,
  type TrafficReportSums,
  type TrafficSide,
} from '#db/calls/traffic-report.ts'
import type { Database } from '#db/database.ts'
import { isTimeZone } from '#db/settings.ts'
import type { Caller } from './http/caller.ts'
import type { HandlersOf } from './http/handle.ts'
import { badField } from './http/problem.ts'

type Query = QueryOf<typeof contract.getTrafficReportTotals>
type Row = AnswerOf<typeof contract.listTrafficReport>[number]

/** What a user may group and filter by, and see; sorting shows as much as seeing. */
interface View {
  readonly side: TrafficSide
  readonly groups: readonly ReportGroup[]
  readonly hidden: ReadonlySet<string>
}

const TIMES = ['hour', 'day', 'month'] as const
const NUMBERS = ['destination', 'country', 'prefix', 'sip_code', 'codec'] as const
const EARNINGS = ['revenue', 'cost', 'margin', 'margin_percent', 'revenue_change', 'margin_change']
const CHARGED = ['charged', 'charged_change']
const OF_CLIENTS = [...EARNINGS, 'attempts', 'bought_seconds', 'bought_rate', 'clients']

const CLIENT: View = {
  side: 'CLIENT',
  groups: [...TIMES, ...NUMBERS],
  hidden: new Set([...OF_CLIENTS, 'sold_rate']),
}

const VIEWS: Readonly<Record<UserType, View>> = {
  ADMIN: { side: 'SELLER', groups: REPORT_GROUPS, hidden: new Set(CHARGED) },
  RESELLER: {
    side: 'SELLER',
    groups: [...TIMES, 'client', 'reseller', ...NUMBERS],
    hidden: new Set(['attempts', ...CHARGED]),
  },
  WHOLESALE: CLIENT,
  RETAIL: CLIENT,
  // Destinations and prefixes are those of the client's rates.
  SETTLEMENT: {
    side: 'SETTLEMENT',
    groups: [...TIMES, 'gateway', 'country', 'sip_code', 'codec'],
    hidden: new Set([...EARNINGS, 'billed_seconds', 'sold_rate', 'bought_rate', 'clients']),
  },
}

/** The key that each filter is about. */
const FILTERS: Readonly<Record<string, ReportGroup>> = {
  client_type: 'client',
  account_id: 'client',
  reseller_id: 'reseller',
  with_children: 'reseller',
  settlement_id: 'settlement',
  gateway_id: 'gateway',
  country: 'country',
  prefix: 'prefix',
  sip_code: 'sip_code',
  refusal: 'refusal',
  codec: 'codec',
  destination: 'destination',
}

const HIDDEN = 'You cannot use this in a report.'

function reportOf({ type }: Caller, query: Query & { readonly sort?: string | undefined }) {
  const { side, groups: seen, hidden } = VIEWS[type]
  const groups = query.group ?? ['day']
  const sees = (group: ReportGroup) => seen.includes(group)
  if (!groups.every(sees)) throw badField('group', HIDDEN)
  for (const [name, value] of Object.entries(query)) {
    const key = FILTERS[name.replace(/_not$/, '')]
    if (value !== undefined && key && !sees(key)) throw badField(name, HIDDEN)
  }
  if (hidden.has(query.sort?.replace(/^-/, '') ?? '')) throw badField('sort', HIDDEN)
  return { ...query, side, groups } satisfies TrafficReport
}

async function periodOf(database: Database, query: Query): Promise<ReportPeriod> {
  if (query.zone !== undefined && !(await isTimeZone(database, query.zone))) {
    throw badField('zone', 'There is no such time zone.')
  }
  const unit = TIMES.find((one) => (query.group ?? ['day']).includes(one))
  const period = await resolveReportPeriod(database, query, unit)
  if (period.is_too_long) throw badField('range', 'At most 13 months.')
  return period
}

/** Sums as a row of figures, in which what the user does not see is null. */
function rowOf({ duration_ms, ...sums }: TrafficReportSums, { type }: Caller): Row {
  const { revenue, cost, billed_seconds, bought_seconds } = sums
  const row = {
    ...sums,
    seconds: Math.round(duration_ms / 1000),
    margin: marginOf(sums),
    margin_percent: marginPercentOf(sums),
    sold_rate: meanRate(revenue, billed_seconds),
    bought_rate: meanRate(cost, bought_seconds),
  }
  const { hidden } = VIEWS[type]
  const shown = Object.entries(row).map(([name, value]) => [name, hidden.has(name) ? null : value])
  return Object.fromEntries(shown) as Row
}

export const trafficReports: HandlersOf<typeof contract> = {
  async listTrafficReport({ database, caller, query }) {
    const report = reportOf(caller, query)
    const period = await periodOf(database, query)
    const { rows, page } = await listTraffic(database, caller.scope, report, period, query)
    return { rows: rows.map((row) => rowOf(row, caller)), page }
  },

  async getTrafficReportTotals({ database, caller, query }) {
    const report = reportOf(caller, query)
    const period = await periodOf(database, query)
    const sums = await sumTraffic(database, caller.scope, report, period)
    const { from_at, to_at, zone } = period
    return { ...rowOf(sums, caller), from_at, to_at, zone }
  },
}
