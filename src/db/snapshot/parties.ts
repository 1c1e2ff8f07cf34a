// The data that the engine loads about those who call, who pay and who are paid.

import type { Subscription } from '#core/account/package.ts'
import type { Fx } from '#core/money.ts'
import type { Client, ClientIp, Reseller, Settlement, SipUser } from '#core/routing/snapshot.ts'
import type { SqlConnection } from '../database.ts'

/** Arrays of networks arrive as text, because the driver does not parse them. */
const epoch = (column: string) => `extract(epoch from ${column})::float8 as expires_at`
const PARTY = `a.id, a.name, a.status, a.tariff_id, a.vat_percent, a.currency, a.channel_limit,
  a.cps_limit`

export type ClientRow = Omit<Client, 'reseller_ids'> & { readonly parent_id: number }

export async function loadClients(client: SqlConnection): Promise<ClientRow[]> {
  const { rows } = await client.query<ClientRow>(`select ${PARTY}, a.kind as type, a.parent_id,
      ${epoch('c.expires_at')}, c.route_plan_id, c.max_call_duration_seconds, c.max_sell_rate,
      c.per_call_cost_limit, c.min_profit_percent, c.on_net_rate, c.codecs, c.media_mode, c.tags,
      c.dst_from, c.src_from, c.translation_id, c.dst_list_id, c.src_list_id, c.cli_policy,
      c.cli_list_id, c.allow_high_risk
    from account a join client c on c.account_id = a.id
    where a.deleted_at is null`)
  return rows
}

export type ResellerRow = Reseller & { readonly parent_id: number }

export async function loadResellers(client: SqlConnection): Promise<ResellerRow[]> {
  const { rows } = await client.query<ResellerRow>(`select ${PARTY}, a.parent_id, r.level,
      ${epoch('r.expires_at')}, r.loss_policy
    from account a join reseller r on r.account_id = a.id
    where a.deleted_at is null`)
  return rows
}

export async function loadSettlements(client: SqlConnection): Promise<Settlement[]> {
  const { rows } = await client.query<Settlement>(`select ${PARTY}, b.max_debt
    from account a join account_balance b on b.account_id = a.id
    where a.kind = 'SETTLEMENT' and a.deleted_at is null`)
  return rows
}

export type ClientIpRow = ClientIp & { readonly ip: string }

export async function loadClientIps(client: SqlConnection): Promise<ClientIpRow[]> {
  const { rows } = await client.query<ClientIpRow>(`select i.id, i.account_id,
      i.ip::text, i.port, i.transport, i.tech_prefix, i.dst_prefixes, i.src_prefixes,
      i.dst_min_length, i.dst_max_length, i.channel_limit, i.cps_limit, i.route_plan_id,
      i.tariff_id, i.auth_username
    from client_ip i join account a on a.id = i.account_id
    where i.status = 'active' and a.deleted_at is null`)
  return rows
}

export type SipUserRow = Omit<SipUser, 'networks'> & { readonly networks: readonly string[] }

export async function loadSipUsers(client: SqlConnection): Promise<SipUserRow[]> {
  const { rows } = await client.query<SipUserRow>(`select u.id, u.status, u.account_id, u.username,
      u.number, u.display_name, u.allowed_callers, u.channel_limit,
      u.allowed_networks::text[] as networks
    from sip_user u join account a on a.id = u.account_id
    where a.deleted_at is null`)
  return rows
}

type SubscriptionRow = Subscription & { readonly account_id: number }

/** A client that has another parent now has none: its parent would pay for what others sold. */
export async function loadSubscriptions(client: SqlConnection): Promise<SubscriptionRow[]> {
  const { rows } = await client.query<SubscriptionRow>(
    `select s.id, s.account_id, p.name, p.prefixes, p.priority
    from package_subscription s join package p on p.id = s.package_id
      join account a on a.id = s.account_id
    where s.state = 'ACTIVE' and a.deleted_at is null and a.parent_id = p.owner_id`,
  )
  return rows
}

export async function loadCurrencies(client: SqlConnection): Promise<ReadonlyMap<string, Fx>> {
  const { rows } = await client.query<{ code: string; rate: Fx }>('select code, rate from currency')
  return new Map(rows.map(({ code, rate }) => [code, rate]))
}
