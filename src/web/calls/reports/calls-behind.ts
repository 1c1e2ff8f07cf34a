// Which call records are behind a row of a report: their time range, and filters of the list of
// calls that find exactly the calls that were counted.
import type { ReportGroup, TrafficReportRow } from '#contract/traffic/traffic-reports.ts'
import type { RecordKind } from '../../navigation/paths.ts'
import { toWallClock } from '../../ui/wall-clock.ts'
import type { TimeUnit } from './report-kinds.ts'

type Search = Readonly<Record<string, string>>

export interface CallsBehind {
  readonly kind: RecordKind
  readonly filters: Search
}

/** A list of calls; that of a settlement account has attempts instead. */
export type ListedCalls = 'calls' | 'attempts'

type Names = Readonly<Record<string, string>>

/** Filters of a report by their names in the list, which counts a call by its last attempt. */
const NAMES: Readonly<Record<ListedCalls, Names>> = {
  calls: {
    account_id: 'account_id',
    reseller_id: 'nearest_reseller_id',
    settlement_id: 'last_settlement_id',
    gateway_id: 'last_gateway_id',
    destination: 'destination',
    country: 'country',
    prefix: 'prefix',
    sip_code: 'sip_code',
    refusal: 'refusal',
    codec: 'caller_codec',
  },
  attempts: { gateway_id: 'gateway_id', country: 'country', codec: 'caller_codec' },
}
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
  'with_children',
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

export interface Shown {
  readonly unit: TimeUnit | undefined
  readonly groups: readonly ReportGroup[]
  readonly search: Search
  readonly listed: ListedCalls
  /** The range of the whole report, in wall-clock time. */
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
  const { unit, groups, search, listed } = shown
  const time =
    unit && row.time !== null
      ? boundsOf(row.time, unit, shown, timeZone)
      : { from: shown.from, to: shown.to }
  const filters: Record<string, string> = { ...time }
  for (const [name, value] of Object.entries(search)) {
    if (OF_ROWS.has(name)) continue
    const called = nameOf(name, search, listed)
    if (!called) return undefined
    filters[called] = value
  }
  for (const group of groups) {
    if (group === 'hour' || group === 'day' || group === 'month') continue
    const [name, value] = keyOf(group, row)
    const called = EXACT[name] ?? NAMES[listed][name]
    if (!called || value === null) return undefined
    filters[called] = value === '' ? 'none' : String(value)
  }
  return { kind: kindOf(search), filters }
}

function nameOf(name: string, search: Search, listed: ListedCalls): string | undefined {
  const wanted = name.replace(/_not$/, '')
  const isTree = wanted === 'reseller_id' && search.with_children === 'true'
  const called = isTree ? 'reseller_tree_id' : NAMES[listed][wanted]
  return called && `${called}${name === wanted ? '' : '_not'}`
}

const kindOf = ({ client_type }: Search): RecordKind =>
  client_type === 'wholesale' || client_type === 'retail' ? client_type : 'all'

/** The filters by a part of a text have one beside them by the whole. */
const EXACT: Names = { destination: 'exact_destination', prefix: 'exact_prefix' }

type Key = Exclude<ReportGroup, TimeUnit>

/** A key of a row, as the report's filter by it. */
function keyOf(group: Key, row: TrafficReportRow): readonly [string, string | number | null] {
  switch (group) {
    case 'client':
      return ['account_id', row.client_id]
    case 'reseller':
      return ['reseller_id', row.reseller_id]
    case 'settlement':
      return ['settlement_id', row.settlement_id]
    case 'gateway':
      return ['gateway_id', row.gateway_id]
    default:
      return [group, row[group]]
  }
}

export const COUNTED = [
  'attempts',
  'calls',
  'answered',
  'failed',
  'short_calls',
  'switch_faults',
  'client_faults',
  'settlement_faults',
  'user_faults',
  'one_way_calls',
] as const
export type Figure = (typeof COUNTED)[number]

/** None for attempts: a list of calls has a row for the last one alone. */
const FILTERS_OF: Readonly<Partial<Record<Figure, Search>>> = {
  calls: {},
  answered: { status: 'ANSWERED' },
  failed: { status: 'FAILED' },
  short_calls: { preset: 'short' },
  switch_faults: { fault: 'SWITCH' },
  client_faults: { fault: 'CLIENT' },
  settlement_faults: { fault: 'SETTLEMENT' },
  user_faults: { fault: 'USER' },
  one_way_calls: { one_way_audio: 'CALLER,CALLEE' },
}

const WAYS: readonly string[] = ['gateway', 'settlement']
const isWay = (name: string) => WAYS.includes(name.replace(/_id(_not)?$/, ''))

/** The filter of the list for a count; none where the list has no row for each that was counted. */
export function filterOfFigure(
  figure: Figure,
  { groups, search, listed }: Pick<Shown, 'groups' | 'search' | 'listed'>,
): Search | undefined {
  // By gateways, failures are those of attempts (docs/domain/reports.md, V3).
  const isOfWays = [...groups, ...Object.keys(search)].some(isWay)
  if (figure === 'failed' && listed === 'calls' && isOfWays) return undefined
  return FILTERS_OF[figure]
}
