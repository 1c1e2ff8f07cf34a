import { z } from 'zod'
import {
  BLOCK_SIP_CODES,
  type CostMultiplier,
  formatCostMultiplier,
  MATCH_MODES,
  PROFIT_MODES,
  parseCostMultiplier,
  ROUTE_PLAN_MODES,
} from '#core/routing/route-plan.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { needing } from '../field-rights.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

/** How many times a cost counts when it is compared, as decimal text. */
const costMultiplier = is
  .decimalCodec<CostMultiplier>(parseCostMultiplier, formatCostMultiplier, 4)
  .refine((times) => times >= 1 && times <= 1_000_000, 'From 0.0001 to 100.')

const length = z.number().int().min(0).max(100)
const share = z.number().int().min(1).max(32767)

export const routeTargetForm = z.strictObject({
  /** One of the two. */
  gateway_id: is.id.nullable(),
  gateway_group_id: is.id.nullable(),
  priority: share,
  weight: share,
  /** Only in PERCENT. */
  percent: z.number().int().min(0).max(100),
  /** Only in STATIC_THEN_LCR. */
  is_static: z.boolean(),
  strip_digits: z.number().int().min(0).max(15),
  prepend: z.string().regex(/^[0-9+*#]{0,20}$/, 'Digits only, +, * and #, at most 20.'),
  translation_id: is.id.nullable(),
  channel_limit: z.number().int().min(1).max(100_000).nullable(),
  cost_multiplier: costMultiplier,
  valid_from: is.instant.nullable(),
  valid_until: is.instant.nullable(),
  status: is.status,
})

const rule = z.strictObject({
  /** Null for a rule that is new. */
  id: is.id.nullable(),
  dst_prefix: is.prefix,
  src_prefix: is.prefix,
  src_list_id: is.id.nullable(),
  client_id: is.id.nullable(),
  reseller_id: is.id.nullable(),
  tags: is.texts(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'Lowercase letters, digits, - and _.', 20),
  match_mode: z.enum(MATCH_MODES),
  min_length: length,
  max_length: length,
  window_id: is.id.nullable(),
  exclusive: z.boolean(),
  description: is.text(200),
  action: z.enum(['ROUTE', 'BLOCK']),
  /** The response to the caller, for a rule that blocks. */
  block_sip_code: z.literal(BLOCK_SIP_CODES),
  block_reason: is.line(100),
  status: is.status,
})

const isOneOfTwo = (value: z.output<typeof routeTargetForm>): boolean =>
  (value.gateway_id === null) !== (value.gateway_group_id === null)

const isInOrder = ({ valid_from, valid_until }: z.output<typeof routeTargetForm>): boolean =>
  valid_from === null || valid_until === null || Date.parse(valid_from) < Date.parse(valid_until)

/** The same for every target with the same gateway, or the same group. */
export const targetKey = (value: {
  readonly gateway_id: number | null
  readonly gateway_group_id: number | null
}): string => `${value.gateway_id ?? ''}/${value.gateway_group_id ?? ''}`

/** The targets in the order in which they are tried. */
export const routeRuleForm = rule
  .extend({
    targets: z
      .array(
        routeTargetForm
          .refine(isOneOfTwo, {
            path: ['gateway_id'],
            message: 'A target is either a gateway or a gateway group.',
          })
          .refine(isInOrder, { path: ['valid_until'], message: 'Must be after the start.' }),
      )
      .max(50)
      .refine((targets) => new Set(targets.map(targetKey)).size === targets.length, {
        message: 'Each gateway and each group can be used once.',
      }),
  })
  .refine((value) => value.action === 'BLOCK' || value.targets.length > 0, {
    path: ['targets'],
    message: 'A route rule needs at least one gateway.',
  })
  .refine((value) => value.min_length <= value.max_length, {
    path: ['max_length'],
    message: 'Must not be less than the min length.',
  })

export const routePlanForm = z.strictObject({
  name: is.name(80),
  /** By which resellers have it for their clients; empty for a plan that is given to none. */
  name_for_resellers: is.line(80),
  description: is.text(500),
  status: is.status,
  mode: z.enum(ROUTE_PLAN_MODES),
  max_attempts: z.number().int().min(1).max(30),
  max_setup_seconds: is.seconds(5, 180),
  rate_delta: is.positiveRate,
  profit_mode: z.enum(PROFIT_MODES),
  min_profit_percent: needing('earnings', is.profitPercent),
  min_profit_abs: needing(
    'earnings',
    is.positiveMoney.refine((amount) => amount <= 1_000_000_000, 'At most 1000.'),
  ),
  dst_list_id: is.id.nullable(),
  src_list_id: is.id.nullable(),
  /** The fallback plan. */
  parent_plan_id: is.id.nullable(),
  /** In an order that decides between equally specific rules. */
  rules: z.array(routeRuleForm).max(5000),
})
type RoutePlanForm = z.output<typeof routePlanForm>

/**
 * In PERCENT the shares of the active targets of each rule that routes make a whole: the rules in
 * which they do not, by their places.
 */
export function wrongShares({ mode, rules }: Pick<RoutePlanForm, 'mode' | 'rules'>) {
  if (mode !== 'PERCENT') return []
  return rules.flatMap(({ action, targets }, at) => {
    const sum = targets
      .filter((one) => one.status === 'active')
      .reduce((total, { percent }) => total + percent, 0)
    if (action === 'BLOCK' || targets.length === 0 || sum === 100) return []
    return { at, message: `The shares of the active targets add up to ${sum} %, not to 100 %.` }
  })
}

function checkShares(form: RoutePlanForm, context: z.RefinementCtx): void {
  for (const { at, message } of wrongShares(form)) {
    context.addIssue({ code: 'custom', path: ['rules', at, 'targets'], message })
  }
}

/** As it is sent: with what depends on several of its parts. */
export const checkedRoutePlanForm = routePlanForm.superRefine(checkShares)

export const routePlan = z.object({
  ...routePlanForm.omit({ rules: true }).shape,
  id: is.id,
  version: is.version,
  rules_count: z.number(),
  /** Clients, rows of the IP list, and plans that fall back to it. */
  used_by_count: z.number(),
  wholesale_count: z.number(),
  retail_count: z.number(),
  parent_plan_name: z.string().nullable(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type RoutePlan = z.output<typeof routePlan>

/** With its rules, and with the names of all that they refer to. */
export const wholeRoutePlan = routePlan.extend({
  rules: z.array(
    rule.extend({
      id: is.id,
      src_list_name: z.string().nullable(),
      client_name: z.string().nullable(),
      reseller_name: z.string().nullable(),
      window_name: z.string().nullable(),
      targets: z.array(
        routeTargetForm.extend({
          id: is.id,
          /** The name of the gateway or the group, with its status. */
          name: z.string(),
          state: z.string(),
          translation_name: z.string().nullable(),
        }),
      ),
    }),
  ),
})
export type WholeRoutePlan = z.output<typeof wholeRoutePlan>

export const listRoutePlans = endpoint({
  method: 'GET',
  path: '/api/route-plans',
  summary: 'Route plans',
  needs: 'route_plans.view',
  list: true,
  query: listQuery(['name', 'mode', 'status', 'rules_count', 'used_by_count', 'created_at'], {
    mode: z.enum(ROUTE_PLAN_MODES).optional(),
    status: is.status.optional(),
    /** Itself or in a group. */
    gateway_id: is.queryId.optional(),
    gateway_group_id: is.queryId.optional(),
    parent_plan_id: is.queryId.optional(),
  }),
  answer: z.array(routePlan),
})

export const getRoutePlan = endpoint({
  method: 'GET',
  path: '/api/route-plans/:id',
  summary: 'One route plan with its rules',
  needs: 'route_plans.view',
  params: idParams,
  answer: wholeRoutePlan,
})

/** Thousands of rules with a handful of targets each; a target has some 350 letters. */
const BODY_MAX = 16 * 1024 * 1024

export const createRoutePlan = endpoint({
  method: 'POST',
  path: '/api/route-plans',
  summary: 'Adds a route plan with its rules',
  needs: 'route_plans.create',
  body: checkedRoutePlanForm,
  body_max: BODY_MAX,
  answer: wholeRoutePlan,
})

export const copyRoutePlan = endpoint({
  method: 'POST',
  path: '/api/route-plans/:id/copy',
  summary: 'Copies a route plan',
  needs: 'route_plans.create',
  params: idParams,
  body: z.strictObject({ name: is.name(80) }),
  answer: wholeRoutePlan,
})

export const updateRoutePlan = endpoint({
  method: 'PUT',
  path: '/api/route-plans/:id',
  summary: 'Replaces a route plan and its rules as a whole',
  needs: 'route_plans.edit',
  params: idParams,
  body: routePlanForm.extend({ version: is.version }).superRefine(checkShares),
  body_max: BODY_MAX,
  answer: wholeRoutePlan,
})

export const deleteRoutePlan = endpoint({
  method: 'DELETE',
  path: '/api/route-plans/:id',
  summary: 'Deletes an unused route plan',
  needs: 'route_plans.delete',
  params: idParams,
})
