// The rights of each process of the product in the database: the role it connects as, and its
// rights on each table. Neither of them owns anything, so neither can change the schema, take away
// a trigger, or undo an entry that may only be added to.
import type pg from 'pg'
import { makeClient } from './database.ts'
import { ROLES_LOCK } from './locks.ts'
import type { Tables } from './tables.ts'

export type Role = 'api' | 'engine' | 'jobs'

/** Tables and views that are only used by plain SQL. */
type Table =
  | keyof Tables
  | 'traffic_by_client'
  | 'traffic_by_gateway'
  | 'traffic_by_reseller'
  | 'traffic_addition'
  | 'traffic_sum'
  | 'traffic_condensed'
  | 'ledger_day'
  | 'ledger_summed'
  | 'country_code'
  | 're_rating_change'
  | 'invoice_series'
  | 'file_reading'
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
  | 'job'
  | 'acknowledged_warning'
  | 'record_feed'
  | 'sip_ports_change'
  | 'firewall_trial'
  | 'migration'

/** Letters of what is allowed: select, insert, update, delete. */
const RIGHTS: Record<Table, Record<Role, string>> = {
  // Only added to.
  ledger_entry: { api: 'si', engine: 'si', jobs: 'si' },
  activity_log: { api: 'si', engine: '', jobs: 'i' },
  payment: { api: 'si', engine: '', jobs: 'si' },
  netting: { api: 'si', engine: '', jobs: '' },

  // Calls: written and re-rated by the engine; the API requests hang-ups and re-ratings.
  open_call: { api: 'su', engine: 'siud', jobs: '' },
  limit_counter: { api: 's', engine: 'siu', jobs: '' },
  call_record: { api: 's', engine: 'siu', jobs: 's' },
  call_charge: { api: 's', engine: 'siu', jobs: 's' },
  routing_log: { api: 's', engine: 'si', jobs: '' },
  traffic_by_client: { api: 's', engine: '', jobs: '' },
  traffic_by_gateway: { api: 's', engine: 's', jobs: '' },
  traffic_by_reseller: { api: 's', engine: '', jobs: '' },
  traffic_addition: { api: 's', engine: 'si', jobs: 'sd' },
  traffic_sum: { api: 's', engine: '', jobs: 'siud' },
  traffic_condensed: { api: 's', engine: 's', jobs: 'su' },
  ledger_day: { api: 's', engine: '', jobs: 'siu' },
  ledger_summed: { api: 's', engine: '', jobs: 'su' },
  account_balance: { api: 'siu', engine: 'su', jobs: 'su' },
  package_period: { api: 'siu', engine: 'su', jobs: 'siu' },
  package_subscription: { api: 'siu', engine: 'su', jobs: 'su' },
  invoice: { api: 'siud', engine: '', jobs: 'siu' },
  invoice_line: { api: 'sd', engine: '', jobs: 'si' },
  invoice_payment: { api: 'si', engine: '', jobs: 's' },
  invoice_series: { api: 'siu', engine: '', jobs: 'siu' },
  invoice_profile: { api: 'siu', engine: '', jobs: 's' },
  re_rating: { api: 'siud', engine: 'su', jobs: '' },
  re_rating_change: { api: 's', engine: 'siu', jobs: 's' },

  // Who signs in, and what they keep.
  console_user: { api: 'siud', engine: '', jobs: '' },
  permission_group: { api: 'siu', engine: '', jobs: '' },
  user_permission_group: { api: 'sid', engine: '', jobs: '' },
  session: { api: 'siud', engine: '', jobs: '' },
  second_factor: { api: 'siud', engine: '', jobs: '' },
  recovery_code: { api: 'siud', engine: '', jobs: '' },
  api_token: { api: 'siu', engine: '', jobs: '' },
  saved_view: { api: 'siud', engine: '', jobs: '' },
  bulk_change: { api: 'siud', engine: '', jobs: '' },
  bulk_change_thing: { api: 'siud', engine: '', jobs: '' },
  captcha_used: { api: 'siud', engine: '', jobs: '' },
  login_limit: { api: 'siud', engine: '', jobs: '' },

  // State that the engine determines; failed logins are written by the API.
  auth_failure: { api: 'siu', engine: 'siu', jobs: '' },
  registration: { api: 'sud', engine: 'siud', jobs: '' },
  ban: { api: 'siud', engine: 'siud', jobs: '' },
  gateway_state: { api: 'siu', engine: 'su', jobs: '' },
  process_state: { api: 's', engine: 'siu', jobs: '' },
  firewall_hit: { api: 'siu', engine: 'siu', jobs: '' },
  // Runs of the jobs; the API requests one by a signal.
  job: { api: 's', engine: '', jobs: 'siud' },
  failing_work: { api: 'siud', engine: 'siud', jobs: 'siud' },
  acknowledged_warning: { api: 'siud', engine: '', jobs: '' },

  // Written by the supervisor; the API requests tasks.
  machine_sample: { api: 's', engine: '', jobs: '' },
  machine_task: { api: 'si', engine: '', jobs: '' },
  sip_ports_change: { api: 'siu', engine: '', jobs: '' },
  // The API adds and drains nodes; the supervisors let them join.
  node: { api: 'siu', engine: 's', jobs: '' },
  node_join: { api: 'siud', engine: '', jobs: '' },

  // The record feed: where each consumer is.
  record_feed: { api: '', engine: '', jobs: 'su' },
  record_consumer: { api: 'siud', engine: '', jobs: 's' },
  record_delivery: { api: 'siu', engine: '', jobs: 'su' },

  // Configuration: the console writes it, the engine reads it.
  setting: { api: 'siu', engine: 's', jobs: 's' },
  logo: { api: 'siud', engine: '', jobs: '' },
  firewall_zone: { api: 'siud', engine: 's', jobs: '' },
  firewall_trial: { api: 'siu', engine: '', jobs: '' },
  firewall_network: { api: 'siud', engine: 's', jobs: '' },
  country_file: { api: 'sid', engine: 's', jobs: '' },
  change_number: { api: 'su', engine: 'su', jobs: 'su' },
  account: { api: 'siu', engine: 's', jobs: 's' },
  client: { api: 'siu', engine: 's', jobs: 's' },
  reseller: { api: 'siu', engine: 's', jobs: 'su' },
  reseller_plan: { api: 'sid', engine: '', jobs: '' },
  brand: { api: 'siud', engine: '', jobs: '' },
  brand_image: { api: 'siud', engine: '', jobs: '' },
  settlement: { api: 'siu', engine: 's', jobs: 's' },
  currency: { api: 'siud', engine: 's', jobs: 's' },
  tariff: { api: 'siu', engine: 's', jobs: 'su' },
  tariff_rate: { api: 'siud', engine: 's', jobs: 'siud' },
  tariff_markup: { api: 'siud', engine: '', jobs: 'sud' },
  tariff_markup_change: { api: 'sid', engine: '', jobs: 'sid' },
  // The API requests that a file is read, and takes the answer.
  file_reading: { api: 'sid', engine: '', jobs: 'sud' },
  rate_import: { api: 'siud', engine: '', jobs: 'su' },
  rate_import_chunk: { api: 'si', engine: '', jobs: 's' },
  rate_import_row: { api: 's', engine: '', jobs: 'siud' },
  rate_import_before: { api: 's', engine: '', jobs: 'sid' },
  rate_import_party: { api: 's', engine: '', jobs: 'sid' },
  rate_import_loss: { api: 's', engine: '', jobs: 'siud' },
  reconciliation: { api: 'siud', engine: '', jobs: 'su' },
  reconciliation_chunk: { api: 'si', engine: '', jobs: 's' },
  reconciliation_row: { api: 's', engine: '', jobs: 'sid' },
  reconciliation_sum: { api: 's', engine: '', jobs: 'sid' },
  reconciliation_note: { api: 'si', engine: '', jobs: '' },
  // Written by triggers.
  price_notification: { api: 'sid', engine: '', jobs: 'su' },
  price_notification_recipient: { api: 'si', engine: '', jobs: 's' },
  price_notification_row: { api: 's', engine: '', jobs: 'si' },
  past_rate: { api: 's', engine: '', jobs: 's' },
  sip_user: { api: 'siud', engine: 's', jobs: '' },
  address_request: { api: 'siud', engine: '', jobs: '' },
  client_ip: { api: 'siud', engine: 's', jobs: 's' },
  package: { api: 'siu', engine: 's', jobs: 's' },
  failover_policy: { api: 'siu', engine: 's', jobs: '' },
  tunnel: { api: 'siu', engine: 's', jobs: '' },
  gateway: { api: 'siu', engine: 's', jobs: '' },
  gateway_group: { api: 'siu', engine: 's', jobs: '' },
  gateway_group_member: { api: 'siud', engine: 's', jobs: '' },
  route_plan: { api: 'siu', engine: 's', jobs: '' },
  route_rule: { api: 'siud', engine: 's', jobs: '' },
  route_target: { api: 'siud', engine: 's', jobs: '' },
  time_window: { api: 'siu', engine: 's', jobs: 's' },
  number_list: { api: 'siu', engine: 's', jobs: '' },
  number_list_item: { api: 'siud', engine: 's', jobs: '' },
  translation: { api: 'siu', engine: 's', jobs: '' },
  code_deck_entry: { api: 'siud', engine: 's', jobs: 's' },

  // Requested by the API, done by the supervisor.
  partition_removal: { api: 's', engine: '', jobs: 's' },
  // A trigger of accounts looks whether money has moved.
  removed_ledger_sum: { api: 's', engine: '', jobs: '' },
  removed_package_seconds: { api: '', engine: '', jobs: '' },
  retention_run: { api: 's', engine: '', jobs: '' },

  // Written by a trigger of the activity log with the rights of the owner.
  activity_chain: { api: '', engine: '', jobs: '' },

  // Calls of a country.
  country_code: { api: 's', engine: '', jobs: '' },

  // Only the supervisor has rights here.
  migration: { api: '', engine: '', jobs: '' },
}

/**
 * Beside tables: the API numbers rules before it writes them, gathers pasted lists first, has
 * changes of a re-rating tried again, and requests that partitions are removed.
 */
const FURTHER: Record<Role, (database: string) => string[]> = {
  api: (database) => [
    `usage on sequence route_rule_id_seq`,
    `usage on sequence activity_log_id_seq, auth_failure_id_seq`,
    `select on sequence call_record_position`,
    `connect, temporary on database ${database}`,
    `update (problem) on re_rating_change`,
    `insert (name, parent, from_at, to_at, wants_export, is_forced, requested_by)
      on partition_removal`,
    `update (state, error, wants_export, is_forced, requested_by) on partition_removal`,
  ],
  engine: (database) => [
    `connect on database ${database}`,
    `execute on function make_partition(text, date)`,
    `usage on sequence auth_failure_id_seq, call_record_position`,
  ],
  jobs: (database) => [
    `connect, temporary on database ${database}`,
    `usage on sequence activity_log_id_seq`,
    `select on sequence call_record_position`,
    `select (id, name) on gateway`,
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

const ROLES: readonly Role[] = ['api', 'engine', 'jobs']

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
      where r.rolname = $1 and c.relkind in ('r', 'p', 'v')`,
    [username],
  )
  if (rows.length === 0) return
  const tables = rows.map(({ name }) => name).join(', ')
  await client.query(`revoke all on ${tables} from ${client.escapeIdentifier(username)}`)
}

/** The address of the database for each role, which another machine has made. */
export async function findRoles(url: string, passwords: Passwords): Promise<Record<Role, string>> {
  const client = makeClient(url, 'roles')
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    const name = rows[0]?.name ?? ''
    const urlOf = (role: Role) => urlFor(url, `${name}_${role}`, passwords[role])
    return { api: urlOf('api'), engine: urlOf('engine'), jobs: urlOf('jobs') }
  } finally {
    await client.end()
  }
}

function urlFor(url: string, username: string, password: string): string {
  const own = new URL(url)
  own.username = encodeURIComponent(username)
  own.password = encodeURIComponent(password)
  return own.href
}

/** Whether a table is listed here. */
export const isNamed = (table: string): boolean => table in RIGHTS
