import { z } from 'zod'
import { LOSS_POLICIES } from '#core/account/reseller.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { allNeeding, needing } from '../field-rights.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'
import {
  billed,
  billing,
  funds,
  portalLogin,
  profile,
  spendLimits,
  spent,
} from './account-profile.ts'

export const resellerForm = z.strictObject({
  ...profile,
  ...billing,
  ...portalLogin,
  /**
   * The reseller of the level above; null, and only so on level 1, is the operator. A reseller adds
   * and has its own alone.
   */
  parent_id: needing('operations', is.id.nullable()),
  billing_type: z.enum(['PREPAID', 'POSTPAID']),
  credit_limit: is.positiveMoney,
  ...spendLimits,
  vat_percent: is.vatPercent,
  /** The tariff that the reseller itself pays. */
  tariff_id: is.id,
  /** The share of what it is charged for calls, without VAT, that it gets back after each month. */
  commission_percent: is.vatPercent,
  allow_create_subreseller: z.boolean(),
  max_clients: z.number().int().min(0).max(1_000_000).nullable(),
  /** Once no more is available, it is red in lists and a low balance on home pages. */
  low_balance_threshold: is.positiveMoney.nullable(),
  /** From then on new calls of all below it are refused. */
  expires_at: is.instant.nullable(),
  /** The handling of calls that it would sell below its own cost. */
  loss_policy: z.enum(LOSS_POLICIES),
  /** The route plans of its clients, the preset first; without any, those of the one above. */
  client_plan_ids: needing(
    'client_plans',
    z
      .array(is.id)
      .max(20)
      .refine((ids) => new Set(ids).size === ids.length, 'Each plan once.'),
  ),
})

/**
 * The level is set only at creation, because all accounts below it would move too. Those that a
 * reseller adds are of the next level.
 */
const newReseller = resellerForm.extend({ level: needing('operations', is.resellerLevel) })

export const reseller = resellerForm.omit({ password: true }).extend({
  ...billed,
  id: is.id,
  version: is.version,
  level: is.resellerLevel,
  parent_name: needing('operations', z.string().nullable()),
  tariff_name: z.string(),
  currency: is.currency,
  ...funds,
  /** Credit limits of the accounts right under it, which it cannot spend itself. */
  lent: needing('sale', is.sumText),
  ...spent,
  /** Resellers and clients right under it, and calls of all below it. */
  children_count: z.number(),
  clients_count: z.number(),
  active_calls: z.number(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type Reseller = z.output<typeof reseller>

const SORTS = [
  'name',
  'balance',
  'available',
  'children_count',
  'clients_count',
  'active_calls',
  'status',
  'created_at',
] as const

export const listResellers = endpoint({
  method: 'GET',
  path: '/api/resellers',
  summary: 'Resellers, of one level or of all; for a reseller, those right below it',
  needs: 'resellers.view',
  list: true,
  query: listQuery(SORTS, {
    level: is.queryNumber.pipe(is.resellerLevel).optional(),
    parent_id: needing('operations', is.queryId.optional()),
    status: is.accountStatus.optional(),
    tariff_id: is.queryId.optional(),
    billing_type: z.enum(['PREPAID', 'POSTPAID']).optional(),
  }),
  answer: z.array(reseller),
})

export const getReseller = endpoint({
  method: 'GET',
  path: '/api/resellers/:id',
  summary: 'One reseller',
  needs: 'resellers.view',
  params: idParams,
  answer: reseller,
})

export const createReseller = endpoint({
  method: 'POST',
  path: '/api/resellers',
  summary: 'Adds a reseller with its portal login',
  needs: 'resellers.create',
  may_need: ['portal_passwords.execute'],
  body: newReseller,
  answer: reseller,
})

export const updateReseller = endpoint({
  method: 'PUT',
  path: '/api/resellers/:id',
  summary: 'Changes a reseller; its level cannot be changed',
  needs: 'resellers.edit',
  may_need: ['portal_passwords.execute'],
  params: idParams,
  body: resellerForm.extend({ version: is.version }),
  answer: reseller,
})

export const deleteReseller = endpoint({
  method: 'DELETE',
  path: '/api/resellers/:id',
  summary: 'Closes and hides a reseller without balance and without children',
  needs: 'resellers.delete',
  params: idParams,
})

export const treeNode = z.object({
  id: is.id,
  kind: z.enum(['RESELLER', 'WHOLESALE', 'RETAIL']),
  /** Resellers only. */
  level: is.resellerLevel.nullable(),
  name: z.string(),
  status: is.accountStatus,
  currency: z.string(),
  /** Null further down than right below the account of the user. */
  ...allNeeding('sale', {
    balance: is.sumText.nullable(),
    available: is.sumText.nullable(),
  }),
  children_count: z.number(),
  clients_count: z.number(),
  active_calls: z.number(),
})
export type TreeNode = z.output<typeof treeNode>

const tree = z.object({
  nodes: z.array(treeNode),
  /** How many more there are than an answer holds. */
  left_out: z.number(),
})

export const getResellerTree = endpoint({
  method: 'GET',
  path: '/api/resellers/:id/tree',
  summary: 'Children of a reseller: resellers first, then clients',
  needs: 'resellers.view',
  params: idParams,
  answer: tree,
})

export const getWholeTree = endpoint({
  method: 'GET',
  path: '/api/resellers/tree',
  summary: 'Resellers and clients at the top of the tree that the user sees',
  needs: 'resellers.view',
  answer: tree,
})

export const checkMargins = endpoint({
  method: 'GET',
  path: '/api/resellers/:id/margin-check',
  summary: 'Prefixes where children of a reseller pay less than its own cost; a warning only',
  needs: 'resellers.view',
  params: idParams,
  query: z.strictObject({
    /** In place of its own tariff, before a form is saved. */
    tariff_id: is.queryId.optional(),
    /** Only this tariff of a child, instead of all. */
    child_tariff_id: is.queryId.optional(),
  }),
  answer: z.object({
    /** The greatest losses first, at most 20. */
    losses: z.array(
      z.object({
        tariff_id: is.id,
        tariff_name: z.string(),
        prefix: z.string(),
        destination: z.string(),
        /** How long a call is that loses so much. */
        seconds: z.number(),
        /** Without VAT, in the system currency. */
        revenue: needing('sale', is.moneyText),
        cost: needing('sale', is.moneyText),
      }),
    ),
    /** Prefixes that lose, those above included. */
    count: z.number(),
    currency: z.string(),
    /** Tariffs of those below that were too many to compare. */
    left_out: z.number(),
  }),
})

const traffic = {
  calls: z.number(),
  answered: z.number(),
  seconds: z.number(),
}

export const getResellerFigures = endpoint({
  method: 'GET',
  path: '/api/resellers/:id/figures',
  summary: 'Money and traffic of a reseller, now and over the last 30 days',
  needs: 'reseller_figures.view',
  params: idParams,
  answer: z.object({
    name: z.string(),
    level: is.resellerLevel,
    currency: z.string(),
    credit_limit: is.moneyText,
    /** They fall by the cost of calls, which is a price of the account above. */
    ...allNeeding('reseller_cost', {
      balance: is.sumText,
      held: is.sumText,
      lent: is.sumText,
      available: is.sumText,
    }),
    low_balance_threshold: is.moneyText.nullable(),
    /** Whole days that it lasts at the pace of the last seven; null without a charge in them. */
    lasts_days: needing('reseller_cost', z.number().nullable()),
    children_count: z.number(),
    clients_count: z.number(),
    calls_now: z.number(),
    /** A row per day in the zone of the server, of the last 30; the last is today. */
    days: z.array(
      z.object({
        day: is.instant,
        ...traffic,
        /** In its own currency, without VAT. */
        revenue: needing('sale', is.sumText),
        ...allNeeding('reseller_cost', { cost: is.sumText, margin: is.sumText }),
      }),
    ),
    /** Who right under it talked most in these days, with what that earned the reseller. */
    top_payers: z.array(
      z.object({
        id: is.id,
        name: z.string(),
        kind: treeNode.shape.kind,
        level: treeNode.shape.level,
        ...traffic,
        /** In the currency of the reseller, without VAT. */
        revenue: needing('sale', is.sumText),
      }),
    ),
  }),
  passive: true,
})
