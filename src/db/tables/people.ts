// Who works in the console, and what they did.
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { UserType } from '#core/permission/permission.ts'
import type { Defaulted, Id, Instant, Stamp, Stamped, Word } from './columns.ts'

export interface ConsoleUserTable extends Stamped {
  id: Id
  username: string
  password_hash: string
  type: UserType
  account_id: number | null
  employer_id: number | null
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
  owner_id: number
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
  on_behalf_of: number | null
  writes_reason: string | null
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
  on_behalf_of: Generated<string | null>
  on_behalf_of_id: Generated<number | null>
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
