import { z } from 'zod'
import { REFUSALS, STAGES } from '#core/routing/refusal.ts'
import { endpoint } from '../endpoint.ts'
import { oneOf, partOf } from '../filters.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'
import { inTime } from '../time-range.ts'
import { CALL_STATUSES } from './call-records.ts'

const refusal = z.enum(Object.keys(REFUSALS) as [keyof typeof REFUSALS])
const stage = z.enum(STAGES)

const call = {
  call_id: is.callId,
  started_at: is.instant,
  /** 0 for an unknown caller. */
  account_id: z.number(),
  client_name: z.string().nullable(),
  source_ip: z.string().nullable(),
  caller_number: z.string(),
  dialled_number: z.string(),
  called_number: z.string(),
}

const errorFilters = {
  ...inTime,
  ...oneOf({
    stage,
    refusal,
    account_id: is.queryId,
    /** Any attempt of the call. */
    gateway_id: is.queryId,
    /** Only calls for which the plan had a route. */
    route_plan_id: is.queryId,
    /** An address, or a network that holds it. */
    source_ip: is.network,
    called_number: is.numberDigits,
  }),
  ...partOf({ destination: z.string().trim().max(100) }),
}

export const routingError = z.object({
  ...call,
  stage,
  refusal,
  text: z.string(),
  sip_code: z.number().nullable(),
  q850_cause: z.number().nullable(),
  /** Empty when the call was refused before it had a price. */
  destination: z.string(),
  /** Gateways that were tried. */
  attempts: z.number(),
  /** Gateways that were looked at, and why the last of them was left out; null without a log. */
  candidates: z.number().nullable(),
  last_reason: z.string().nullable(),
  has_log: z.boolean(),
})
export type RoutingError = z.output<typeof routingError>

export const listRoutingErrors = endpoint({
  method: 'GET',
  path: '/api/logs/routing-errors',
  summary: 'Refused, failed and cut calls with their reasons',
  needs: 'routing_logs.view',
  list: true,
  query: listQuery(['started_at'], errorFilters),
  answer: z.array(routingError),
  replica: true,
})

const counted = z.array(z.object({ value: z.string(), label: z.string(), count: z.number() }))

export const countRoutingErrors = endpoint({
  method: 'GET',
  path: '/api/logs/routing-errors/counts',
  summary: 'Routing errors counted by stage, reason, client and destination',
  needs: 'routing_logs.view',
  query: z.strictObject({ ...errorFilters, q: z.string().max(100).optional() }),
  answer: z.object({
    total: z.number(),
    by_stage: counted,
    by_refusal: counted,
    by_client: counted,
    /** Only calls that got as far as a destination. */
    by_destination: counted,
  }),
  replica: true,
})

export const routingLog = z.object({
  ...call,
  status: z.enum(CALL_STATUSES).nullable(),
  refusal: z.string().nullable(),
  sip_code: z.number().nullable(),
  gateway_name: z.string().nullable(),
  attempts: z.number(),
  steps: z.number(),
})
export type RoutingLog = z.output<typeof routingLog>

export const listRoutingLogs = endpoint({
  method: 'GET',
  path: '/api/logs/routing-logs',
  summary: 'Calls with a routing log; /api/cdr/:call_id has its steps',
  needs: 'routing_logs.view',
  list: true,
  query: listQuery(['started_at'], {
    ...inTime,
    status: z.enum(CALL_STATUSES).optional(),
    ...oneOf({ account_id: is.queryId, gateway_id: is.queryId, called_number: is.numberDigits }),
  }),
  answer: z.array(routingLog),
  replica: true,
})
