// The cost of the targets of a route rule, and the revenue of its calls.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { needing } from '../field-rights.ts'
import * as is from '../primitives.ts'

/** Per minute, in the system currency. */
const range = z.object({
  /** Whose rate counts for numbers without a longer prefix; null where there is none. */
  prefix: z.string().nullable(),
  lowest: is.rateText,
  highest: is.rateText,
  /** Longer prefixes with rates of their own. */
  longer: z.number(),
})

const priced = z.object({ gateway_name: z.string(), prefix: z.string(), rate: is.rateText })

export const compareRouteTargets = endpoint({
  method: 'GET',
  path: '/api/route-targets',
  summary: 'Buy rates and margins of the targets of a route rule, by its prefix',
  needs: 'route_plans.view',
  query: z.strictObject({
    /** The prefix of the rule; empty for all numbers. */
    prefix: is.prefix.default(''),
    /** Its clients pay; without it there is no margin. */
    route_plan_id: is.queryId.optional(),
    gateway_ids: is.queryIds.optional(),
    gateway_group_ids: is.queryIds.optional(),
  }),
  answer: z.object({
    currency: is.currency,
    /** The lowest rate by which the operator is paid for calls of the plan. */
    sell: needing('sale', range.extend({ tariff_id: is.id, tariff_name: z.string() }).nullable()),
    targets: z.array(
      z.object({
        gateway_id: is.id,
        gateway_name: z.string(),
        /** Null for a gateway that is a target itself. */
        gateway_group_id: is.id.nullable(),
        settlement_name: z.string(),
        buy: needing('purchase', range.nullable()),
        /** The lowest of any prefix; null where nothing is sold or bought. */
        margin: needing('earnings', is.rateText.nullable()),
      }),
    ),
    /** Targets that are the cheapest only by a shorter prefix than others have. */
    shorter_prefixes: needing(
      'purchase',
      z.array(priced.extend({ at: z.string(), count: z.number(), other: priced })),
    ),
    /** A tariff has too many longer prefixes: not all were compared. */
    is_partial: z.boolean(),
  }),
})
