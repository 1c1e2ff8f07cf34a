// Accounts, and those who call as them.

import type { ColumnType, Generated } from 'kysely'
import type { BrandImage } from '#core/account/brand.ts'
import type { LossPolicy } from '#core/account/reseller.ts'
import type { BillingCycle } from '#core/billing/billing-cycle.ts'
import type { Codec } from '#core/codec.ts'
import type { LogoType } from '#core/logo.ts'
import type { Money, Percent, Rate } from '#core/money.ts'
import type { CliPolicy } from '#core/number/caller-id.ts'
import type { ThemeColors } from '#core/theme-colors.ts'
import type { Accumulated, Defaulted, Id, Instant, Stamp, Stamped } from './columns.ts'

export interface AccountTable extends Stamped {
  id: Id
  kind: 'OPERATOR' | 'RESELLER' | 'WHOLESALE' | 'RETAIL' | 'SETTLEMENT'
  parent_id: number | null
  name: string
  status: 'active' | 'blocked' | 'closed'
  company: Generated<string>
  address: Generated<string>
  country_iso2: Generated<string>
  tax_number: Generated<string>
  noc_email: Generated<string>
  billing_email: Generated<string>
  rates_email: Generated<string>
  phone: Generated<string>
  notes: Generated<string>
  billing_type: 'PREPAID' | 'POSTPAID'
  vat_percent: Percent
  currency: Generated<string>
  tariff_id: number | null
  channel_limit: number | null
  cps_limit: number | null
  billing_cycle: Generated<BillingCycle>
  billing_timezone: Generated<string | null>
  payment_terms_days: Generated<number | null>
  billing_since: Stamp
  version: Generated<number>
  deleted_at: Instant | null
}

export interface AccountBalanceTable extends Stamped {
  account_id: number
  balance: Accumulated
  credit_limit: Defaulted<Money>
  held: Accumulated
  /** Credit limits of the accounts right below; kept by triggers. */
  lent: Accumulated
  has_floor: Defaulted<boolean>
  max_debt: Defaulted<Money | null>
  daily_spend_limit: Defaulted<Money | null>
  monthly_spend_limit: Defaulted<Money | null>
  /** A calendar day, as YYYY-MM-DD. */
  spent_day: Generated<string>
  spent_today: Accumulated
  spent_this_month: Accumulated
}

export type MediaMode = 'PROXY' | 'DIRECT'

export interface ClientTable {
  account_id: number
  route_plan_id: number | null
  max_call_duration_seconds: number
  max_sell_rate: Rate | null
  codecs: Codec[]
  media_mode: MediaMode
  expires_at: Instant | null
  tags: Defaulted<string[]>
  dst_from: Defaulted<'RURI' | 'TO' | 'DIVERSION'>
  src_from: Defaulted<'FROM' | 'FROM_NAME' | 'PAI' | 'RPID'>
  translation_id: number | null
  dst_list_id: number | null
  src_list_id: number | null
  cli_policy: Defaulted<CliPolicy>
  cli_list_id: number | null
  allow_high_risk: Defaulted<boolean>
  min_profit_percent: Percent | null
  per_call_cost_limit: Money | null
  on_net_rate: Defaulted<Rate>
  low_balance_threshold: Defaulted<Money | null>
}

export interface ResellerTable {
  account_id: number
  level: number
  allow_create_subreseller: Defaulted<boolean>
  max_clients: number | null
  low_balance_threshold: Money | null
  expires_at: Instant | null
  loss_policy: Defaulted<LossPolicy>
  commission_percent: Defaulted<Percent>
  commission_from: Instant | null
}

export interface ResellerPlanTable {
  reseller_id: number
  route_plan_id: number
  position: number
}

export interface SettlementTable {
  account_id: number
  client_id: number | null
  monthly_minutes_cap: number | null
}

export interface ClientIpTable extends Stamped {
  id: Id
  account_id: number
  ip: string
  port: number | null
  transport: 'UDP' | 'TCP' | null
  tech_prefix: string
  description: string
  status: 'active' | 'blocked'
  dst_prefixes: Defaulted<string[]>
  src_prefixes: Defaulted<string[]>
  dst_min_length: Generated<number>
  dst_max_length: Generated<number>
  channel_limit: number | null
  cps_limit: number | null
  route_plan_id: number | null
  tariff_id: number | null
  auth_username: string | null
  auth_ha1: string | null
  version: Generated<number>
}

export interface AddressRequestTable {
  id: Id
  account_id: number
  kind: 'ADD' | 'REMOVE'
  network: string
  note: string
  state: Generated<'OPEN' | 'ACCEPTED' | 'REFUSED'>
  reason: string | null
  requested_by: number
  at: Stamp
  decided_by: number | null
  decided_at: Instant | null
}

export interface SipUserTable extends Stamped {
  id: Id
  account_id: number
  username: string
  ha1: string
  number: string
  display_name: string
  allowed_callers: string[]
  max_contacts: number
  channel_limit: number | null
  expires_min_seconds: number
  expires_max_seconds: number
  allowed_networks: string[]
  status: 'active' | 'blocked'
  description: string
  version: Generated<number>
}

export interface RegistrationTable extends Stamped {
  id: Id
  sip_user_id: number
  contact: string
  source_ip: string
  source_port: number
  transport: string
  user_agent: string
  registered_at: Stamp
  expires_at: Instant
  removal_asked_at: Instant | null
  node_id: Generated<number>
}

export interface BrandTable extends Stamped {
  account_id: number
  domain: string | null
  domain_token: string
  domain_checked_at: Instant | null
  title: string | null
  colors: ColumnType<ThemeColors | null, string | null, string | null>
  support_email: string | null
  terms_url: string | null
  version: Generated<number>
}

export interface BrandImageTable {
  account_id: number
  kind: BrandImage
  type: Exclude<LogoType, 'image/webp'>
  bytes: Buffer
  hash: string
}

export interface ErasureTable {
  account_id: number
  reason: string
  requested_by: number | null
  requested_at: Stamp
  state: Defaulted<'WAITING' | 'ERASING' | 'DONE'>
  error: Defaulted<string>
  calls_done: Defaulted<number>
  archive_days_total: number | null
  archive_days_done: Defaulted<number>
  ended_at: Instant | null
}
