// The data of an account, part by part: its own words, logins, numbers and messages, and the
// books. For a person who wants to know it, and before it is erased (ADR-0051).
import { type RawBuilder, sql } from 'kysely'
import { PERSONAL_DATA_PARTS, type PersonalDataPart } from '#core/account/personal-data.ts'
import type { Database } from '../database.ts'
import { keyOf, type Listed, type ListQuery, toPage } from '../paging.ts'

export interface PersonalData {
  readonly part: PersonalDataPart
  readonly at: string
  /** The values of the part by their names. */
  readonly data: Readonly<Record<string, unknown>>
}

type Account = RawBuilder<unknown>

const users = (account: Account) =>
  sql`(select u.id from console_user u where u.account_id = ${account}
    or u.employer_id = ${account})`

/** Exact, as decimal text. */
const amount = (column: string) => sql`round(${sql.ref(column)} / 1000000.0, 6)::text`

/** Addresses of those accounts, and of those users. */
const addresses = (isAccount: RawBuilder<unknown>, isUser: RawBuilder<unknown>) => sql`
  (select lower(own.email) from account a
    cross join lateral (values (a.noc_email), (a.billing_email), (a.rates_email)) as own (email)
    where ${isAccount} and own.email <> ''
  union select lower(u.email) from console_user u where ${isUser} and u.email <> '')`

/**
 * Addresses of the account and of its users, in small letters. One that another account or user has
 * too is not its own: whose message it was, or who has unsubscribed, is not known.
 */
export const addressesOf = (account: Account) => {
  const isUser = sql`(u.account_id is not distinct from ${account}
    or u.employer_id is not distinct from ${account})`
  return sql`(${addresses(sql`a.id = ${account}`, isUser)}
    except ${addresses(
      sql`a.id <> ${account} and a.deleted_at is null`,
      sql`not ${isUser} and u.deleted_at is null`,
    )})`
}

/** Messages to its addresses, of its own rules, about what concerns it, and with its documents. */
export const isMessageOf = (account: Account) => sql`(d.owner_id = ${account}
  or d.recipient in ${addressesOf(account)}
  or d.event_ids && (select coalesce(array_agg(e.id), '{}') from notification_event e
    where e.account_id = ${account})
  or exists (select from notification_attachment n where n.delivery_id = d.id
    and n.account_id = ${account}))`

/** Rows with their time, two numbers that make them one, and their values; never a secret. */
const SOURCES: Readonly<Record<PersonalDataPart, (account: Account) => RawBuilder<unknown>>> = {
  PROFILE: (account) => sql`select a.created_at as at, a.id, 0 as no, jsonb_build_object(
      'id', a.id, 'kind', a.kind, 'name', a.name, 'status', a.status, 'company', a.company,
      'address', a.address, 'country', a.country_iso2, 'tax_number', a.tax_number,
      'noc_email', a.noc_email, 'billing_email', a.billing_email, 'rates_email', a.rates_email,
      'phone', a.phone, 'notes', a.notes, 'currency', a.currency, 'deleted_at', a.deleted_at,
      'tags', (select to_jsonb(c.tags) from client c where c.account_id = a.id)) as data
    from account a where a.id = ${account}`,
  LOGIN: (account) => sql`select u.created_at as at, u.id, 0 as no, jsonb_build_object(
      'username', u.username, 'full_name', u.full_name, 'email', u.email, 'phone', u.phone,
      'status', u.status, 'allowed_networks', u.allowed_networks, 'timezone', u.timezone,
      'last_login_at', u.last_login_at, 'last_login_ip', host(u.last_login_ip),
      'deleted_at', u.deleted_at) as data
    from console_user u where u.account_id = ${account} or u.employer_id = ${account}`,
  SESSION: (account) => sql`select s.created_at as at, s.id, 0 as no, jsonb_build_object(
      'ip', host(s.ip), 'user_agent', s.user_agent, 'last_active_at', s.last_active_at) as data
    from session s where s.user_id in ${users(account)}`,
  IP_ADDRESS: (account) => sql`select i.created_at as at, i.id, 0 as no, jsonb_build_object(
      'network', i.ip, 'description', i.description, 'status', i.status,
      'username', i.auth_username) as data
    from client_ip i where i.account_id = ${account}`,
  ADDRESS_REQUEST: (account) => sql`select r.at, r.id, 0 as no, jsonb_build_object(
      'kind', r.kind, 'network', r.network, 'note', r.note, 'state', r.state,
      'reason', r.reason) as data
    from address_request r where r.account_id = ${account}`,
  SIP_USER: (account) => sql`select s.created_at as at, s.id, 0 as no, jsonb_build_object(
      'username', s.username, 'number', s.number, 'display_name', s.display_name,
      'description', s.description, 'allowed_callers', s.allowed_callers,
      'allowed_networks', s.allowed_networks, 'registrations', (
        select coalesce(jsonb_agg(jsonb_build_object('contact', r.contact,
          'source_ip', host(r.source_ip), 'user_agent', r.user_agent,
          'registered_at', r.registered_at)), '[]')
        from registration r where r.sip_user_id = s.id)) as data
    from sip_user s where s.account_id = ${account}`,
  MESSAGE: (account) => sql`select d.created_at as at, d.id, 0 as no, jsonb_build_object(
      'channel', d.channel, 'recipient', d.recipient, 'subject', d.subject,
      'text', d.body_text, 'state', d.state, 'sent_at', d.sent_at) as data
    from notification_delivery d where ${isMessageOf(account)}`,
  PAYMENT: (account) => sql`select p.at, p.id, 0 as no, jsonb_build_object(
      'kind', p.kind, 'amount', ${amount('p.amount')}, 'currency', a.currency,
      'method', p.method, 'reference', p.reference, 'note', p.note) as data
    from payment p join account a on a.id = p.account_id where p.account_id = ${account}`,
  INVOICE: (account) => sql`select i.issued_at as at, i.id, 0 as no, jsonb_build_object(
      'number', i.document_number, 'from', i.starts_at, 'until', i.ends_at,
      'amount', ${amount('i.amount')}, 'currency', a.currency, 'parties', i.parties,
      'voided_at', i.voided_at) as data
    from invoice i join account a on a.id = i.account_id
    where i.account_id = ${account} and i.issued_at is not null`,
  ACTIVITY: (account) => sql`select l.at, l.id, 0 as no, jsonb_build_object(
      'username', l.username, 'ip', host(l.ip), 'user_agent', l.user_agent,
      'action', l.action, 'what', l.entity, 'name', l.entity_name) as data
    from activity_log l where l.user_id in ${users(account)}`,
  CALL: (account) => sql`select r.started_at as at, r.call_id as id, r.attempt_no as no,
    jsonb_build_object('answered_at', r.answered_at, 'ended_at', r.ended_at,
      'status', r.status, 'is_last', r.is_last, 'caller_number', r.caller_number,
      'caller_name', r.caller_name, 'dialled_number', r.dialled_number,
      'called_number', r.called_number, 'destination', r.destination,
      'billed_seconds', r.billed_seconds, 'amount', ${amount('r.sell_amount')},
      'currency', r.sell_currency, 'source_ip', host(r.source_ip), 'user_agent', r.user_agent,
      'pai', r.pai, 'rpid', r.rpid, 'diversion', r.diversion, 'sip_call_id', r.sip_call_id,
      'codec', r.codec) as data
    from call_record r where r.account_id = ${account}`,
}

/** Above this a count is "at least", but for an export. */
const COUNT_MAX = 10_000

const accountOf = (account_id: number) => sql`${account_id}::bigint`

async function countPart(
  database: Database,
  account_id: number,
  part: PersonalDataPart,
  count_max: number,
): Promise<number> {
  const cap = Number.isFinite(count_max) ? sql`limit ${count_max + 1}` : sql``
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select 1 from (${SOURCES[part](accountOf(account_id))}) found ${cap}) counted`.execute(
    database,
  )
  return rows[0]?.count ?? 0
}

export interface PartCount {
  readonly part: PersonalDataPart
  readonly count: number
  readonly is_exact: boolean
}

export const countPersonalData = (database: Database, account_id: number): Promise<PartCount[]> =>
  countParts(database, account_id, PERSONAL_DATA_PARTS, COUNT_MAX)

/** One after the other: the other connections are for other requests. */
async function countParts(
  database: Database,
  account_id: number,
  parts: readonly PersonalDataPart[],
  count_max = Number.POSITIVE_INFINITY,
): Promise<PartCount[]> {
  const counts: PartCount[] = []
  for (const part of parts) {
    const count = await countPart(database, account_id, part, count_max)
    counts.push({ part, count: Math.min(count, count_max), is_exact: count <= count_max })
  }
  return counts
}

interface Row extends PersonalData {
  readonly id: string
  readonly no: number
}

interface Place {
  readonly at: string
  readonly id: string
  readonly no: number
}

async function readPart(
  database: Database,
  account_id: number,
  part: PersonalDataPart,
  after: Place | undefined,
  max: number,
): Promise<Row[]> {
  const isAfter = after
    ? sql`(at, id, no) > (${after.at}::timestamptz, ${after.id}::bigint, ${after.no}::smallint)`
    : sql`true`
  const { rows } = await sql<Row>`
    select ${part} as part, at, id::text as id, no, data
    from (${SOURCES[part](accountOf(account_id))}) stored
    where ${isAfter} order by stored.at, stored.id, stored.no limit ${max}`.execute(database)
  return rows
}

/** Part by part, each from its oldest row on. */
export async function listPersonalData(
  database: Database,
  account_id: number,
  query: ListQuery<'part'> & { readonly part?: PersonalDataPart | undefined },
): Promise<Listed<PersonalData>> {
  const parts = query.part ? [query.part] : PERSONAL_DATA_PARTS
  const key = keyOf(query, [/^[A-Z_]+$/, /^[\d:.TZ-]+$/, /^\d+$/, /^\d+$/])
  const [part, at = '', id = '', no] = key ?? []
  const begin = key ? parts.indexOf(part as PersonalDataPart) : 0
  const rows: Row[] = []
  for (const [nth, one] of begin < 0 ? [] : parts.slice(begin).entries()) {
    const after = key && nth === 0 ? { at, id, no: Number(no) } : undefined
    const max = query.limit + 1 - rows.length
    if (max > 0) rows.push(...(await readPart(database, account_id, one, after, max)))
  }
  // Counted for an export alone, once.
  const isCounted = query.total === 'exact'
  const counts = isCounted ? await countParts(database, account_id, parts) : []
  const total = isCounted ? counts.reduce((sum, { count }) => sum + count, 0) : rows.length
  const listed = toPage(query, 'part', rows, total, (row) => [row.part, row.at, row.id, row.no])
  return {
    rows: listed.rows.map(({ part, at, data }) => ({ part, at, data })),
    page: { ...listed.page, total_is_exact: isCounted || !listed.page.next_cursor },
  }
}
