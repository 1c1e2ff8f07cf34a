// The rights of each process of the product in the database: the role it connects as, and its
// rights on each table. Neither of them owns anything, so neither can change the schema, take away
// a trigger, or undo an entry that may only be added to.
import type pg from 'pg'
import { makeClient } from './database.ts'
import { ROLES_LOCK } from './locks.ts'
import type { Tables } from './tables.ts'

export type Role = 'api' | 'engine'

/** Tables that are only written by plain SQL. */
type Table =
  | keyof Tables
  | 'traffic_by_reseller'
  | 'traffic_addition'
  | 'traffic_sum'
  | 'traffic_condensed'
  | 'ledger_day'
  | 'ledger_summed'
  | 'country_code'
  | 're_rating_change'
  | 'invoice_series'
  | 'rate_import_chunk'
  | 'rate_import_row'
  | 'rate_import_before'
  | 'rate_import_party'
  | 'rate_import_loss'
  | 'reconciliation_chunk'
  | 'reconciliation_row'
  | 'reconciliation_sum'
  | 'past_rate'
  | 'price_notification_row'
  | 'activity_chain'
  | 'removed_ledger_sum'
  | 'removed_package_seconds'
  | 'retention_run'
  | 'failing_work'
  | 'acknowledged_warning'
  | 'sip_ports_change'
  | 'firewall_trial'
  | 'migration'

/** Letters of what is allowed: select, insert, update, delete. */
const RIGHTS: Record<Table, Record<Role, string>> = {
  // Only added to.
  ledger_entry: { api: 'si', engine: 'si' },
  activity_log: { api: 'si', engine: '' },
  payment: { api: 'si', engine: '' },
  netting: { api: 'si', engine: '' },

  // Calls: written and re-rated by the engine; the API requests hang-ups and re-ratings.
  open_call: { api: 'su', engine: 'siud' },
  call_record: { api: 's', engine: 'siu' },
  call_charge: { api: 's', engine: 'siu' },
  routing_log: { api: 's', engine: 'si' },
  traffic_by_client: { api: 's', engine: 'siud' },
  traffic_by_gateway: { api: 's', engine: 'siud' },
  traffic_by_reseller: { api: 's', engine: 'siud' },
  traffic_addition: { api: 's', engine: 'sid' },
  traffic_sum: { api: 's', engine: 'siud' },
  traffic_condensed: { api: 's', engine: 'su' },
  ledger_day: { api: 's', engine: 'siu' },
  ledger_summed: { api: 's', engine: 'su' },
  account_balance: { api: 'siu', engine: 'su' },
  package_period: { api: 'siu', engine: 'siu' },
  package_subscription: { api: 'siu', engine: 'su' },
  invoice: { api: 'siud', engine: '' },
  invoice_line: { api: 'sid', engine: '' },
  invoice_payment: { api: 'si', engine: '' },
  invoice_series: { api: 'siu', engine: '' },
  re_rating: { api: 'siud', engine: 'su' },
  re_rating_change: { api: 's', engine: 'siu' },

  // Who signs in, and what they keep.
  console_user: { api: 'siud', engine: '' },
  permission_group: { api: 'siu', engine: '' },
  user_permission_group: { api: 'sid', engine: '' },
  session: { api: 'siud', engine: '' },
  second_factor: { api: 'siud', engine: '' },
  recovery_code: { api: 'siud', engine: '' },
  api_token: { api: 'siu', engine: '' },
  saved_view: { api: 'siud', engine: '' },
  bulk_change: { api: 'siud', engine: '' },
  bulk_change_thing: { api: 'siud', engine: '' },
  captcha_used: { api: 'siud', engine: '' },
  login_limit: { api: 'siud', engine: '' },

  // State that the engine determines; failed logins are written by the API.
  auth_failure: { api: 'siu', engine: 'siu' },
  registration: { api: 'sud', engine: 'siud' },
  ban: { api: 'siud', engine: 'siud' },
  gateway_state: { api: 'siu', engine: 'su' },
  process_state: { api: 's', engine: 'siu' },
  firewall_hit: { api: 'siu', engine: 'siu' },
  failing_work: { api: 'siud', engine: 'siud' },
  acknowledged_warning: { api: 'siud', engine: '' },

  // Written by the supervisor; the API requests tasks.
  machine_sample: { api: 's', engine: '' },
  machine_task: { api: 'si', engine: '' },
  sip_ports_change: { api: 'siu', engine: '' },

  // Configuration: the console writes it, the engine reads it.
  setting: { api: 'siu', engine: 's' },
  logo: { api: 'siud', engine: '' },
  firewall_zone: { api: 'siud', engine: 's' },
  firewall_trial: { api: 'siu', engine: '' },
  firewall_network: { api: 'siud', engine: 's' },
  country_file: { api: 'sid', engine: 's' },
  change_number: { api: 'su', engine: 'su' },
  account: { api: 'siu', engine: 's' },
  client: { api: 'siu', engine: 's' },
  reseller: { api: 'siu', engine: 's' },
  settlement: { api: 'siu', engine: 's' },
  currency: { api: 'siud', engine: 's' },
  tariff: { api: 'siu', engine: 's' },
  tariff_rate: { api: 'siud', engine: 's' },
  tariff_markup: { api: 'siud', engine: '' },
  tariff_markup_change: { api: 'sid', engine: '' },
  rate_import: { api: 'siud', engine: '' },
  rate_import_chunk: { api: 'sid', engine: '' },
  rate_import_row: { api: 'siud', engine: '' },
  rate_import_before: { api: 'sid', engine: '' },
  rate_import_party: { api: 'sid', engine: '' },
  rate_import_loss: { api: 'siud', engine: '' },
  reconciliation: { api: 'siud', engine: '' },
  reconciliation_chunk: { api: 'sid', engine: '' },
  reconciliation_row: { api: 'sid', engine: '' },
  reconciliation_sum: { api: 'sid', engine: '' },
  reconciliation_note: { api: 'si', engine: '' },
  // Written by triggers.
  price_notification: { api: 'si', engine: '' },
  price_notification_recipient: { api: 'si', engine: '' },
  price_notification_row: { api: 'si', engine: '' },
  past_rate: { api: 's', engine: '' },
  sip_user: { api: 'siud', engine: 's' },
  client_ip: { api: 'siud', engine: 's' },
  package: { api: 'siu', engine: 's' },
  failover_policy: { api: 'siu', engine: 's' },
  tunnel: { api: 'siu', engine: 's' },
  gateway: { api: 'siu', engine: 's' },
  gateway_group: { api: 'siu', engine: 's' },
  gateway_group_member: { api: 'siud', engine: 's' },
  route_plan: { api: 'siu', engine: 's' },
  route_rule: { api: 'siud', engine: 's' },
  route_target: { api: 'siud', engine: 's' },
  time_window: { api: 'siu', engine: 's' },
  number_list: { api: 'siu', engine: 's' },
  number_list_item: { api: 'siud', engine: 's' },
  translation: { api: 'siu', engine: 's' },
  code_deck_entry: { api: 'siud', engine: 's' },

  // Requested by the API, done by the supervisor.
  partition_removal: { api: 's', engine: '' },
  // A trigger of accounts looks whether money has moved.
  removed_ledger_sum: { api: 's', engine: '' },
  removed_package_seconds: { api: '', engine: '' },
  retention_run: { api: 's', engine: '' },

  // Written by a trigger of the activity log with the rights of the owner.
  activity_chain: { api: '', engine: '' },

  // Calls of a country.
  country_code: { api: 's', engine: '' },

  // Only the supervisor has rights here.
  migration: { api: '', engine: '' },
}

/**
 * Beside tables: the API numbers rules before it writes them, gathers pasted lists first, has
 * changes of a re-rating tried again, and requests that partitions are removed.
 */
const FURTHER: Record<Role, (database: string) => string[]> = {
  api: (database) => [
    `usage on sequence route_rule_id_seq`,
    `usage on sequence activity_log_id_seq, auth_failure_id_seq`,
    `connect, temporary on database ${database}`,
    `update (problem) on re_rating_change`,
    `insert (name, parent, from_at, to_at, wants_export, is_forced, requested_by)
      on partition_removal`,
    `update (state, error, wants_export, is_forced, requested_by) on partition_removal`,
  ],
  engine: (database) => [
    `connect on database ${database}`,
    `execute on function make_partition(text, date)`,
    `usage on sequence auth_failure_id_seq`,
  ],
}

const RIGHT_NAMES: Record<string, string> = { s: 'select', i: 'insert', u: 'update', d: 'delete' }

function rightsOf(role: Role): [string, string][] {
  return Object.entries(RIGHTS)
    .filter(([, rights]) => rights[role] !== '')
    .map(([table, rights]) => [
      table,
      [...rights[role]].map((letter) => RIGHT_NAMES[letter]).join(', '),
    ])
}

export type Passwords = Readonly<Record<Role, string>>

const ROLES: readonly Role[] = ['api', 'engine']

/**
 * Makes the roles if they are missing, gives them their rights and takes all others, and answers
 * the address of the database for each. They are named after the database, because roles belong to
 * the whole server. `url` is that of the owner; an existing role keeps its password unless
 * `resets_passwords`, as another machine may use it.
 */
export async function prepareRoles(
  url: string,
  passwords: Passwords,
  resets_passwords: boolean,
): Promise<Record<Role, string>> {
  const client = makeClient(url, 'roles')
  await client.connect()
  const urls: Partial<Record<Role, string>> = {}
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(${ROLES_LOCK})`)
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    const name = rows[0]?.name ?? ''
    const database = client.escapeIdentifier(name)
    await client.query(`revoke all on database ${database} from public`)
    await client.query('revoke create on schema public from public')
    for (const role of ROLES) {
      const username = `${name}_${role}`
      const owner = client.escapeIdentifier(username)
      const found = await client.query('select from pg_roles where rolname = $1', [username])
      const password = client.escapeLiteral(passwords[role])
      if (found.rowCount === 0)
        await client.query(`create role ${owner} login password ${password}`)
      else if (resets_passwords) await client.query(`alter role ${owner} password ${password}`)
      await revokeAll(client, username)
      for (const [table, words] of rightsOf(role)) {
        await client.query(`grant ${words} on ${table} to ${owner}`)
      }
      for (const right of FURTHER[role](database)) {
        await client.query(`grant ${right} to ${owner}`)
      }
      urls[role] = urlFor(url, username, passwords[role])
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
  return urls as Record<Role, string>
}

/**
 * Rights of an earlier version; checked first, because years of partitions have none of their own.
 */
async function revokeAll(client: pg.Client, username: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct c.oid::regclass::text as name
      from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
      where r.rolname = $1 and c.relkind in ('r', 'p')`,
    [username],
  )
  if (rows.length === 0) return
  const tables = rows.map(({ name }) => name).join(', ')
  await client.query(`revoke all on ${tables} from ${client.escapeIdentifier(username)}`)
}

function urlFor(url: string, username: string, password: string): string {
  const own = new URL(url)
  own.username = encodeURIComponent(username)
  own.password = encodeURIComponent(password)
  return own.href
}

/** Whether a table is listed here. */
export const isNamed = (table: string): boolean => table in RIGHTS
