import { z } from 'zod'
import { bareNumber } from '#core/number/pasted-number.ts'
import { REFUSALS } from '#core/routing/refusal.ts'
import { endpoint } from '../endpoint.ts'
import { needing } from '../field-rights.ts'
import * as is from '../primitives.ts'

const refusal = z.enum(Object.keys(REFUSALS) as [keyof typeof REFUSALS])
const number = z.string().trim().max(64).overwrite(bareNumber)

/** The caller: a client, a SIP user, or the client with this address. */
export const routeTestForm = z.strictObject({
  by: z.enum(['client', 'address', 'sip_user']),
  client_id: is.id.nullable(),
  source_ip: z.string().trim().max(45),
  source_port: z.number().int().min(1).max(65535),
  transport: z.enum(['UDP', 'TCP']),
  username: z.string().trim().max(40),
  dialled_number: number.min(1, 'Required.'),
  caller_number: number,
  /** Null is now. */
  at: is.instant.nullable(),
  duration_seconds: is.seconds(0, 86400),
})

export const priced = z.object({
  account_id: is.id,
  name: z.string(),
  /** The kind of the account; a reseller also has a level. */
  kind: z.string(),
  level: z.number().nullable(),
  /** 0 is the client, 1 to 5 the resellers above it, -1 the settlement account. */
  depth: z.number(),
  tariff_id: is.id,
  tariff_name: z.string(),
  prefix: z.string(),
  destination: z.string(),
  rate: is.rateText,
  /** The currency of the tariff. */
  rate_currency: z.string(),
  currency: z.string(),
  billed_seconds: z.number(),
  /** The seconds of the call that the client's package would pay. */
  package_seconds: z.number(),
  net: is.moneyText,
  vat: is.moneyText,
  amount: is.moneyText,
  longest_seconds: z.number().nullable(),
  /** The margin of a reseller, without VAT; null for all others, and for the reseller below. */
  margin: needing('margin', is.moneyText.nullable()),
})

/** One step of the decision, in the order in which it was taken (core/routing/trace.ts). */
export const traceStep = z.object({
  step: z.string(),
  result: z.enum(['OK', 'ELIGIBLE', 'EXCLUDED', 'REFUSED', 'INFO']),
  text: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})

const route = z.object({
  gateway_id: z.number(),
  gateway_name: z.string(),
  address: z.string(),
  sent_number: z.string(),
  sent_caller_number: z.string(),
  sent_caller_name: z.string(),
  sent_pai: z.string(),
  sent_diversion: z.string(),
  codecs: z.array(z.string()),
  media_mode: z.enum(['PROXY', 'DIRECT']),
  buy: needing('purchase', priced.nullable()),
  /** Without VAT, in the system currency. */
  margin: needing('earnings', is.moneyText),
  longest_seconds: z.number(),
  /** Why it would not be granted a second. */
  refusal: refusal.nullable(),
})

export const routeTest = z.object({
  outcome: z.enum(['routed', 'refused', 'challenged']),
  refusal: needing('operations', refusal.nullable()),
  /** The response to the caller. */
  sip_code: needing('operations', z.number().nullable()),
  sip_reason: needing('operations', z.string()),
  /** For resellers in words that say nothing of the routes of the operator. */
  text: z.string(),
  /** Null for an unknown caller. */
  client: z.object({ id: is.id, name: z.string(), kind: z.string() }).nullable(),
  called_number: z.string(),
  caller_number: z.string(),
  at: is.instant,
  /** Their texts name rates and costs. */
  steps: needing('earnings', z.array(traceStep)),
  /** For a reseller the account right below it, and its own. */
  payers: needing(['sale', 'reseller_cost'], z.array(priced)),
  routes: needing('operations', z.array(route)),
  /** The currency of the margins: that of the system. */
  currency: needing('operations', z.string()),
  max_setup_seconds: needing('operations', z.number().nullable()),
})
export type RouteTest = z.output<typeof routeTest>

export const testRoute = endpoint({
  method: 'POST',
  path: '/api/route-tests',
  summary: 'Tests a call without placing it: routes, refusal and cost; a reseller, its two sides',
  needs: 'route_tests.execute',
  body: routeTestForm,
  answer: routeTest,
})
