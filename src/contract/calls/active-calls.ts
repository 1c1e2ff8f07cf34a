import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { allNeeding, choicesNeeding, needing } from '../field-rights.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'
import { traceStep } from '../routing/route-tests.ts'

export const activeCall = z.object({
  call_id: is.callId,
  state: z.enum(['ROUTING', 'RINGING', 'ANSWERED']),
  account_id: needing('clients', is.id),
  client_name: needing('clients', z.string()),
  client_type: needing('clients', z.string()),
  settlement_name: needing('settlement_side', z.string().nullable()),
  gateway_id: needing('settlement_side', is.id.nullable()),
  gateway_name: needing('settlement_side', z.string().nullable()),
  caller_number: needing('caller_side', z.string()),
  called_number: needing('caller_side', z.string()),
  destination: needing('caller_side', z.string()),
  /** As sent to the gateway that is being tried; null before. */
  sent_caller_number: needing('settlement_side', z.string().nullable()),
  sent_number: needing('settlement_side', z.string().nullable()),
  source_ip: needing('caller_side', z.string()),
  started_at: is.instant,
  ringing_at: is.instant.nullable(),
  answered_at: is.instant.nullable(),
  /** Talk seconds that are paid for already; the switch extends them while the call lasts. */
  granted_seconds: needing('caller_side', z.number()),
  /** Promised to this call from the client's money. */
  held: needing('sale', is.moneyText),
  /** The currency of the client. */
  currency: needing('sale', z.string()),
  /** Seconds reserved from a package of the client. */
  package_seconds_held: needing('caller_side', z.number()),
  /** A minute, each in the currency of its tariff. */
  sell_rate: needing('sale', is.rateText),
  sell_rate_currency: needing('sale', z.string()),
  buy_rate: needing('purchase', is.rateText.nullable()),
  buy_rate_currency: needing('purchase', z.string()),
  ...allNeeding('margin', {
    /** A minute for the seller, the operator or a reseller: by its tariff, and its margin. */
    cost_rate: is.rateText.nullable(),
    cost_rate_currency: z.string(),
    /** In the currency of the seller; below zero for a loss. */
    margin_rate: is.rateText.nullable(),
    margin_rate_currency: z.string(),
  }),
  /** By the rate of the settlement account. */
  buy_destination: needing('settlement_side', z.string().nullable()),
  /** The call node whose engine has the call. */
  node_name: needing('operations', z.string()),
  /** By a recording rule, if the gateway that is being tried answers. */
  is_recorded: needing('operations', z.boolean()),
  hang_up_asked: z.boolean(),
})
export type ActiveCall = z.output<typeof activeCall>

const filters = {
  state: z.enum(['ROUTING', 'RINGING', 'ANSWERED']).optional(),
  account_id: needing('clients', is.queryId.optional()),
  gateway_id: needing('settlement_side', is.queryId.optional()),
  /** Numbers that begin with these digits. */
  called_number: needing('caller_side', is.prefix.optional()),
  /** Exactly this one. */
  destination: needing('caller_side', z.string().max(200).optional()),
  /** Answered at least this many seconds ago. */
  min_seconds: is.queryNumber.pipe(z.number().int().min(0).max(604_800)).optional(),
}

export const listActiveCalls = endpoint({
  method: 'GET',
  path: '/api/active-calls',
  summary: 'Active calls',
  needs: 'active_calls.view',
  list: true,
  query: listQuery(['started_at', 'answered_at', 'client_name', 'called_number', 'gateway_name'], {
    ...filters,
    /** Without calls that began later: what a list shows stays on its page. */
    started_until: is.instant.optional(),
  }),
  answer: z.array(activeCall),
  passive: true,
})

export const CALL_GROUPINGS = ['gateway', 'client', 'destination'] as const
const GROUPING_RIGHTS = {
  gateway: 'settlement_side',
  client: 'clients',
  destination: 'caller_side',
} as const

export const countActiveCalls = endpoint({
  method: 'GET',
  path: '/api/active-calls/counts',
  summary: 'Active calls counted by gateway, client or destination',
  needs: 'active_calls.view',
  query: z.strictObject({
    /** Without it, the first one that the user may have. */
    by: choicesNeeding(GROUPING_RIGHTS, z.enum(CALL_GROUPINGS)).default('gateway'),
    /** Counts what began after it among the calls that fit the filters. */
    since: is.instant.optional(),
    q: z.string().trim().max(100).optional(),
    ...filters,
  }),
  answer: z.object({
    /** All calls, without the filters. */
    calls: z.number(),
    answered: z.number(),
    calls_per_second: z.number(),
    /** When it was counted. */
    at: is.instant,
    newer: z.number(),
    /** The largest groups. A filter by the grouping itself leaves the other groups as they are. */
    groups: z.array(
      z.object({
        /** The id of the gateway or client; for a destination its name. */
        id: z.string(),
        name: z.string(),
        /** Those that fit the filters. */
        calls: z.number(),
        answered: z.number(),
        /** All of its calls, and how many it may have at once. */
        load: z.number(),
        channel_limit: z.number().nullable(),
      }),
    ),
    /** Also those that are not listed. */
    groups_total: z.number(),
  }),
  passive: true,
})

export const getActiveCall = endpoint({
  method: 'GET',
  path: '/api/active-calls/:call_id',
  summary: 'An active call with its routing log',
  needs: 'active_calls.view',
  params: z.object({ call_id: is.callId }),
  /** The texts of the steps name rates and costs. */
  answer: z.object({ call: activeCall, steps: needing('earnings', z.array(traceStep)) }),
  passive: true,
})

export const hangUpCall = endpoint({
  method: 'DELETE',
  path: '/api/active-calls/:call_id',
  summary: 'Hangs up a call: both legs are cleared and talk time is billed',
  needs: 'active_calls.execute',
  params: z.object({ call_id: is.callId }),
})
