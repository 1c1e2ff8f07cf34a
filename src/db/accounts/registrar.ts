// Queries of the engine about SIP users: passwords, registrations and bans.
import type pg from 'pg'
import { asSqlConnection, type SqlConnection, type Tx } from '../database.ts'
import { SILENCE } from '../silence.ts'

export interface CredentialsRow {
  /** Null for a row of the IP list, which only calls. */
  readonly sip_user_id: number | null
  readonly ha1: string
  /** Whether client and SIP user are active and allowed from this address. */
  readonly is_allowed: boolean
  readonly max_contacts: number
  readonly expires_min_seconds: number
  readonly expires_max_seconds: number
}

/** Whether all resellers above the account `a` are active, and none has expired. */
const ARE_RESELLERS_SERVED = `not exists (
  with recursive above (id) as (
    select a.parent_id
    union all select p.parent_id from above join account p on p.id = above.id)
  select from above join account r on r.id = above.id
    left join reseller x on x.account_id = r.id
  where r.status <> 'active' or x.expires_at <= now())`

/** The credentials of a name; undefined if it does not exist. */
export async function findCredentials(
  database: pg.Pool,
  username: string,
  source_ip: string,
): Promise<CredentialsRow | undefined> {
  const { rows } = await database.query<CredentialsRow>({
    name: 'find-credentials',
    text: `select s.id as sip_user_id, s.ha1, s.max_contacts, s.expires_min_seconds,
        s.expires_max_seconds,
        s.status = 'active' and a.status = 'active' and (c.expires_at > now()) is not false
          and (s.allowed_networks = '{}' or $2::inet <<= any(s.allowed_networks))
          and ${ARE_RESELLERS_SERVED} as is_allowed
      from sip_user s join account a on a.id = s.account_id
        join client c on c.account_id = a.id
      where lower(s.username) = lower($1) and a.deleted_at is null
      union all
      select null, i.auth_ha1, 0, 60, 3600,
        i.status = 'active' and a.status = 'active' and ${ARE_RESELLERS_SERVED}
      from client_ip i join account a on a.id = i.account_id
      where lower(i.auth_username) = lower($1) and a.deleted_at is null
      limit 1`,
    values: [username, source_ip],
  })
  return rows[0]
}

export interface RegistrationRow {
  readonly username: string
  readonly contact: string
  readonly source_ip: string
  readonly source_port: number
  readonly transport: string
  readonly user_agent: string
  /** Epoch seconds. */
  readonly expires_at: number
}

/** Registrations of deleted names are not written. */
export async function writeRegistrations(
  database: SqlConnection,
  node_id: number,
  rows: readonly RegistrationRow[],
): Promise<void> {
  await database.query(
    `insert into registration as r
      (sip_user_id, contact, source_ip, source_port, transport, user_agent, expires_at, node_id)
    select s.id, n.contact, n.source_ip, n.source_port, n.transport, left(n.user_agent, 200),
      to_timestamp(n.expires_at), $2
    from jsonb_to_recordset($1::jsonb) as n (username text, contact text, source_ip inet,
        source_port integer, transport text, user_agent text, expires_at float8)
      join sip_user s on lower(s.username) = lower(n.username)
    on conflict (sip_user_id, contact) do update set source_ip = excluded.source_ip,
      source_port = excluded.source_port, transport = excluded.transport,
      user_agent = excluded.user_agent, expires_at = excluded.expires_at,
      node_id = excluded.node_id`,
    [JSON.stringify(rows), node_id],
  )
}

/** Leaves only these of the node; a contact is named with its user as `username contact`. */
export async function keepRegistrations(
  database: SqlConnection,
  node_id: number,
  names: readonly string[],
): Promise<void> {
  await database.query(
    `delete from registration r using sip_user s where s.id = r.sip_user_id and r.node_id = $2
      and lower(s.username) || ' ' || r.contact <> all($1::text[])`,
    [names, node_id],
  )
}

export async function deleteRegistration(
  database: SqlConnection,
  node_id: number,
  username: string,
  contact: string,
): Promise<void> {
  await database.query(
    `delete from registration r using sip_user s
      where s.id = r.sip_user_id and lower(s.username) = lower($1) and r.contact = $2
        and r.node_id = $3`,
    [username, contact, node_id],
  )
}

export async function deleteRegistrationsOf(
  database: SqlConnection,
  username: string,
): Promise<void> {
  await database.query(
    `delete from registration r using sip_user s
      where s.id = r.sip_user_id and lower(s.username) = lower($1)`,
    [username],
  )
}

/**
 * Deletes and returns the registrations of the node that the console has removed. A phone that
 * registers again meanwhile is a new registration: its write waits for the end of the transaction.
 */
export async function takeRemovalsAsked(
  tx: Tx,
  node_id: number,
): Promise<readonly { username: string; contact: string }[]> {
  const { rows } = await asSqlConnection(tx).query<{ username: string; contact: string }>(
    `delete from registration r using sip_user s
      where s.id = r.sip_user_id and r.removal_asked_at is not null and r.node_id = $1
      returning s.username, r.contact`,
    [node_id],
  )
  return rows
}

/** Which of these names no longer exist. */
export async function listGoneNames(
  database: SqlConnection,
  names: readonly string[],
): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select distinct n.name from unnest($1::text[]) as n (name)
      where not exists (select from sip_user s join account a on a.id = s.account_id
          where lower(s.username) = lower(n.name) and a.deleted_at is null)
        and not exists (select from client_ip i join account a on a.id = i.account_id
          where lower(i.auth_username) = lower(n.name) and a.deleted_at is null)`,
    [names],
  )
  return rows.map((row) => row.name)
}

/** Names whose password, state, client or reseller was changed since then (epoch milliseconds). */
export async function listChangedNames(
  database: SqlConnection,
  since_ms: number,
): Promise<string[]> {
  const { rows } = await database.query<{ username: string }>(
    `with recursive changed (id) as (
      select id from account where updated_at > to_timestamp($1 / 1000.0)
      union select a.id from changed join account a on a.parent_id = changed.id)
    select s.username from sip_user s
      where s.updated_at > to_timestamp($1 / 1000.0) or s.account_id in (select id from changed)
    union select i.auth_username from client_ip i
      where i.auth_username is not null and (i.updated_at > to_timestamp($1 / 1000.0)
        or i.account_id in (select id from changed))`,
    [since_ms],
  )
  return rows.map((row) => row.username)
}

/**
 * Addresses that are banned now, with the seconds that are left. The switch is reached over IPv4
 * alone; the others are kept from the console.
 */
export async function listBansNow(
  database: SqlConnection,
): Promise<{ ip: string; seconds: number }[]> {
  const { rows } = await database.query<{ ip: string; seconds: number }>(
    `select host(ip) as ip, ceil(extract(epoch from banned_until - now()))::integer as seconds
      from ban where banned_until > now() and family(ip) = 4`,
  )
  return rows
}

export interface AutoBan {
  readonly ip: string
  readonly kind: 'AUTO' | 'FLOOD'
  readonly reason: string
  readonly seconds: number
}

/**
 * Bans an address automatically; a manual ban stays. Addresses of clients, gateways and registered
 * phones are not banned: their calls matter more than their errors, and the address may be forged.
 * Returns whether it is banned.
 */
export async function writeAutoBan(
  database: SqlConnection,
  { ip, kind, reason, seconds }: AutoBan,
): Promise<boolean> {
  const { rows } = await database.query(
    `insert into ban (ip, kind, reason, banned_until)
      select $1::inet, $2, $3, now() + $4 * interval '1 second'
      where not exists (select from client_ip i join account a on a.id = i.account_id
          where i.ip >>= $1::inet and a.deleted_at is null)
        and not exists (select from gateway g
          where g.host = host($1::inet) and g.deleted_at is null)
        and not exists (select from registration r
          where r.source_ip = $1::inet and r.expires_at > now())
    on conflict (ip) do update set kind = excluded.kind, reason = excluded.reason,
      banned_until = excluded.banned_until
      where ban.kind <> 'MANUAL' or ban.banned_until <= now()
    returning ip`,
    [ip, kind, reason, seconds],
  )
  return rows.length === 1
}

/** More than these the switch learns by their calls. */
const KNOWN_MAX = 20_000

/** IPv4 addresses that are never banned by themselves; of networks those that are a /24 or less. */
export async function listKnownAddresses(database: SqlConnection): Promise<string[]> {
  const { rows } = await database.query<{ ip: string }>(
    `select host(set_masklen(network(i.ip)::inet, 32) + n) as ip
      from client_ip i join account a on a.id = i.account_id,
        generate_series(0, (2 ^ (32 - masklen(i.ip)))::integer - 1) n
      where family(i.ip) = 4 and masklen(i.ip) >= 24 and a.deleted_at is null
    union select host from gateway
      where host ~ '^[0-9]{1,3}([.][0-9]{1,3}){3}$' and deleted_at is null
    union select host(source_ip) from registration
      where family(source_ip) = 4 and expires_at > now()
    limit ${KNOWN_MAX}`,
  )
  return rows.map((row) => row.ip)
}

/** The SIP addresses of all other nodes that have joined and were not removed. */
export async function listOtherNodes(database: pg.Pool, own_node_id: number): Promise<string[]> {
  const { rows } = await database.query<{ sip_address: string }>(
    `select sip_address from node
      where id <> $1 and removed_at is null and joined_at is not null and sip_address <> ''`,
    [own_node_id],
  )
  return rows.map((row) => row.sip_address)
}

/** The SIP address of another running node with a phone of the user, the one seen last. */
export async function findNodeOf(
  database: pg.Pool,
  username: string,
  own_node_id: number,
): Promise<string | undefined> {
  const { rows } = await database.query<{ sip_address: string }>({
    name: 'find-node-of-user',
    text: `select n.sip_address from sip_user s join registration r on r.sip_user_id = s.id
        join node n on n.id = r.node_id
      where lower(s.username) = lower($1) and r.node_id <> $2 and r.expires_at > now()
        and n.removed_at is null and n.sip_address <> '' and exists (
          select from process_state p where p.node_id = n.id and p.name like 'calls-%'
            and p.seen_at > now() - ${SILENCE})
      order by r.updated_at desc limit 1`,
    values: [username, own_node_id],
  })
  return rows[0]?.sip_address
}
