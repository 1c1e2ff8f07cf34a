// The fields that wholesale and retail clients share: all but how the switch identifies them.
import { z } from 'zod'
import { READINESS_GAPS, type ReadinessGap } from '#core/account/client-readiness.ts'
import { CLI_POLICIES } from '#core/number/caller-id.ts'
import { allNeeding, needing } from '../field-rights.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'
import {
  billed,
  billing,
  cap,
  funds,
  portalLogin,
  profile,
  spendLimits,
  spent,
} from './account-profile.ts'

/** The header of the INVITE with the called number. */
export const DST_FROM = ['RURI', 'TO', 'DIVERSION'] as const
/** The header with the caller number. */
export const SRC_FROM = ['FROM', 'FROM_NAME', 'PAI', 'RPID'] as const

export const clientForm = z.strictObject({
  ...profile,
  ...billing,
  ...portalLogin,
  /** The reseller above; null is the operator. A reseller adds and has its own alone. */
  parent_id: needing('operations', is.id.nullable()),
  billing_type: z.enum(['PREPAID', 'POSTPAID']),
  credit_limit: is.positiveMoney,
  vat_percent: is.vatPercent,
  tariff_id: is.id,
  /**
   * A reseller has those that it was given, by their names for resellers. Its null is the first of
   * them for a new client, and for another one the plan that it has.
   */
  route_plan_id: needing('client_plans', is.id.nullable()),
  max_call_duration_seconds: is.seconds(1, 86400),
  max_sell_rate: needing('sale', is.positiveRate.nullable()),
  codecs: is.codecs,
  media_mode: z.enum(['PROXY', 'DIRECT']),
  /** From then on new calls are refused. */
  expires_at: is.instant.nullable(),
  /** Words by which rules of route plans choose. */
  tags: needing(
    'operations',
    is.texts(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'Lowercase letters, digits, - and _.', 20),
  ),
  dst_from: z.enum(DST_FROM),
  src_from: z.enum(SRC_FROM),
  ...allNeeding('operations', {
    translation_id: is.id.nullable(),
    dst_list_id: is.id.nullable(),
    src_list_id: is.id.nullable(),
    cli_policy: z.enum(CLI_POLICIES),
    /** The numbers that FORCE picks from. */
    cli_list_id: is.id.nullable(),
    /** Whether it may call the premium rate and satellite numbers of the high-risk list. */
    allow_high_risk: z.boolean(),
  }),
  /** Gateways that leave less than this are left out. */
  min_profit_percent: needing('earnings', is.profitPercent.nullable()),
  per_call_cost_limit: cap.nullable(),
  ...spendLimits,
  /** The rate per minute of a call to a registered user of the switch. */
  on_net_rate: needing('sale', is.positiveRate),
})

const gap = z.enum(Object.keys(READINESS_GAPS) as [ReadinessGap])

/** The answer for both kinds; each kind adds how the switch identifies the client. */
export const client = clientForm
  .omit({ password: true })
  .strip()
  .extend({
    ...billed,
    id: is.id,
    version: is.version,
    ...allNeeding('operations', {
      parent_name: z.string().nullable(),
      parent_level: is.resellerLevel.nullable(),
      /** Missing configuration, without which its calls are not routed. */
      gaps: z.array(gap),
    }),
    route_plan_name: needing('client_plans', z.string().nullable()),
    currency: is.currency,
    tariff_name: z.string(),
    ...funds,
    ...spent,
    active_calls: z.number(),
    created_at: is.instant,
    updated_at: is.instant,
  })

const SORTS = ['name', 'balance', 'available', 'created_at', 'status', 'active_calls'] as const

export const clientQuery = listQuery(SORTS, {
  status: is.accountStatus.optional(),
  parent_id: needing('operations', is.queryId.optional()),
  tariff_id: is.queryId.optional(),
  route_plan_id: needing('client_plans', is.queryId.optional()),
  billing_type: z.enum(['PREPAID', 'POSTPAID']).optional(),
  /** Whether it lacks nothing. */
  ready: needing('operations', z.enum(['true', 'false']).optional()),
})
