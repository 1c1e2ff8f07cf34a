// Traffic over a time range in the scope and from the side of the user: the hourly, daily, monthly
// and summary reports are groupings of it (docs/domain/reports.md).
import { z } from 'zod'
import type { FieldRight } from '#core/permission/field-rights.ts'
import { endpoint } from '../endpoint.ts'
import { allNeeding, needing, seesNeeding } from '../field-rights.ts'
import { oneOf, partOf } from '../filters.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'
import { inTime } from '../time-range.ts'

/** At most one of the first three, which are units of time. */
export const REPORT_GROUPS = [
  'hour',
  'day',
  'month',
  'client',
  'reseller',
  'settlement',
  'gateway',
  'destination',
  'country',
  'prefix',
  'sip_code',
  'refusal',
  'codec',
] as const
export type ReportGroup = (typeof REPORT_GROUPS)[number]

/** The rights for the keys, and for the filters by them. */
const GROUP_RIGHTS: Readonly<Partial<Record<ReportGroup, FieldRight>>> = {
  client: 'clients',
  reseller: 'clients',
  settlement: 'operations',
  gateway: 'settlement_side',
  // Destination and prefix come from the client's rates.
  destination: 'caller_side',
  prefix: 'caller_side',
  refusal: 'operations',
}

export const seesGroup = (held: readonly FieldRight[], group: ReportGroup): boolean =>
  seesNeeding(held, GROUP_RIGHTS[group])

const GROUPS_MAX = 3
const isGroup = (text: string): text is ReportGroup => REPORT_GROUPS.some((one) => one === text)
const isTime = (group: ReportGroup) => ['hour', 'day', 'month'].includes(group)

function faultOf(names: readonly string[]): string | undefined {
  const groups = names.filter(isGroup)
  if (groups.length < names.length) return `One of ${REPORT_GROUPS.join(', ')}.`
  if (new Set(groups).size < groups.length) return 'Each only once.'
  if (groups.length > GROUPS_MAX) return `At most ${GROUPS_MAX}.`
  return groups.filter(isTime).length > 1 ? 'Only one of hour, day and month.' : undefined
}

/** Names with commas between; empty is one row for everything. */
const groups = z.codec(z.string().max(100), z.array(z.enum(REPORT_GROUPS)), {
  decode: (text, context) => {
    const names = text === '' ? [] : text.split(',')
    const message = faultOf(names)
    if (message === undefined) return names.filter(isGroup)
    context.issues.push({ code: 'custom', input: text, message })
    return z.NEVER
  },
  encode: (names) => names.join(','),
})

/** Money is in `currency`, without VAT but for `charged`. */
const figures = {
  /** INVITEs sent to gateways; for a settlement account each of them is a call. */
  attempts: needing('operations', z.number()),
  calls: z.number(),
  answered: z.number(),
  /** Calls that were not answered; of gateways and settlement accounts, attempts. */
  failed: z.number(),
  short_calls: z.number(),
  /** Answered, and reached (ITU-T E.425), of all calls or attempts, 0 to 1; null without any. */
  asr: z.number().nullable(),
  ner: z.number().nullable(),
  /** Mean seconds of an answered call; null without one. */
  acd_seconds: z.number().nullable(),
  pdd_ms: z.number().nullable(),
  /** Talk time. */
  seconds: z.number(),
  /** Sold and bought. */
  billed_seconds: needing('caller_side', z.number()),
  bought_seconds: needing(['turnover', 'settlement_side'], z.number()),
  revenue: needing('turnover', is.sumText),
  /** The mean of a billed minute; null without one. */
  sold_rate: needing('turnover', is.rateText.nullable()),
  ...allNeeding('margin', {
    cost: is.sumText,
    margin: is.sumText,
    /** A share of the revenue; null without revenue. */
    margin_percent: is.percentText.nullable(),
    bought_rate: is.rateText.nullable(),
  }),
  /** The charge to a client, or the amount due to a settlement account, with VAT. */
  charged: needing('own_charges', is.sumText),
  /** Calls that were not answered or cut, by the side at fault. */
  ...allNeeding('operations', {
    switch_faults: z.number(),
    client_faults: z.number(),
    settlement_faults: z.number(),
    user_faults: z.number(),
  }),
  /** Means of measured calls, each by its worse direction; null without one. */
  mos: z.number().nullable(),
  loss_percent: z.number().nullable(),
  jitter_ms: z.number().nullable(),
  round_trip_ms: z.number().nullable(),
  /** Answered calls in which one side sent no audio. */
  one_way_calls: z.number(),
  currency: z.string(),
  /** Distinct clients with calls; null when grouped or filtered by more than time and parties. */
  clients: needing('clients', z.number().nullable()),
  /**
   * Against the hour, day or month before, without one of these against the same length of time
   * before: 0.1 is a tenth more. Null when there was nothing before.
   */
  calls_change: z.number().nullable(),
  seconds_change: z.number().nullable(),
  revenue_change: needing('turnover', z.number().nullable()),
  margin_change: needing('margin', z.number().nullable()),
  charged_change: needing('own_charges', z.number().nullable()),
}

const keys = {
  /** When the hour, day or month began. */
  time: is.instant.nullable(),
  ...allNeeding('clients', {
    /** 0 is an unknown caller. */
    client_id: z.number().nullable(),
    client_name: z.string().nullable(),
    /** The reseller right above the client; 0 is none. */
    reseller_id: z.number().nullable(),
    reseller_name: z.string().nullable(),
  }),
  ...allNeeding('operations', {
    /** 0, as of gateways: the call went to none. */
    settlement_id: z.number().nullable(),
    settlement_name: z.string().nullable(),
    refusal: z.string().nullable(),
  }),
  ...allNeeding('settlement_side', {
    gateway_id: z.number().nullable(),
    gateway_name: z.string().nullable(),
  }),
  ...allNeeding('caller_side', {
    /** Both come from the client's rate. */
    destination: z.string().nullable(),
    prefix: z.string().nullable(),
  }),
  /** ISO 3166, by the first digits of the called number; empty when there is no such country. */
  country: z.string().nullable(),
  /** To the caller, or of the gateway for attempts before the last; 0 without one. */
  sip_code: z.number().nullable(),
  codec: z.string().nullable(),
}

/**
 * The most calls at the same time, ringing ones too, and the most that began within a second of the
 * clock. Null for reports with keys beside the hour, day or month or with filters other than the
 * client, for those with more than 50,000 calls, and for settlement accounts.
 */
const peaks = { peak_channels: z.number().nullable(), peak_cps: z.number().nullable() }

/** Keys are null unless grouped by them. */
export const trafficReportRow = z.object({ ...keys, ...figures, ...peaks })
export type TrafficReportRow = z.output<typeof trafficReportRow>

const SORTS = [
  'time',
  'client_name',
  'reseller_name',
  'settlement_name',
  'gateway_name',
  'destination',
  'country',
  'prefix',
  'sip_code',
  'refusal',
  'codec',
  'attempts',
  'calls',
  'answered',
  'failed',
  'short_calls',
  'asr',
  'ner',
  'acd_seconds',
  'pdd_ms',
  'seconds',
  'billed_seconds',
  'bought_seconds',
  'revenue',
  'cost',
  'margin',
  'margin_percent',
  'sold_rate',
  'bought_rate',
  'charged',
  'switch_faults',
  'client_faults',
  'settlement_faults',
  'user_faults',
  'mos',
  'loss_percent',
  'jitter_ms',
  'round_trip_ms',
  'one_way_calls',
  'clients',
  'calls_change',
  'seconds_change',
  'revenue_change',
  'margin_change',
  'charged_change',
] as const

const filters = {
  /** In the time zone `zone`, without it in that of the user; at most 13 months. */
  ...inTime,
  ...allNeeding('clients', {
    client_type: z.enum(['wholesale', 'retail']).optional(),
    ...oneOf({ account_id: is.queryId, reseller_id: is.queryId }),
    /** Clients of resellers below count for the resellers of the filter too. */
    with_children: z.enum(['true', 'false']).optional(),
  }),
  ...allNeeding(
    'operations',
    oneOf({ settlement_id: is.queryId, refusal: z.string().min(1).max(40) }),
  ),
  ...allNeeding('settlement_side', oneOf({ gateway_id: is.queryId })),
  ...allNeeding('caller_side', {
    /** The first digits are enough. */
    ...oneOf({ prefix: is.prefix }),
    ...partOf({ destination: z.string().trim().max(100) }),
  }),
  ...oneOf({
    country: is.countryCode,
    sip_code: is.queryNumber,
    codec: z.string().min(1).max(40),
  }),
  /** Rows with fewer are left out; totals count them. */
  min_calls: is.queryNumber.pipe(z.number().int().min(0)).optional(),
}

export const listTrafficReport = endpoint({
  method: 'GET',
  path: '/api/reports/traffic',
  summary: 'Traffic grouped by up to three keys, in the own scope and from the own side',
  needs: 'traffic_reports.view',
  list: true,
  query: listQuery(SORTS, { group: groups.optional(), ...filters }),
  answer: z.array(trafficReportRow),
  replica: true,
})

export const getTrafficReportTotals = endpoint({
  method: 'GET',
  path: '/api/reports/traffic/totals',
  summary: 'What the whole report adds up to, and the time range that it covers',
  needs: 'traffic_reports.view',
  query: z.strictObject({
    zone: z.string().max(64).optional(),
    /** As of the report: its groups decide whether calls or attempts are counted. */
    group: groups.optional(),
    ...filters,
  }),
  answer: z.object({
    ...figures,
    ...peaks,
    /** Whole quarters of an hour; of old traffic, whole hours or days. */
    from_at: is.instant,
    to_at: is.instant,
    /**
     * The time zone of hours, days and months. Old traffic has its own, where the chosen one would
     * cut it.
     */
    zone: z.string(),
    /** In what the traffic at the beginning is kept. */
    kept_by: z.enum(['quarter', 'hour', 'day']),
  }),
  replica: true,
})
