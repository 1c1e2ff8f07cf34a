// The four traffic reports: what each has a row of, and the time range that it opens with.
import { type ReportGroup, seesGroup } from '#contract/traffic/traffic-reports.ts'
import type { FieldRight } from '#core/permission/field-rights.ts'
import { DAY_RANGES, ONE_YEAR } from '../../lists/filters/ranges.ts'
import type { ReportKind } from '../../navigation/paths.ts'
import type { Choice } from '../../ui/form/SelectField.tsx'

type Held = readonly FieldRight[]
export type TimeUnit = 'hour' | 'day' | 'month'

interface Report {
  readonly title: string
  /** Each row is one of these; the summary has none. */
  readonly unit?: TimeUnit
  readonly range: string
  readonly ranges: readonly Choice[]
}

export const REPORTS: Readonly<Record<ReportKind, Report>> = {
  hourly: { title: 'Hourly report', unit: 'hour', range: 'today', ranges: DAY_RANGES },
  daily: { title: 'Daily report', unit: 'day', range: '30d', ranges: [...DAY_RANGES, ONE_YEAR] },
  monthly: { title: 'Monthly report', unit: 'month', range: '12_months', ranges: [ONE_YEAR] },
  summary: { title: 'Summary report', range: 'today', ranges: [...DAY_RANGES, ONE_YEAR] },
}

interface Grouping {
  readonly group: Exclude<ReportGroup, TimeUnit>
  /** The label of the tab in the summary, and of the choice in the other reports. */
  readonly many: string
  readonly one: string
}

const GROUPINGS: readonly Grouping[] = [
  { group: 'client', many: 'Clients', one: 'Client' },
  { group: 'reseller', many: 'Resellers', one: 'Reseller' },
  { group: 'settlement', many: 'Settlements', one: 'Settlement' },
  { group: 'gateway', many: 'Gateways', one: 'Gateway' },
  { group: 'destination', many: 'Destinations', one: 'Destination' },
  { group: 'country', many: 'Countries', one: 'Country' },
  { group: 'prefix', many: 'Prefixes', one: 'Prefix' },
  { group: 'sip_code', many: 'SIP codes', one: 'SIP code' },
  { group: 'refusal', many: 'Refusals', one: 'Refusal' },
  { group: 'codec', many: 'Codecs', one: 'Codec' },
]

const TABS = ['client', 'reseller', 'settlement', 'gateway', 'destination', 'country', 'sip_code']

/** The tabs of the summary. */
export const tabsOf = (held: Held): readonly Grouping[] =>
  groupingsOf(held).filter(({ group }) => TABS.includes(group))

/** The keys that a user may group and filter by (docs/domain/reports.md, V2). */
export const groupingsOf = (held: Held): readonly Grouping[] =>
  GROUPINGS.filter(({ group }) => seesGroup(held, group))

/** Settlement accounts see the other side of a call: what is charged is owed to them. */
export const chargedWord = (held: Held): string =>
  held.includes('caller_side') ? 'Charged' : 'Owed'
