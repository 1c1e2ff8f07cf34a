import type { AnswerOf, QueryOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/traffic/traffic-reports.ts'
import { seesGroup } from '#contract/traffic/traffic-reports.ts'
import { marginOf, marginPercentOf } from '#core/call/earnings.ts'
import { meanRate } from '#core/money.ts'
import type { Database } from '#db/database.ts'
import { isTimeZone } from '#db/settings.ts'
import type { TrafficSide } from '#db/traffic/found-traffic.ts'
import { NO_PEAKS, type Peaks, readPeaks } from '#db/traffic/traffic-peaks.ts'
import { type ReportPeriod, resolveReportPeriod } from '#db/traffic/traffic-period.ts'
import {
  listTraffic,
  sumTraffic,
  type TrafficReport,
  type TrafficReportSums,
} from '#db/traffic/traffic-report.ts'
import { type Caller, inZoneOf } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField } from '../http/problem.ts'

type Query = QueryOf<typeof contract.getTrafficReportTotals>
type Row = AnswerOf<typeof contract.listTrafficReport>[number]

const TIMES = ['hour', 'day', 'month'] as const

function sideOf({ type }: Caller): TrafficSide {
  if (type === 'ADMIN' || type === 'RESELLER') return 'SELLER'
  return type === 'SETTLEMENT' ? 'SETTLEMENT' : 'CLIENT'
}

function reportOf(caller: Caller, query: Query) {
  const groups = query.group ?? ['day']
  if (!groups.every((group) => seesGroup(caller.field_rights, group))) {
    throw badField('group', 'You cannot use this in a report.')
  }
  return { ...query, side: sideOf(caller), groups } satisfies TrafficReport
}

async function periodOf(database: Database, caller: Caller, query: Query): Promise<ReportPeriod> {
  if (query.zone !== undefined && !(await isTimeZone(database, query.zone))) {
    throw badField('zone', 'There is no such time zone.')
  }
  const unit = TIMES.find((one) => (query.group ?? ['day']).includes(one))
  const period = await resolveReportPeriod(database, inZoneOf(caller, query), unit)
  if (period.is_too_long) throw badField('range', 'At most 13 months.')
  if (unit === 'hour' && period.kept_by === 'day') {
    throw badField('range', 'Traffic this old is kept by the day: choose a later time, or days.')
  }
  return period
}

/** Beside these a query has filters. */
const OF_TIME = ['range', 'from', 'to', 'zone', 'group']
const OF_CALLS = [...OF_TIME, 'account_id']
const OF_PAGE = ['sort', 'limit', 'cursor', 'total', 'rows', 'format', 'fields', 'headings']

/** Peaks are known of all traffic of a side or of clients, by the hour, day or month. */
async function peaksOf(
  database: Database,
  { scope }: Caller,
  query: Query,
  report: TrafficReport,
  period: ReportPeriod,
) {
  const unit = TIMES.find((one) => one === report.groups[0])
  const isAll = Object.entries(query).every(
    ([name, value]) => value === undefined || OF_CALLS.includes(name) || OF_PAGE.includes(name),
  )
  if (!unit || report.groups.length > 1 || !isAll) return undefined
  return readPeaks(database, scope, report, period, unit)
}

/** Sums as a row of figures. */
function rowOf({ duration_ms, ...sums }: TrafficReportSums, peaks: Peaks): Row {
  const { revenue, cost, billed_seconds, bought_seconds } = sums
  return {
    ...sums,
    ...peaks,
    seconds: Math.round(duration_ms / 1000),
    margin: marginOf(sums),
    margin_percent: marginPercentOf(sums),
    sold_rate: meanRate(revenue, billed_seconds),
    bought_rate: meanRate(cost, bought_seconds),
  }
}

export const trafficReports: HandlersOf<typeof contract> = {
  async listTrafficReport({ database, caller, query }) {
    const report = reportOf(caller, query)
    const period = await periodOf(database, caller, query)
    const { rows, page } = await listTraffic(database, caller.scope, report, period, query)
    const peaks = await peaksOf(database, caller, query, report, period)
    return { rows: rows.map((row) => rowOf(row, peaks?.get(row.time ?? '') ?? NO_PEAKS)), page }
  },

  async getTrafficReportTotals({ database, caller, query }) {
    const report = reportOf(caller, query)
    const period = await periodOf(database, caller, query)
    const sums = await sumTraffic(database, caller.scope, report, period)
    const { from_at, to_at, zone, kept_by } = period
    const peaks = await peaksOf(database, caller, query, report, period)
    return { ...rowOf(sums, peaks?.get('') ?? NO_PEAKS), from_at, to_at, zone, kept_by }
  },
}
