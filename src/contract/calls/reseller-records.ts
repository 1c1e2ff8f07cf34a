import { z } from 'zod'
import { FAILURE_REASONS } from '#core/call/failure-reason.ts'
import { endpoint } from '../endpoint.ts'
import { allNeeding, needing } from '../field-rights.ts'
import { oneOf } from '../filters.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'
import { inTime } from '../time-range.ts'
import { CALL_STATUSES, callTotals } from './call-records.ts'

/** One row per call and reseller above its client. */
export const resellerRecord = z.object({
  call_id: is.callId,
  started_at: is.instant,
  ...allNeeding('operations', {
    reseller_id: is.id,
    reseller_name: z.string(),
    /** 1 is the nearest to the client. */
    depth: z.number(),
    level: z.number(),
  }),
  client_name: z.string(),
  called_number: z.string(),
  dialled_number: z.string(),
  destination: z.string(),
  status: z.enum(CALL_STATUSES),
  refusal: needing('operations', z.string().nullable()),
  /** As in call records. */
  failure: z.enum(FAILURE_REASONS).nullable(),
  sip_code: z.number().nullable(),
  duration_ms: z.number(),
  billed_seconds: z.number(),
  prefix: z.string().nullable(),
  ...allNeeding('reseller_cost', {
    /** The reseller's own rate per minute, in the currency of its tariff. */
    cost_rate: is.rateText.nullable(),
    cost_rate_currency: z.string(),
    /** To the account above it, without VAT. */
    cost: is.sumText,
    margin: is.sumText,
    /** A share of the revenue; null without revenue. */
    margin_percent: is.percentText.nullable(),
  }),
  ...allNeeding('sale', {
    /** From the account below it, without VAT. */
    revenue: is.sumText,
    /** The currency of the reseller, and of the amounts above. */
    currency: z.string(),
    /** The charge to the account below it, VAT included. */
    child_amount: is.moneyText,
    child_currency: z.string(),
  }),
})
export type ResellerRecord = z.output<typeof resellerRecord>

const filters = {
  /** FAILED means: not answered. */
  status: z.enum(CALL_STATUSES).optional(),
  ...inTime,
  level: needing('operations', is.queryNumber.optional()),
  ...allNeeding('operations', oneOf({ reseller_id: is.queryId })),
  ...oneOf({
    /** The client, or a reseller anywhere above it. */
    account_id: is.queryId,
    called_number: is.numberDigits,
  }),
}

export const listResellerRecords = endpoint({
  method: 'GET',
  path: '/api/reseller-cdr',
  summary: 'Calls by reseller with revenue and cost; today by default',
  needs: 'reseller_records.view',
  list: true,
  query: listQuery(['started_at'], filters),
  answer: z.array(resellerRecord),
  replica: true,
})

/** The same of one call, with its times and the price for the account right below the reseller. */
const wholeResellerRecord = resellerRecord.extend({
  caller_number: z.string(),
  answered_at: is.instant.nullable(),
  ended_at: is.instant,
  /** The client, or the reseller between. */
  child_name: z.string(),
  child_billed_seconds: z.number(),
  child_prefix: z.string().nullable(),
  ...allNeeding('sale', {
    /** A minute, in the currency of the tariff. */
    child_rate: is.rateText.nullable(),
    child_rate_currency: z.string(),
  }),
})
export type WholeResellerRecord = z.output<typeof wholeResellerRecord>

export const getResellerRecord = endpoint({
  method: 'GET',
  path: '/api/reseller-cdr/:call_id',
  summary: 'One call with the rates of a reseller: the nearest to the client in the scope',
  needs: 'reseller_records.view',
  params: z.object({ call_id: is.callId }),
  answer: wholeResellerRecord,
})

const { revenue, cost, margin, margin_percent, ...counted } = callTotals.shape
const resellerCallTotals = z.object({
  ...counted,
  revenue: needing('sale', revenue),
  ...allNeeding('reseller_cost', { cost, margin, margin_percent }),
})

export const getResellerCallTotals = endpoint({
  method: 'GET',
  path: '/api/reseller-cdr/totals',
  summary: 'Totals of all matching calls per reseller currency',
  needs: 'reseller_records.view',
  query: z.strictObject(filters),
  answer: z.array(resellerCallTotals),
  replica: true,
})
