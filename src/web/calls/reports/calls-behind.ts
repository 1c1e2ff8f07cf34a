// Which call records are behind a row of a report: their time range and filters. A count leads to
// them only if the list of calls finds exactly the calls that were counted.
import type { ReportGroup, TrafficReportRow } from '#contract/traffic-reports.ts'
import type { RecordKind } from '../../navigation/paths.ts'
import { toWallClock } from '../../ui/wall-clock.ts'
import type { TimeUnit } from './report-kinds.ts'

type Search = Readonly<Record<string, string>>

export interface CallsBehind {
  readonly kind: RecordKind
  readonly filters: Search
}

/** Filters of a report that mean the same in the list of calls, by their names there. */
const SAME: ReadonlySet<string> = new Set(
  ['account_id', 'sip_code', 'refusal'].flatMap((name) => [name, `${name}_not`]),
)
/** They choose rows, the time, or which list of calls it is. */
const OF_ROWS: ReadonlySet<string> = new Set([
  'group',
  'sort',
  'limit',
  'cursor',
  'min_calls',
  'range',
  'from',
  'to',
  'client_type',
])

const MINUTES = 16

/** Where the next hour, day or month begins; on the clock of the wall. */
function nextOf(unit: TimeUnit, begin: string): string {
  const at = new Date(`${begin}Z`)
  if (unit === 'hour') at.setUTCHours(at.getUTCHours() + 1)
  if (unit === 'day') at.setUTCDate(at.getUTCDate() + 1)
  if (unit === 'month') at.setUTCMonth(at.getUTCMonth() + 1)
  return at.toISOString().slice(0, MINUTES)
}

interface Shown {
  readonly unit: TimeUnit | undefined
  readonly groups: readonly ReportGroup[]
  readonly search: Search
  /** Of the whole report, on the clock of the wall. */
  readonly from: string
  readonly to: string
}

/** The part of the report that is one hour, day or month. */
function boundsOf(time: string, unit: TimeUnit, { from, to }: Shown, timeZone: string) {
  const begin = toWallClock(time, timeZone).slice(0, MINUTES)
  const end = nextOf(unit, begin)
  return { from: begin < from ? from : begin, to: end > to ? to : end }
}

export function callsBehind(
  row: TrafficReportRow,
  shown: Shown,
  timeZone: string,
): CallsBehind | undefined {
  const { unit, groups, search } = shown
  const others = Object.keys(search).filter((name) => !OF_ROWS.has(name))
  if (!others.every((name) => SAME.has(name))) return undefined
  const time =
    unit && row.time !== null
      ? boundsOf(row.time, unit, shown, timeZone)
      : { from: shown.from, to: shown.to }
  const filters: Record<string, string> = { ...time }
  for (const name of others) filters[name] = search[name] ?? ''
  for (const group of groups) {
    const filter = filterOf(group, row)
    if (!filter) return undefined
    Object.assign(filters, filter)
  }
  return { kind: kindOf(search), filters }
}

const kindOf = ({ client_type }: Search): RecordKind =>
  client_type === 'wholesale' || client_type === 'retail' ? client_type : 'all'

function filterOf(group: ReportGroup, row: TrafficReportRow): Search | undefined {
  if (group === 'hour' || group === 'day' || group === 'month') return {}
  if (group === 'client') return row.client_id ? { account_id: String(row.client_id) } : undefined
  if (group === 'sip_code') return row.sip_code ? { sip_code: String(row.sip_code) } : undefined
  if (group === 'refusal') return row.refusal ? { refusal: row.refusal } : undefined
  return undefined
}
