import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery } from './page.ts'
import * as is from './primitives.ts'

export const activeCall = z.object({
  call_id: is.callId,
  state: z.enum(['ROUTING', 'RINGING', 'ANSWERED']),
  account_id: is.id,
  client_name: z.string(),
  client_type: z.string(),
  settlement_name: z.string().nullable(),
  gateway_id: is.id.nullable(),
  gateway_name: z.string().nullable(),
  caller_number: z.string(),
  called_number: z.string(),
  destination: z.string(),
  source_ip: z.string(),
  started_at: is.instant,
  ringing_at: is.instant.nullable(),
  answered_at: is.instant.nullable(),
  /** Talk seconds that are paid for already; the switch extends them while the call lasts. */
  granted_seconds: z.number(),
  /** Promised to this call from the client's money. */
  held: is.moneyText,
  /** Of the client. */
  currency: z.string(),
  /** Of a package of the client. */
  package_seconds_held: z.number(),
  /** A minute, each in the currency of its tariff. */
  sell_rate: is.rateText,
  sell_rate_currency: z.string(),
  buy_rate: is.rateText.nullable(),
  buy_rate_currency: z.string(),
  hang_up_asked: z.boolean(),
})
export type ActiveCall = z.output<typeof activeCall>

export const listActiveCalls = endpoint({
  method: 'GET',
  path: '/api/active-calls',
  summary: 'Active calls',
  needs: 'active_calls.view',
  list: true,
  query: listQuery(['started_at', 'answered_at', 'client_name', 'called_number', 'gateway_name'], {
    state: z.enum(['ROUTING', 'RINGING', 'ANSWERED']).optional(),
    account_id: is.queryId.optional(),
    gateway_id: is.queryId.optional(),
    /** Numbers that begin with these digits. */
    called_number: is.prefix.optional(),
  }),
  answer: z.array(activeCall),
  passive: true,
})

export const hangUpCall = endpoint({
  method: 'DELETE',
  path: '/api/active-calls/:call_id',
  summary: 'Hangs up a call: both legs are cleared and talk time is billed',
  needs: 'active_calls.hang_up',
  params: z.object({ call_id: is.callId }),
})
