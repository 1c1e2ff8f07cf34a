// The columns as TypeScript sees them; spelling and meaning are those of migrations/*.sql.
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { PackageCycle, PauseReason, SubscriptionState } from '#core/account/package.ts'
import type { MoneyEnd } from '#core/account/payer.ts'
import type { PaymentKind } from '#core/account/payment.ts'
import type { LossPolicy } from '#core/account/reseller.ts'
import type { BillingCycle } from '#core/billing/billing-cycle.ts'
import type { InvoiceKind, InvoiceParties, InvoiceSection } from '#core/billing/invoice.ts'
import type { ReRatingState } from '#core/billing/re-rate-call.ts'
import type { AttemptEnd, NotSentReason } from '#core/call/attempt-end.ts'
import type { PartitionedTable } from '#core/call/reason-to-keep.ts'
import type { Codec } from '#core/codec.ts'
import type { AddressKind } from '#core/firewall/country-network.ts'
import type { ZonePolicy, ZoneService } from '#core/firewall/firewall-zone.ts'
import type { FailoverAction } from '#core/gateway/failover-policy.ts'
import type { LockReason, LockState } from '#core/gateway/gateway-lock.ts'
import type { BrokenLimit, QualitySums } from '#core/gateway/gateway-quality.ts'
import type { LogoType } from '#core/logo.ts'
import type { Fx, Money, Percent, Rate, Sum } from '#core/money.ts'
import type { CliPolicy } from '#core/number/caller-id.ts'
import type { DeckSource, NetworkType } from '#core/number/code-deck.ts'
import type { ListAction } from '#core/number/number-list.ts'
import type { TranslationRule } from '#core/number/translation.ts'
import type { SupervisorAction } from '#core/permission/machine-actions.ts'
import type { UserType } from '#core/permission/permission.ts'
import type {
  EffectiveRule,
  ImportMode,
  RateImportState,
} from '#core/rate-import/import-options.ts'
import type { RateFileLayout } from '#core/rate-import/layout.ts'
import type { RateChange } from '#core/rate-import/rate-change.ts'
import type {
  CallFileLayout,
  DisputeState,
  ReconciliationOptions,
  ReconciliationState,
} from '#core/reconciliation/reconciliation.ts'
import type { CostMultiplier, RoutePlan, RouteRule } from '#core/routing/route-plan.ts'
import type { TableRow } from '#core/table-file/table-file.ts'
import type { MarkupRule } from '#core/tariff/mark-up-rate.ts'
import type { NotificationBasis } from '#core/tariff/price-notification.ts'
import type { RateDetails, Step } from '#core/tariff/terms.ts'
import type { TimeRange } from '#core/time/time-window.ts'

/** Read as ISO text in UTC; written as such, or left to the database. */
type Instant = ColumnType<string, string, string>
type Stamp = ColumnType<string, string | undefined, string>
type Id = Generated<number>
type Word<T extends string> = ColumnType<T, T, T>
type Defaulted<T> = ColumnType<T, T | undefined, T>
/** What amounts add up to may pass what a number holds: it is read with `asSum`. */
type Accumulated = ColumnType<unknown, Money | Sum | undefined, Money | Sum>

interface Stamped {
  created_at: Stamp
  updated_at: Stamp
}

export interface SettingTable extends Stamped {
  key: string
  value: JSONColumnType<object>
  version: Generated<number>
}

export interface ProcessStateTable extends Stamped {
  name: string
  state: Word<'starting' | 'running' | 'stopped' | 'missing' | 'failing'>
  detail: Generated<string>
  facts: Defaulted<unknown>
  seen_at: Stamp
}

export interface MachineSampleTable {
  at: Stamp
  cpu_percent: number
  load: number
  memory_percent: number
  received_bytes_per_second: number
  sent_bytes_per_second: number
  calls: number
  calls_per_second: number
}

export interface MachineTaskTable {
  id: Id
  action: SupervisorAction
  is_forced: Generated<boolean>
  requested_by: string
  requested_at: Stamp
  taken_at: string | null
  done_at: string | null
  is_ok: boolean | null
  message: Generated<string>
}

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
  has_floor: Defaulted<boolean>
  max_debt: Defaulted<Money | null>
  daily_spend_limit: Defaulted<Money | null>
  monthly_spend_limit: Defaulted<Money | null>
  /** A calendar day, as YYYY-MM-DD. */
  spent_day: Generated<string>
  spent_today: Accumulated
  spent_this_month: Accumulated
}

export interface ConsoleUserTable extends Stamped {
  id: Id
  username: string
  password_hash: string
  type: UserType
  account_id: number | null
  status: Defaulted<'active' | 'blocked'>
  last_login_at: Instant | null
  last_login_ip: string | null
  password_changed_at: Stamp
  full_name: Generated<string>
  email: Generated<string>
  phone: Generated<string>
  has_all_rights: Generated<boolean>
  allowed_networks: Generated<string[]>
  expires_at: Instant | null
  timezone: string | null
  own_account_ids: Generated<number[]>
  version: Generated<number>
  deleted_at: Instant | null
}

export interface PermissionGroupTable extends Stamped {
  id: Id
  name: string
  description: string
  permissions: string[]
  scope: Word<'EVERYTHING' | 'OWN' | 'LISTED'>
  account_ids: number[]
  masked_digits: number
  refuses_export: boolean
  requires_second_factor: boolean
  hides_prices: boolean
  hides_costs: boolean
  version: Generated<number>
  deleted_at: Instant | null
}

export interface UserPermissionGroupTable {
  user_id: number
  group_id: number
}

export interface SessionTable extends Stamped {
  id: Id
  token_hash: Buffer
  cookie_hash: Buffer
  user_id: number
  ip: string
  user_agent: string
  remember: boolean
  last_active_at: Stamp
  expires_at: Instant
  revoked_at: Instant | null
  confirmed_at: Stamp
}

export interface SecondFactorTable extends Stamped {
  user_id: number
  secret: string
  confirmed_at: Instant | null
  last_step: Generated<number>
}

export interface RecoveryCodeTable {
  user_id: number
  code_hash: Buffer
  used_at: Instant | null
}

export interface ApiTokenTable extends Stamped {
  id: Id
  user_id: number
  name: string
  prefix: string
  token_hash: Buffer
  permissions: string[]
  allowed_networks: string[]
  expires_at: Instant | null
  last_used_at: Instant | null
  last_used_ip: string | null
  revoked_at: Instant | null
}

export interface BulkChangeTable {
  id: Id
  resource: string
  operations: JSONColumnType<object>
  changed_count: number
  skipped_count: number
  created_by: number
  created_at: Instant
  undone_count: Generated<number>
  undone_by: number | null
  undone_at: Instant | null
}

export interface BulkChangeThingTable {
  id: Id
  bulk_change_id: number
  thing_id: string
  name: string
  changes: JSONColumnType<object>
  is_undone: Generated<boolean>
}

export interface LogoTable {
  id: Defaulted<number>
  type: LogoType
  bytes: Buffer
  hash: string
}

export interface SavedViewTable extends Stamped {
  id: Id
  user_id: number
  screen: Word<
    | 'reports/hourly'
    | 'reports/daily'
    | 'reports/monthly'
    | 'reports/summary'
    | 'reports/payments'
    | 'reports/receives'
  >
  name: string
  query: string
  is_shared: boolean
}

export interface CaptchaUsedTable {
  signature: string
  expires_at: Instant
}

/** Written by rate-limiter-flexible. */
export interface LoginLimitTable {
  key: string
  points: number
  expire: number | null
}

export interface ActivityLogTable {
  id: Id
  at: Stamp
  user_id: number | null
  username: string
  ip: string | null
  user_agent: string
  action: 'LOGIN' | 'LOGOUT' | 'CREATE' | 'UPDATE' | 'DELETE' | 'EXECUTE' | 'EXPORT' | 'REFUSED'
  entity: string
  entity_id: string
  entity_name: string
  changes: ColumnType<unknown, string, string>
  request_id: string
  token_name: Generated<string | null>
  /** In the chain; null until the transaction ends. */
  position: ColumnType<number | null, never, never>
  hash: ColumnType<Buffer | null, never, never>
}

export interface AuthFailureTable {
  id: Id
  at: Stamp
  kind: 'REGISTER' | 'INVITE' | 'WEB'
  username: string
  source_ip: string | null
  source_port: number | null
  user_agent: string
  sip_call_id: Generated<string>
  reason: string
  hour: Stamp
  last_at: Stamp
  count: Generated<number>
  transport: Generated<string>
  realm: Generated<string>
  from_uri: Generated<string>
  to_uri: Generated<string>
  request_uri: Generated<string>
  sip_code: number | null
}

export interface CurrencyTable extends Stamped {
  code: string
  name: string
  rate: Fx
  is_system: Generated<boolean>
  version: Generated<number>
}

type Rounding = 'UP' | 'DOWN' | 'HALF_UP'

export interface TariffTable extends Stamped {
  id: Id
  owner_id: number
  name: string
  kind: 'SELL' | 'BUY' | 'RESELLER_COST'
  currency: Generated<string>
  status: 'active' | 'blocked'
  first_increment: number
  next_increment: number
  connect_fee: Money
  grace_seconds: number
  free_seconds: number
  min_duration_seconds: number
  surcharge_percent: Percent
  duration_rounding: Rounding
  rounding_mode: Rounding
  rounding_decimals: number
  loss_protection: boolean
  max_loss_percent: Defaulted<Percent>
  average_duration_seconds: number
  notes: string
  rates_version: Generated<number>
  version: Generated<number>
  deleted_at: Instant | null
}

export interface TariffRateTable extends Stamped, Omit<RateDetails, 'steps'> {
  id: Id
  tariff_id: number
  prefix: string
  rate: Rate
  steps: ColumnType<Step[], string | undefined, string>
  effective_from: Stamp
  effective_until: Instant | null
  notes: string
  version: Generated<number>
  /** The import that added it. */
  import_id: Generated<number | null>
}

/** A tariff whose rates are computed from those of another one. */
export interface TariffMarkupTable extends Stamped {
  tariff_id: number
  parent_id: number
  follows: boolean
  has_past: boolean
  rules: ColumnType<MarkupRule[], string, string>
  decimals: number
  rounding_mode: Rounding
  typed_fx: Fx | null
  parent_fx: Generated<Fx | null>
  own_fx: Generated<Fx | null>
  is_due: Generated<boolean>
  error: Generated<string>
  computed_at: Instant | null
  version: Generated<number>
}

export interface TariffMarkupChangeTable {
  tariff_id: number
  prefix: string
}

type MediaMode = 'PROXY' | 'DIRECT'

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
}

export interface ResellerTable {
  account_id: number
  level: number
  allow_create_subreseller: Defaulted<boolean>
  max_clients: number | null
  low_balance_threshold: Money | null
  expires_at: Instant | null
  loss_policy: Defaulted<LossPolicy>
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
}

export interface BanTable extends Stamped {
  ip: string
  kind: 'AUTO' | 'FLOOD' | 'MANUAL'
  reason: string
  banned_until: Instant
  created_by: number | null
}

export interface FailoverPolicyTable extends Stamped {
  id: Id
  owner_id: number
  name: string
  description: string
  is_default: Generated<boolean>
  rules: JSONColumnType<
    {
      codes: number[]
      causes: number[] | null
      action: FailoverAction
      reply_code: number | null
    }[]
  >
  version: Generated<number>
  deleted_at: Instant | null
}

export interface TunnelTable extends Stamped {
  id: Id
  owner_id: number
  name: string
  kind: 'BIND_IP' | 'WIREGUARD' | 'GRE' | 'IPSEC'
  local_ip: string
  sip_port: number
  advertised_ip: string | null
  interface: string
  status: 'active' | 'blocked'
  description: string
  version: Generated<number>
  deleted_at: Instant | null
}

export interface GatewayTable extends Stamped {
  id: Id
  settlement_id: number
  name: string
  status: 'active' | 'blocked' | 'maintenance'
  host: string
  port: number
  transport: 'UDP' | 'TCP'
  channel_limit: number | null
  cps_limit: number | null
  per_number_channel_limit: number | null
  priority: Generated<number>
  weight: Generated<number>
  strip_digits: number
  prepend: string
  translation_id: number | null
  dst_list_id: number | null
  src_list_id: number | null
  dst_prefixes: Defaulted<string[]>
  dst_min_length: Generated<number>
  dst_max_length: Generated<number>
  window_id: number | null
  codecs: Codec[]
  media_mode: MediaMode
  invite_timeout_seconds: number
  pdd_timeout_seconds: Generated<number>
  ring_timeout_seconds: number
  failover_policy_id: number | null
  stop_after_ringing: Generated<boolean>
  last_resort: Generated<boolean>
  options_ping: Generated<boolean>
  ping_interval_seconds: Generated<number>
  fail_threshold: Generated<number>
  recover_threshold: Generated<number>
  register: Generated<boolean>
  register_expires_seconds: Generated<number>
  auth_username: Generated<string>
  auth_password: Generated<string>
  auth_realm: Generated<string>
  from_user: Generated<string>
  from_domain: Generated<string>
  pai_mode: Defaulted<'none' | 'build' | 'relay'>
  rpid: Generated<boolean>
  privacy_mode: Defaulted<'pass' | 'hide' | 'none'>
  cli_pool_id: number | null
  tunnel_id: number | null
  min_asr: Percent | null
  min_acd_seconds: number | null
  max_pdd_seconds: number | null
  max_short_call_ratio: Percent | null
  quality_window_hours: Generated<number>
  quality_min_calls: Generated<number>
  quality_action: Defaulted<'ALARM' | 'LOCK' | 'DEPRIORITISE'>
  auto_unlock_minutes: number | null
  probe_percent: Defaulted<Percent>
  min_profit_percent: Percent | null
  max_buy_rate: Rate | null
  description: string
  version: Generated<number>
  deleted_at: Instant | null
}

export interface GatewayStateTable extends Stamped {
  gateway_id: number
  ping_state: Defaulted<'UP' | 'DOWN' | 'UNKNOWN'>
  ping_since: Instant | null
  ping_at: Instant | null
  ping_ms: number | null
  ping_failures: Generated<number>
  ping_successes: Generated<number>
  ping_asked_at: Instant | null
  registration_state: Defaulted<'OFF' | 'TRYING' | 'REGISTERED' | 'FAILED'>
  registration_since: Instant | null
  registered_until: Instant | null
  lock_state: Defaulted<LockState>
  locked_at: Instant | null
  lock_reason: LockReason | null
  unlock_at: Instant | null
  paused_until: Instant | null
  judged_from: Instant | null
  judged_base: ColumnType<QualitySums | null, string | null, string | null>
  calls: Generated<number>
  asr: Percent | null
  acd_seconds: number | null
  pdd_ms: number | null
  short_call_ratio: Percent | null
  broken_limit: BrokenLimit | null
}

export interface GatewayGroupTable extends Stamped {
  id: Id
  owner_id: number
  name: string
  description: string
  status: 'active' | 'blocked'
  version: Generated<number>
  deleted_at: Instant | null
}

export interface GatewayGroupMemberTable {
  group_id: number
  gateway_id: number
  priority: number
  weight: number
}

export interface RoutePlanTable extends Stamped {
  id: Id
  owner_id: number
  name: string
  description: string
  status: 'active' | 'blocked'
  mode: RoutePlan['mode']
  max_attempts: number
  max_setup_seconds: number
  rate_delta: Rate
  profit_mode: RoutePlan['profit_mode']
  min_profit_percent: Percent
  min_profit_abs: Money
  dst_list_id: number | null
  src_list_id: number | null
  parent_plan_id: number | null
  version: Generated<number>
  deleted_at: Instant | null
}

export interface RouteRuleTable extends Stamped {
  id: Id
  route_plan_id: number
  position: number
  dst_prefix: string
  src_prefix: string
  src_list_id: number | null
  client_id: number | null
  reseller_id: number | null
  tags: string[]
  match_mode: RouteRule['match_mode']
  min_length: number
  max_length: number
  window_id: number | null
  exclusive: boolean
  description: string
  action: 'ROUTE' | 'BLOCK'
  block_sip_code: RouteRule['block_sip_code']
  block_reason: string
  status: 'active' | 'blocked'
  version: Generated<number>
}

export interface RouteTargetTable extends Stamped {
  id: Id
  route_rule_id: number
  gateway_id: number | null
  gateway_group_id: number | null
  position: number
  priority: number
  weight: number
  percent: number
  is_static: boolean
  strip_digits: number
  prepend: string
  translation_id: number | null
  channel_limit: number | null
  cost_multiplier: CostMultiplier
  valid_from: Instant | null
  valid_until: Instant | null
  status: 'active' | 'blocked'
}

/** What hours, lists of numbers and translations share. */
interface Listed extends Stamped {
  id: Id
  owner_id: number
  name: string
  description: string
  status: 'active' | 'blocked'
  version: Generated<number>
  deleted_at: Instant | null
}

export interface FirewallZoneTable extends Stamped {
  id: Id
  name: string
  description: string
  position: number
  policy: ZonePolicy
  requests_per_second: number | null
  services: ColumnType<ZoneService[], ZoneService[], ZoneService[]>
  countries: ColumnType<string[], string[] | undefined, string[]>
  status: 'active' | 'blocked'
  version: Generated<number>
}

export interface FirewallNetworkTable {
  zone_id: number
  network: string
  comment: string
  expires_at: Instant | null
}

export interface CountryFileTable {
  id: Id
  kind: Word<AddressKind>
  file_name: string
  published_at: Instant
  networks_count: number
  countries_count: number
  content: Uint8Array
  uploaded_by: string
  uploaded_at: Stamp
}

export interface FirewallHitTable {
  zone_id: number
  hits: number
  last_hit_at: Stamp
}

export interface TimeWindowTable extends Listed {
  timezone: string
  ranges: ColumnType<TimeRange[], string, string>
}

export interface NumberListTable extends Listed {
  mode: 'STRICT' | 'PREFIX' | 'RANDOM'
  default_action: ListAction
  is_high_risk: Generated<boolean>
  items_version: Generated<number>
}

export interface NumberListItemTable extends Stamped {
  id: Id
  number_list_id: number
  key: string
  min_length: number
  max_length: number
  action: ListAction
  tag: string
  description: string
  version: Generated<number>
}

export interface CodeDeckEntryTable extends Stamped {
  id: Id
  prefix: string
  country_iso2: string
  destination: string
  network_type: NetworkType
  source: DeckSource
  version: Generated<number>
}

export interface TranslationTable extends Listed {
  rules: ColumnType<TranslationRule[], string, string>
}

/** call_id passes 2^53: select it as text. */
type CallId = ColumnType<never, string, string>

export interface OpenCallTable extends Stamped {
  call_id: CallId
  engine: string
  state: 'ROUTING' | 'RINGING' | 'ANSWERED'
  account_id: number
  client_type: string
  settlement_id: number | null
  gateway_id: number | null
  caller_number: string
  called_number: string
  destination: string
  source_ip: string
  started_at: Instant
  ringing_at: Instant | null
  answered_at: Instant | null
  granted_seconds: number
  expires_at: Instant
  dialog: string
  sip_call_id: string
  payer_ids: number[]
  held: Money[]
  package_subscription_id: Defaulted<number | null>
  package_seconds_held: Generated<number>
  money_end: Defaulted<MoneyEnd | null>
  lost_at: Instant | null
  hang_up_asked_at: Instant | null
  hang_up_asked_by: string | null
  close_failed_at: Instant | null
  close_error: Generated<string>
  decided: unknown
}

export interface CallRecordTable {
  started_at: Instant
  sent_at: Instant | null
  progress_at: Instant | null
  answered_at: Instant | null
  ended_at: Instant
  call_id: CallId
  account_id: number
  tariff_id: number | null
  rate_id: number | null
  sell_rate: Rate | null
  sell_amount: Money
  settlement_id: number | null
  gateway_id: number | null
  buy_tariff_id: number | null
  buy_rate_id: number | null
  buy_rate: Rate | null
  buy_amount: Money
  revenue: Money
  cost: Money
  route_plan_id: number | null
  route_rule_id: number | null
  client_ip_id: number | null
  duration_ms: number
  billed_seconds: number
  buy_billed_seconds: number
  pdd_ms: number | null
  call_pdd_ms: number | null
  routing_ms: number | null
  sip_code: number | null
  q850_cause: number | null
  gateway_sip_code: number | null
  gateway_q850_cause: number | null
  attempt_end: AttemptEnd | null
  not_sent_reason: NotSentReason | null
  source_port: number | null
  attempt_no: number
  is_last: boolean
  client_type: string
  status: 'ANSWERED' | 'FAILED' | 'CANCELLED' | 'REJECTED'
  refusal: string | null
  release_side: 'CALLER' | 'CALLEE' | 'SWITCH' | null
  source_ip: string | null
  gateway_address: string | null
  caller_number: string
  caller_name: string
  dialled_number: string
  called_number: string
  sent_number: string
  prefix: string | null
  buy_prefix: string | null
  destination: string
  sip_call_id: string
  user_agent: string
  sip_reason: string
  engine: string
  created_at: Stamp
}

export interface CallChargeTable {
  call_id: CallId
  started_at: Instant
  account_id: number
  depth: number
  tariff_id: number
  rate_id: number
  prefix: string
  terms: unknown
  duration_seconds: number
  billed_seconds: number
  net: Money
  vat: Money
  amount: Money
  created_at: Stamp
}

export interface PackageTable extends Stamped {
  id: Id
  owner_id: number
  name: string
  status: 'active' | 'blocked'
  prefixes: string[]
  seconds: number
  price: Money
  currency: Generated<string>
  cycle: PackageCycle
  has_rollover: boolean
  priority: number
  notes: string
  version: Generated<number>
  deleted_at: Instant | null
}

export interface PackageSubscriptionTable extends Stamped {
  id: Id
  account_id: number
  package_id: number
  state: SubscriptionState
  pause_reason: PauseReason | null
  seconds_left: Generated<number>
  seconds_held: Generated<number>
  period_seconds: Generated<number>
  anchored_at: Instant
  period_starts_at: Instant
  period_ends_at: Instant | null
  tried_at: Instant | null
  ended_at: Instant | null
}

export interface PackagePeriodTable {
  id: Id
  subscription_id: number
  starts_at: Instant
  ends_at: Instant | null
  seconds: number
  lapsed_seconds: Generated<number>
  price: Money
  created_at: Stamp
}

export interface RoutingLogTable {
  started_at: Instant
  call_id: CallId
  steps: unknown
}

export interface LedgerEntryTable {
  id: Id
  at: Stamp
  account_id: number
  counter_account_id: number
  kind: 'CALL' | 'SALE' | 'PAYMENT' | 'REVERSAL' | 'PACKAGE'
  amount: Money
  balance_after: ColumnType<unknown, Money | Sum, never>
  call_id: ColumnType<never, string | null, never>
  payment_id: number | null
  package_period_id: Defaulted<number | null>
  re_rating_id: number | null
  reverses_id: number | null
  note: Generated<string>
}

export interface InvoiceTable extends Stamped {
  id: Id
  account_id: number
  issuer_id: number
  kind: InvoiceKind
  starts_at: Instant
  ends_at: Instant
  timezone: string
  after_entry_id: number
  last_entry_id: number
  brought_forward: Accumulated
  calls: Generated<number>
  seconds: Generated<number>
  billed_seconds: Generated<number>
  net: Accumulated
  vat: Accumulated
  amount: Accumulated
  made_by: number | null
  document_number: string | null
  issued_at: Instant | null
  issued_by: number | null
  due_on: string | null
  parties: JSONColumnType<InvoiceParties> | null
  sent_at: Instant | null
  voided_at: Instant | null
  voided_by: number | null
  void_reason: Generated<string>
  credit_note_number: string | null
  settled: Accumulated
  payable: Accumulated
  prepared_at: Instant | null
  progress_percent: Generated<number>
  issue_when_ready: Generated<boolean>
  failure: Generated<string>
  failures: Generated<number>
  retry_at: Instant | null
  version: Generated<number>
}

export interface InvoicePaymentTable {
  id: Id
  invoice_id: number
  payment_id: number
  amount: Money
  reverses_id: number | null
  created_by: number
  created_at: Stamp
}

export interface InvoiceLineTable {
  invoice_id: number
  position: number
  section: InvoiceSection
  description: string
  prefixes: Generated<string>
  rate: Rate | null
  rate_currency: string | null
  vat_percent: Percent
  calls: number
  seconds: number
  billed_seconds: number
  net: Accumulated
  vat: Accumulated
  amount: Accumulated
}

export interface NettingTable {
  id: Id
  settlement_payment_id: number
  client_payment_id: number
  net_payment_id: number | null
  rate: Fx
  idempotency_key: string
  created_at: Stamp
}

export interface ReconciliationTable extends Stamped {
  id: Id
  settlement_id: number
  file_name: string
  file_size: Generated<number>
  layout: ColumnType<CallFileLayout | null, string | null | undefined, string | null>
  head: ColumnType<readonly TableRow[], string | undefined, string>
  worksheets: ColumnType<readonly string[], string | undefined, string>
  options: ColumnType<ReconciliationOptions | null, string | undefined, string>
  from_at: Instant | null
  until_at: Instant | null
  state: Defaulted<ReconciliationState>
  error: Generated<string>
  progress: Generated<number>
  rows_count: Generated<number>
  compared_at: Instant | null
  rows_removed_at: Instant | null
  dispute_state: DisputeState | null
  dispute_amount: Money | null
  created_by: number
}

export interface ReconciliationNoteTable {
  id: Id
  reconciliation_id: number
  text: string
  created_by: number
  created_at: Stamp
}

export interface PartitionRemovalTable {
  id: Id
  name: string
  parent: PartitionedTable
  from_at: Instant
  to_at: Instant
  state: Defaulted<'WAITING' | 'DETACHED' | 'REMOVED' | 'REFUSED'>
  error: Generated<string>
  wants_export: boolean
  is_forced: Generated<boolean>
  requested_by: number | null
  created_at: Stamp
  removed_at: Instant | null
  row_count: number | null
  first_key: ColumnType<never, string | null, string | null>
  last_key: ColumnType<never, string | null, string | null>
  ledger_amount: Accumulated | null
  export_file: string | null
  export_sha256: string | null
}

export interface ReRatingTable extends Stamped {
  id: Id
  reason: string
  state: Defaulted<ReRatingState>
  from_at: Instant
  until_at: Instant
  account_id: number | null
  tariff_id: number | null
  prefix: string
  new_tariff_id: number | null
  looked_until: Instant | null
  looked_until_call_id: ColumnType<never, string | null, string | null>
  charges_looked_at: Generated<number>
  changes_count: Generated<number>
  applied_count: Generated<number>
  problems_count: Generated<number>
  error: Generated<string>
  created_by: number
  applied_by: number | null
  applied_at: Instant | null
}

/** Who sent a document, and on which paper. */
export interface KeptIssuer {
  readonly paper_size: 'A4' | 'LETTER'
  readonly issuer: readonly string[]
  readonly footer: string
}

export interface PriceNotificationTable {
  id: Id
  tariff_id: number
  tariff_name: string
  currency: string
  basis: Word<NotificationBasis>
  since: Instant
  is_full: boolean
  new_count: number
  increase_count: number
  decrease_count: number
  changed_count: number
  removed_count: number
  withdrawn_count: number
  unchanged_count: number
  issuer: ColumnType<KeptIssuer, string, string>
  created_by: number
  created_at: Stamp
}

export interface PriceNotificationRecipientTable {
  notification_id: number
  account_id: number
  name: string
  company: string
  address: string
}

export interface RateImportTable extends Stamped {
  id: Id
  tariff_id: number
  file_name: string
  file_size: Generated<number>
  layout: ColumnType<RateFileLayout | null, string | null | undefined, string | null>
  /** In place of a file. */
  rate_change: ColumnType<RateChange | null, string | undefined, string>
  head: ColumnType<readonly TableRow[], string | undefined, string>
  worksheets: ColumnType<readonly string[], string | undefined, string>
  settlement_id: Generated<number | null>
  mode: Defaulted<ImportMode>
  effective: Defaulted<EffectiveRule>
  starts_at: Instant | null
  notice_days: Generated<number>
  large_percent: Defaulted<Percent>
  state: Defaulted<RateImportState>
  error: Generated<string>
  progress: Generated<number>
  rates_version: Generated<number | null>
  previewed_at: Instant | null
  new_count: Generated<number>
  up_count: Generated<number>
  down_count: Generated<number>
  changed_count: Generated<number>
  unchanged_count: Generated<number>
  removed_count: Generated<number>
  invalid_count: Generated<number>
  large_count: Generated<number>
  below_buy_count: Generated<number>
  blocked_count: Generated<number>
  above_sell_count: Generated<number>
  loss_tariffs_count: Generated<number>
  has_own_dates: Generated<boolean>
  added_count: Generated<number>
  ended_count: Generated<number>
  created_by: number
  applied_by: number | null
  applied_at: Instant | null
  undone_by: number | null
  undone_at: Instant | null
}

export interface PaymentTable extends Stamped {
  id: Id
  at: Stamp
  /** Whose balance it is about: one of the two. */
  account_id: number
  payer_id: number
  payee_id: number
  kind: PaymentKind | 'REVERSAL'
  /** In the currency of the account. */
  amount: Money
  /** What leaves the balance of the reseller above, in its currency. */
  parent_amount: Money | null
  method: 'cash' | 'bank' | 'card' | 'crypto' | 'mobile_money' | 'other' | 'netting'
  reference: string
  note: string
  private_note: string
  reverses_id: number | null
  idempotency_key: string
  created_by: number
}

interface Traffic {
  bucket: Instant
  answered: number
  duration_ms: number
  billed_seconds: number
  cost: Accumulated
  charged: Generated<Accumulated>
  pdd_ms_sum: number
  pdd_count: number
}

export interface TrafficByClientTable extends Traffic {
  account_id: number
  calls: number
  revenue: Accumulated
  charged_net: Generated<Accumulated>
}

export interface TrafficByGatewayTable extends Traffic {
  gateway_id: number
  settlement_id: number
  attempts: number
  short_calls: Generated<number>
}

export interface Tables {
  setting: SettingTable
  change_number: { subject: string; number: number }
  process_state: ProcessStateTable
  machine_sample: MachineSampleTable
  machine_task: MachineTaskTable
  account: AccountTable
  account_balance: AccountBalanceTable
  console_user: ConsoleUserTable
  permission_group: PermissionGroupTable
  user_permission_group: UserPermissionGroupTable
  session: SessionTable
  second_factor: SecondFactorTable
  recovery_code: RecoveryCodeTable
  api_token: ApiTokenTable
  saved_view: SavedViewTable
  bulk_change: BulkChangeTable
  bulk_change_thing: BulkChangeThingTable
  logo: LogoTable
  captcha_used: CaptchaUsedTable
  login_limit: LoginLimitTable
  activity_log: ActivityLogTable
  auth_failure: AuthFailureTable
  currency: CurrencyTable
  tariff: TariffTable
  tariff_rate: TariffRateTable
  client: ClientTable
  sip_user: SipUserTable
  registration: RegistrationTable
  ban: BanTable
  firewall_zone: FirewallZoneTable
  firewall_network: FirewallNetworkTable
  firewall_hit: FirewallHitTable
  country_file: CountryFileTable
  reseller: ResellerTable
  settlement: SettlementTable
  client_ip: ClientIpTable
  package: PackageTable
  package_subscription: PackageSubscriptionTable
  package_period: PackagePeriodTable
  failover_policy: FailoverPolicyTable
  tunnel: TunnelTable
  gateway: GatewayTable
  gateway_state: GatewayStateTable
  gateway_group: GatewayGroupTable
  gateway_group_member: GatewayGroupMemberTable
  route_plan: RoutePlanTable
  route_rule: RouteRuleTable
  route_target: RouteTargetTable
  time_window: TimeWindowTable
  number_list: NumberListTable
  number_list_item: NumberListItemTable
  translation: TranslationTable
  code_deck_entry: CodeDeckEntryTable
  open_call: OpenCallTable
  call_record: CallRecordTable
  call_charge: CallChargeTable
  routing_log: RoutingLogTable
  invoice: InvoiceTable
  invoice_line: InvoiceLineTable
  invoice_payment: InvoicePaymentTable
  ledger_entry: LedgerEntryTable
  re_rating: ReRatingTable
  price_notification: PriceNotificationTable
  price_notification_recipient: PriceNotificationRecipientTable
  rate_import: RateImportTable
  tariff_markup: TariffMarkupTable
  tariff_markup_change: TariffMarkupChangeTable
  netting: NettingTable
  reconciliation: ReconciliationTable
  reconciliation_note: ReconciliationNoteTable
  partition_removal: PartitionRemovalTable
  payment: PaymentTable
  traffic_by_client: TrafficByClientTable
  traffic_by_gateway: TrafficByGatewayTable
}
