// Changes of the same fields of many things at once: preview, application, undo.
import { z } from 'zod'
import type { Permission, Resource } from '#core/permission/permission.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { LIMIT_MAX, listQuery } from '../page.ts'
import * as is from '../primitives.ts'
import { type BulkFieldKind, bulkOperation } from './bulk-operation.ts'

const CLIENT_FIELDS = {
  status: 'choice',
  tariff_id: 'thing',
  route_plan_id: 'thing',
  billing_type: 'choice',
  credit_limit: 'money',
  daily_spend_limit: 'money',
  monthly_spend_limit: 'money',
  per_call_cost_limit: 'money',
  channel_limit: 'number',
  cps_limit: 'number',
  max_call_duration_seconds: 'number',
  max_sell_rate: 'rate',
  min_profit_percent: 'percent',
  on_net_rate: 'rate',
  vat_percent: 'percent',
  billing_cycle: 'choice',
  payment_terms_days: 'number',
  media_mode: 'choice',
  allow_high_risk: 'flag',
  translation_id: 'thing',
  dst_list_id: 'thing',
  src_list_id: 'thing',
  expires_at: 'instant',
} as const satisfies Readonly<Record<string, BulkFieldKind>>

const GATEWAY_FIELDS = {
  status: 'choice',
  priority: 'number',
  weight: 'number',
  last_resort: 'flag',
  channel_limit: 'number',
  cps_limit: 'number',
  per_number_channel_limit: 'number',
  max_buy_rate: 'rate',
  min_profit_percent: 'percent',
  window_id: 'thing',
  translation_id: 'thing',
  failover_policy_id: 'thing',
  invite_timeout_seconds: 'number',
  pdd_timeout_seconds: 'number',
  ring_timeout_seconds: 'number',
  options_ping: 'flag',
  ping_interval_seconds: 'number',
  min_asr: 'percent',
  min_acd_seconds: 'number',
  max_pdd_seconds: 'number',
  quality_action: 'choice',
  media_mode: 'choice',
} as const satisfies Readonly<Record<string, BulkFieldKind>>

const IP_FIELDS = {
  status: 'choice',
  tech_prefix: 'text',
  channel_limit: 'number',
  cps_limit: 'number',
  route_plan_id: 'thing',
  tariff_id: 'thing',
  description: 'text',
} as const satisfies Readonly<Record<string, BulkFieldKind>>

const NUMBER_LIST_FIELDS = {
  status: 'choice',
  default_action: 'choice',
  description: 'text',
} as const satisfies Readonly<Record<string, BulkFieldKind>>

const NUMBER_LIST_ITEM_FIELDS = {
  action: 'choice',
  tag: 'text',
  min_length: 'number',
  max_length: 'number',
  description: 'text',
} as const satisfies Readonly<Record<string, BulkFieldKind>>

const RULE_FIELDS = {
  targets: 'targets',
  status: 'choice',
  action: 'choice',
  match_mode: 'choice',
  exclusive: 'flag',
  window_id: 'thing',
  src_list_id: 'thing',
  min_length: 'number',
  max_length: 'number',
  description: 'text',
} as const satisfies Readonly<Record<string, BulkFieldKind>>

/**
 * The fields of each kind of things that can be changed for many. Those without fields can only be
 * deleted.
 */
export const BULK_FIELDS = {
  wholesale_clients: CLIENT_FIELDS,
  retail_clients: CLIENT_FIELDS,
  client_ips: IP_FIELDS,
  gateways: GATEWAY_FIELDS,
  number_lists: NUMBER_LIST_FIELDS,
  number_list_items: NUMBER_LIST_ITEM_FIELDS,
  route_rules: RULE_FIELDS,
  bans: {},
} as const satisfies Readonly<Record<string, Readonly<Record<string, BulkFieldKind>>>>

export type BulkResource = keyof typeof BULK_FIELDS
export type BulkField = { [R in BulkResource]: keyof (typeof BULK_FIELDS)[R] }[BulkResource]
export const BULK_RESOURCES = Object.keys(BULK_FIELDS) as [BulkResource, ...BulkResource[]]

/** A part of another thing needs the permission to edit that thing, also to be deleted. */
const PART_OF: Partial<Record<BulkResource, Resource>> = {
  client_ips: 'wholesale_clients',
  number_list_items: 'number_lists',
}

/** To change or delete many needs both permissions. */
export function bulkPermissions(resource: BulkResource, action: 'edit' | 'delete'): Permission[] {
  // Each route plan is saved once, as its form saves it.
  if (resource === 'route_rules') return ['route_plans.edit']
  const whole = PART_OF[resource]
  const needed = whole
    ? [`${whole}.bulk`, `${whole}.edit`]
    : [`${resource}.bulk`, `${resource}.${action}`]
  return needed as Permission[]
}

/** The filters that select rules, as the filters of a list do for other things. */
export const ruleFilter = z.strictObject({
  route_plan_id: is.queryId,
  /** In the prefix from its start, the description, and the names of what the rule refers to. */
  q: z.string().trim().max(100).optional(),
  gateway_id: is.queryId.optional(),
  gateway_group_id: is.queryId.optional(),
  status: is.status.optional(),
})

/** How many things one bulk change may be about; rules of route plans may be more. */
export const BULK_MAX = 2000
/** For how many days a bulk change can be undone. */
export const BULK_KEPT_DAYS = 90

/**
 * The things: some by their ids, or all that the filters of their list find. A part of a thing has
 * the ids of both, such as 7/1234, and its filters have that of the whole.
 */
const selection = {
  resource: z.enum(BULK_RESOURCES),
  ids: z.array(z.string().max(45)).min(1, 'Select at least one.').max(LIMIT_MAX).nullable(),
  /** Route rules are filtered as in `ruleFilter`: by `route_plan_id` and the others. */
  filter: z.record(z.string().max(40), z.string().max(500)).nullable(),
}

function checkSelection(
  { ids, filter }: { ids: unknown; filter: unknown },
  context: z.RefinementCtx,
): void {
  if ((ids === null) !== (filter === null)) return
  context.addIssue({ code: 'custom', path: ['ids'], message: 'Either ids or a filter.' })
}

const fault = z.object({
  id: z.string(),
  name: z.string(),
  /** A field of the form; null if the message is about the whole. */
  field: z.string().nullable(),
  message: z.string(),
})
export type BulkFault = z.output<typeof fault>

const changes = z.record(z.string(), z.tuple([z.unknown(), z.unknown()]))
/** The names of the ids in the changes: by the field, then by the id. */
const names = z.record(z.string(), z.record(z.string(), z.string()))

const result = {
  changed: z.number(),
  faults_count: z.number(),
  /** The first of them: what cannot be changed, and why. */
  faults: z.array(fault),
}

const change = z.object({
  id: is.id,
  resource: z.enum(BULK_RESOURCES),
  operations: z.array(bulkOperation),
  changed_count: z.number(),
  /** The number of things that could not be changed. */
  skipped_count: z.number(),
  created_by: z.string(),
  created_at: is.instant,
  undone_count: z.number(),
  undone_by: z.string().nullable(),
  undone_at: is.instant.nullable(),
  can_be_undone: z.boolean(),
})
export type BulkChange = z.output<typeof change>

const changedThing = z.object({
  id: is.id,
  thing_id: z.string(),
  name: z.string(),
  changes,
  names,
  is_undone: z.boolean(),
})
export type ChangedThing = z.output<typeof changedThing>

/** Beside the right to see bulk changes, those of the things that are changed. */
const mayNeed = (action: 'edit' | 'delete'): Permission[] => {
  const resources = BULK_RESOURCES.filter(
    (resource) => action === 'delete' || Object.keys(BULK_FIELDS[resource]).length > 0,
  )
  return [...new Set(resources.flatMap((resource) => bulkPermissions(resource, action)))]
}

export const listBulkChanges = endpoint({
  method: 'GET',
  path: '/api/bulk-changes',
  summary: 'Bulk changes, newest first; who sees some accounts only has its own',
  needs: 'bulk_changes.view',
  list: true,
  query: listQuery(['id', 'resource', 'changed_count'], {
    resource: z.enum(BULK_RESOURCES).optional(),
    is_undone: z.enum(['true', 'false']).optional(),
  }),
  answer: z.array(change),
})

export const listChangedThings = endpoint({
  method: 'GET',
  path: '/api/bulk-changes/:id/things',
  summary: 'What a bulk change has changed, thing by thing',
  needs: 'bulk_changes.view',
  list: true,
  params: idParams,
  query: listQuery(['name'], {}),
  answer: z.array(changedThing),
})

export const createBulkChange = endpoint({
  method: 'POST',
  path: '/api/bulk-changes',
  summary: 'Previews a bulk change, or applies what was previewed: all of it or nothing',
  needs: 'bulk_changes.view',
  may_need: mayNeed('edit'),
  body: z
    .strictObject({
      ...selection,
      operations: z.array(bulkOperation).min(1, 'Change at least one field.').max(30),
      /** The digest of the preview that is applied; null makes a preview, which changes nothing. */
      digest: z.string().max(64).nullable(),
      /** Applies the rest if some cannot be changed. */
      skips_faults: z.boolean(),
    })
    .superRefine(checkSelection),
  answer: z.object({
    /** Null for a preview. */
    id: is.id.nullable(),
    matched: z.number(),
    unchanged: z.number(),
    ...result,
    examples: z.array(z.object({ id: z.string(), name: z.string(), changes, names })),
    /** The digest of the matches and their changes; a request with another digest is refused. */
    digest: z.string(),
  }),
})

export const undoBulkChange = endpoint({
  method: 'POST',
  path: '/api/bulk-changes/:id/undo',
  summary: 'Undoes a bulk change; what was changed since is refused, or skipped',
  needs: 'bulk_changes.view',
  may_need: mayNeed('edit'),
  params: idParams,
  body: z.strictObject({
    /** Only says what would be skipped. */
    dry_run: z.boolean(),
    skips_faults: z.boolean(),
  }),
  answer: z.object(result),
})

export const createBulkDeletion = endpoint({
  method: 'POST',
  path: '/api/bulk-deletions',
  summary: 'Deletes many things; what is in use stays, and is named. This cannot be undone',
  needs: 'bulk_changes.view',
  may_need: mayNeed('delete'),
  body: z
    .strictObject({
      ...selection,
      /** How many there are; with another number nothing is deleted. */
      count: z.number().int().min(1),
    })
    .superRefine(checkSelection),
  answer: z.object({
    deleted: z.number(),
    faults_count: z.number(),
    faults: z.array(fault),
  }),
})
