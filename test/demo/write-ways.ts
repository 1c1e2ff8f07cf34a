// Writes the ways of the demo: what gateways and clients refer to, the gateways, the route plans.
import { DEFAULT_CODECS } from '#core/codec.ts'
import type { Tx } from '#db/database.ts'
import { insertFailoverPolicy } from '#db/routing/failover-policies.ts'
import { insertGatewayGroup } from '#db/routing/gateway-groups.ts'
import { insertGateway } from '#db/routing/gateways.ts'
import { insertItem } from '#db/routing/number-list-items.ts'
import { insertNumberList } from '#db/routing/number-lists.ts'
import { insertRoutePlan } from '#db/routing/route-plans.ts'
import { type RuleValues, writeRouteRules } from '#db/routing/route-rules.ts'
import { insertTimeWindow } from '#db/routing/time-windows.ts'
import { insertTranslation } from '#db/routing/translations.ts'
import { insertTunnel } from '#db/routing/tunnels.ts'
import { routePlanForm, routeRuleForm, routeTargetForm } from '../support/forms.ts'
import type { DemoGateway } from './suppliers.ts'
import {
  type DemoRule,
  FAILOVER_POLICY,
  GROUPS,
  LISTS,
  PLANS,
  TRANSLATIONS,
  TUNNEL,
  WINDOWS,
} from './ways.ts'

export type Ids = ReadonlyMap<string, number>

/** What gateways, rates and clients refer to; names are unique among all of it. */
export async function writeReferred(tx: Tx): Promise<Ids> {
  const ids = new Map<string, number>()
  const status = 'active' as const
  for (const [name, window] of Object.entries(WINDOWS)) {
    ids.set(name, await insertTimeWindow(tx, { ...window, name, status }))
  }
  for (const [name, { items, mode, description }] of Object.entries(LISTS)) {
    const list = { name, description, status, mode, default_action: 'ACCEPT' as const }
    const id = await insertNumberList(tx, list)
    ids.set(name, id)
    for (const [key, action, tag] of items) {
      const lengths = { min_length: 0, max_length: 100 }
      await insertItem(tx, id, { key, ...lengths, action, tag, description: '' })
    }
  }
  for (const [name, { pattern, replacement, description }] of Object.entries(TRANSLATIONS)) {
    const match = { field: 'called_number', match: 'regex', pattern, strip: 0 } as const
    const rules = [{ ...match, replacement, pool_list_id: null, stop: true }]
    ids.set(name, await insertTranslation(tx, { name, description, status, rules }))
  }
  const { rules, ...policy } = FAILOVER_POLICY
  ids.set(policy.name, await insertFailoverPolicy(tx, { ...policy, rules: JSON.stringify(rules) }))
  ids.set(
    TUNNEL.name,
    await insertTunnel(tx, {
      ...TUNNEL,
      kind: 'BIND_IP',
      sip_port: 5060,
      advertised_ip: null,
      interface: '',
      status,
      description: 'Another address of this machine, which one carrier expects',
    }),
  )
  return ids
}

export async function writeGateway(
  tx: Tx,
  settlement_id: number,
  referred: Ids,
  { name, host, channel_limit, description, failover_policy, tunnel }: DemoGateway,
): Promise<number> {
  return insertGateway(tx, {
    settlement_id,
    name,
    status: 'active',
    host,
    port: 5060,
    transport: 'UDP',
    channel_limit,
    cps_limit: null,
    strip_digits: 0,
    prepend: '',
    codecs: [...DEFAULT_CODECS],
    media_mode: 'DIRECT',
    invite_timeout_seconds: 4,
    ring_timeout_seconds: 60,
    failover_policy_id: failover_policy === undefined ? null : referred.get(failover_policy)!,
    tunnel_id: tunnel === undefined ? null : referred.get(tunnel)!,
    options_ping: true,
    description,
  })
}

/** Groups and plans over the gateways; answers the plans. */
export async function writePlans(tx: Tx, gateways: Ids, referred: Ids): Promise<Ids> {
  const groups = new Map<string, number>()
  for (const [name, weights] of Object.entries(GROUPS)) {
    const members = Object.entries(weights).map(([gateway, weight]) => {
      return { gateway_id: gateways.get(gateway)!, priority: 100, weight }
    })
    const group = { name, description: 'All of one carrier', status: 'active' as const }
    groups.set(name, await insertGatewayGroup(tx, group, members))
  }
  const plans = new Map<string, number>()
  for (const [name, { mode, description, fallback, rules }] of Object.entries(PLANS)) {
    const { rules: _, ...form } = routePlanForm([], name)
    const parent_plan_id = fallback === undefined ? null : plans.get(fallback)!
    const more = { mode, description, parent_plan_id, max_attempts: 4 }
    const id = await insertRoutePlan(tx, { ...form, ...more })
    const written = rules.map((rule) => ruleOf(rule, { gateways, groups, referred }))
    await writeRouteRules(tx, id, written)
    plans.set(name, id)
  }
  return plans
}

function ruleOf(
  { dst_prefix, targets, tags = [], window, is_exclusive = false, description = '' }: DemoRule,
  { gateways, groups, referred }: Readonly<Record<'gateways' | 'groups' | 'referred', Ids>>,
): RuleValues {
  const names = Object.entries(targets)
  return {
    ...routeRuleForm(dst_prefix, []),
    tags: [...tags],
    window_id: window === undefined ? null : referred.get(window)!,
    exclusive: is_exclusive,
    description,
    action: names.length === 0 ? 'BLOCK' : 'ROUTE',
    block_reason: names.length === 0 ? 'Not from here' : '',
    targets: names.map(([name, percent]) => ({
      ...routeTargetForm(0),
      gateway_id: gateways.get(name) ?? null,
      gateway_group_id: groups.get(name) ?? null,
      percent: percent ?? 0,
    })),
  }
}
