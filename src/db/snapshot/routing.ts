// The data that the engine loads for routing: gateways, and the things that rules, clients and
// gateways refer to.

import type { FailoverPolicy } from '#core/gateway/failover-policy.ts'
import type { NumberListItem, NumberListRow } from '#core/number/number-list.ts'
import type { TranslationRow } from '#core/number/translation.ts'
import type { CallRule } from '#core/routing/call-rule.ts'
import type { Gateway, GatewayGroup, Tunnel } from '#core/routing/snapshot.ts'
import type { TraceRule } from '#core/routing/trace-rules.ts'
import type { TimeWindow } from '#core/time/time-window.ts'
import type { SqlConnection } from '../database.ts'

export async function loadGateways(client: SqlConnection): Promise<Gateway[]> {
  const { rows } = await client.query<Gateway>(`select id, name, settlement_id, status, host, port,
      transport, channel_limit, cps_limit, per_number_channel_limit, priority, weight,
      strip_digits, prepend, translation_id, dst_list_id, src_list_id, dst_prefixes,
      dst_min_length, dst_max_length, window_id, codecs, media_mode, invite_timeout_seconds,
      pdd_timeout_seconds, ring_timeout_seconds, failover_policy_id, stop_after_ringing, pai_mode,
      rpid, privacy_mode, cli_pool_id, from_user, from_domain, auth_username, auth_password,
      auth_realm, tunnel_id, last_resort, min_profit_percent, max_buy_rate, probe_percent
    from gateway where deleted_at is null`)
  return rows
}

export async function loadGatewayGroups(client: SqlConnection): Promise<GatewayGroup[]> {
  const { rows } = await client.query<GatewayGroup>(`select g.id, g.name, g.status,
      coalesce((select json_agg(json_build_object('gateway_id', m.gateway_id,
          'priority', m.priority, 'weight', m.weight) order by m.priority desc, m.gateway_id)
        from gateway_group_member m where m.group_id = g.id), '[]'::json) as members
    from gateway_group g where g.deleted_at is null`)
  return rows
}

export async function loadTunnels(client: SqlConnection): Promise<Tunnel[]> {
  const { rows } = await client.query<Tunnel>(`select id, name, status, host(local_ip) as local_ip,
      sip_port
    from tunnel where deleted_at is null`)
  return rows
}

export type FailoverPolicyRow = FailoverPolicy & {
  readonly id: number
  readonly is_default: boolean
}

export async function loadFailoverPolicies(client: SqlConnection): Promise<FailoverPolicyRow[]> {
  const { rows } = await client.query<FailoverPolicyRow>(
    'select id, is_default, rules from failover_policy where deleted_at is null',
  )
  return rows
}

export async function loadTimeWindows(client: SqlConnection): Promise<TimeWindow[]> {
  const { rows } = await client.query<TimeWindow>(
    'select id, name, status, timezone, ranges from time_window where deleted_at is null',
  )
  return rows
}

/** Those that are active, and may still have a call. */
export async function loadTraceRules(client: SqlConnection): Promise<TraceRule[]> {
  const { rows } = await client.query<TraceRule>(`select id, account_ids, gateway_ids,
      called_prefixes, caller_prefixes, failed_only, percent,
      (extract(epoch from until_at) * 1000)::float8 as until_ms
    from trace_rule where status = 'active' and (until_at is null or until_at > now())
    order by id`)
  return rows
}

/** Those that are active. */
export async function loadRecordingRules(client: SqlConnection): Promise<CallRule[]> {
  const { rows } = await client.query<CallRule>(`select id, account_ids, gateway_ids,
      called_prefixes, caller_prefixes
    from recording_rule where status = 'active' order by id`)
  return rows
}

export async function loadTranslations(client: SqlConnection): Promise<TranslationRow[]> {
  const { rows } = await client.query<TranslationRow>(
    'select id, name, status, rules from translation where deleted_at is null',
  )
  return rows
}

export type VersionedListRow = NumberListRow & { readonly items_version: number }

export async function loadNumberListRows(client: SqlConnection): Promise<VersionedListRow[]> {
  const { rows } = await client.query<VersionedListRow>(
    `select id, name, status, mode, default_action, items_version
      from number_list where deleted_at is null`,
  )
  return rows
}

export async function loadHighRiskListId(client: SqlConnection): Promise<number | null> {
  const { rows } = await client.query<{ id: number }>(
    'select id from number_list where is_high_risk',
  )
  return rows[0]?.id ?? null
}

export async function loadNumberListItems(
  client: SqlConnection,
  number_list_id: number,
): Promise<NumberListItem[]> {
  const { rows } = await client.query<NumberListItem>(
    `select key, min_length, max_length, action, tag from number_list_item
      where number_list_id = $1`,
    [number_list_id],
  )
  return rows
}

export interface OutboundRegistrationRow {
  readonly gateway_id: number
  readonly username: string
  readonly domain: string
  readonly host: string
  readonly port: number
  readonly transport: 'UDP' | 'TCP'
  readonly tunnel_id: number | null
  readonly realm: string
  readonly auth_username: string
  readonly auth_password: string
  readonly expires: number
}

/** The gateways at which we register; blocked ones are given up. */
export async function loadOutboundRegistrations(
  database: SqlConnection,
): Promise<OutboundRegistrationRow[]> {
  const { rows } = await database.query<OutboundRegistrationRow>(`select id as gateway_id,
      coalesce(nullif(from_user, ''), auth_username) as username,
      coalesce(nullif(from_domain, ''), host) as domain, host, port, transport, tunnel_id,
      auth_realm as realm, auth_username, auth_password, register_expires_seconds as expires
    from gateway where register and status <> 'blocked' and deleted_at is null`)
  return rows
}
