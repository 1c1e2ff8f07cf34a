// The configuration that the engine loads to know clients, addresses, gateways, plans and tariffs
// without asking again.

import type { RoutePlan, RouteRule } from '#core/routing/route-plan.ts'
import type { Tariff } from '#core/tariff/tariff.ts'
import type { SqlConnection } from '../database.ts'
import { TARIFF_DETAILS } from '../rate-columns.ts'
import { DEFAULT_SETTINGS, type GeneralSettings } from '../settings.ts'

export type TariffRow = Omit<Tariff, 'sheet'> & { readonly rates_version: number }

export interface RoutePlanRow extends Omit<RoutePlan, 'rules'> {
  readonly rules: readonly RouteRule[]
}

export async function loadRoutePlans(client: SqlConnection): Promise<RoutePlanRow[]> {
  const { rows } = await client.query<RoutePlanRow>(`
    with target as (
      select route_rule_id, json_agg(json_build_object('id', id, 'status', status,
          'gateway_id', gateway_id, 'gateway_group_id', gateway_group_id, 'position', position,
          'priority', priority, 'weight', weight, 'percent', percent, 'is_static', is_static,
          'strip_digits', strip_digits, 'prepend', prepend, 'translation_id', translation_id,
          'channel_limit', channel_limit, 'cost_multiplier', cost_multiplier,
          'valid_from_ms', floor(extract(epoch from valid_from) * 1000),
          'valid_until_ms', floor(extract(epoch from valid_until) * 1000))
        order by position) as targets
      from route_target group by route_rule_id),
    rule as (
      select route_plan_id, json_agg(json_build_object('id', id, 'status', status,
          'position', position, 'dst_prefix', dst_prefix, 'src_prefix', src_prefix,
          'src_list_id', src_list_id,
          'client_id', client_id, 'reseller_id', reseller_id, 'tags', tags,
          'match_mode', match_mode, 'min_length', min_length, 'max_length', max_length,
          'window_id', window_id, 'exclusive', exclusive, 'action', action,
          'block_sip_code', block_sip_code, 'block_reason', block_reason,
          'targets', coalesce(targets, '[]'::json))) as rules
      from route_rule left join target on route_rule_id = id group by route_plan_id)
    select id, name, status, mode, max_attempts, max_setup_seconds, rate_delta, profit_mode,
      min_profit_percent, min_profit_abs, dst_list_id, src_list_id, parent_plan_id,
      coalesce(rules, '[]'::json) as rules
    from route_plan left join rule on route_plan_id = id where deleted_at is null`)
  return rows
}

export async function loadTariffRows(client: SqlConnection): Promise<TariffRow[]> {
  const { rows } = await client.query<TariffRow>(`select t.id, t.name, t.kind, t.status,
      t.currency, c.rate as fx, ${TARIFF_DETAILS}, t.loss_protection,
      t.max_loss_percent, t.average_duration_seconds, t.rates_version
    from tariff t join currency c on c.code = t.currency
    where t.deleted_at is null`)
  return rows
}

/** The numbers that grow with each change: that of the configuration, and that of the settings. */
export async function loadChangeNumbers(
  client: SqlConnection,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ subject: string; number: number }>(
    'select subject, number from change_number',
  )
  return new Map(rows.map((row) => [row.subject, row.number]))
}

export async function loadGeneralSettings(client: SqlConnection): Promise<GeneralSettings> {
  const { rows } = await client.query<{ value: Partial<GeneralSettings> }>(
    `select value from setting where key = 'general'`,
  )
  return { ...DEFAULT_SETTINGS, ...rows[0]?.value }
}

/** The settings that decisions use. */
export const settingsOfCalls = (settings: GeneralSettings) => ({
  max_call_duration_seconds: settings.max_call_duration_seconds,
  on_net_ring_seconds: settings.on_net_ring_seconds,
  limit_sip_code: Number(settings.limit_sip_code),
  is_draining: settings.is_draining,
})

export async function loadTimezone(client: SqlConnection): Promise<string> {
  const { rows } = await client.query<{ value: string }>(
    `select value from setting where key = 'timezone'`,
  )
  return rows[0]?.value ?? DEFAULT_SETTINGS.timezone
}
