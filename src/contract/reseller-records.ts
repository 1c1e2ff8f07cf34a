import { z } from 'zod'
import { CALL_STATUSES } from './call-records.ts'
import { endpoint } from './endpoint.ts'
import { listQuery } from './page.ts'
import * as is from './primitives.ts'

const wallClock = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/)

/** One row per call and reseller above its client. */
export const resellerRecord = z.object({
  call_id: is.callId,
  started_at: is.instant,
  reseller_id: is.id,
  reseller_name: z.string(),
  /** 1 is the nearest to the client. */
  depth: z.number(),
  level: z.number(),
  client_name: z.string(),
  called_number: z.string(),
  destination: z.string(),
  status: z.enum(CALL_STATUSES),
  refusal: z.string().nullable(),
  sip_code: z.number().nullable(),
  duration_ms: z.number(),
  billed_seconds: z.number(),
  prefix: z.string().nullable(),
  /** What the reseller pays for a minute, in the currency of its tariff. */
  cost_rate: is.rateText.nullable(),
  currency: z.string(),
  /** In the currency of the reseller, with VAT: what it paid, what it was paid, and the rest. */
  cost: is.moneyText,
  income: is.moneyText,
  margin: is.sumText,
})
export type ResellerRecord = z.output<typeof resellerRecord>

export const listResellerRecords = endpoint({
  method: 'GET',
  path: '/api/reseller-cdr',
  summary: 'What each reseller paid for each call below it, and was paid; today unless asked',
  needs: 'call_records.view',
  list: true,
  query: listQuery(['started_at'], {
    /** FAILED means: not answered. */
    status: z.enum(CALL_STATUSES).optional(),
    range: z.enum(['15m', '1h', '6h', 'today', 'yesterday', '7d', '30d']).optional(),
    from: wallClock.optional(),
    to: wallClock.optional(),
    reseller_id: is.queryId.optional(),
    level: is.queryNumber.optional(),
    account_id: is.queryId.optional(),
    called_number: is.prefix.optional(),
  }),
  answer: z.array(resellerRecord),
})
