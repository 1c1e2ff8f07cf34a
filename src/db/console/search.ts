// The possible meanings of a text: a few of each kind, in one query. Tables of configuration are
// small enough to be looked through; rates and calls, which are not, are found by their indexes
// alone.
import { isIP } from 'node:net'
import { type RawBuilder, sql } from 'kysely'
import type { SearchText } from '#core/search-text.ts'
import type { Database } from '../database.ts'
import { contains, startsWith } from '../paging.ts'
import { aroundCall } from '../periods.ts'
import { inScope, type Scope, seesTariffs } from '../scope.ts'
import { type RateInstant, rateOfNumber, readRateInstantNow } from '../tariffs/rate-in-effect.ts'

const MOST = 5

/** The columns id, name, hint and under, best first; undefined when the text cannot mean this. */
type Search = (
  scope: Scope,
  asked: SearchText,
  instant: RateInstant | undefined,
) => RawBuilder<unknown> | undefined

const accounts =
  (kind: 'WHOLESALE' | 'RETAIL' | 'RESELLER' | 'SETTLEMENT'): Search =>
  (scope, { text }) =>
    sql`
    select a.id::text as id, a.name,
      coalesce((select u.username from console_user u
        where u.account_id = a.id and u.deleted_at is null), '') as hint,
      (select r.level from reseller r where r.account_id = a.id)::bigint as under
    from account a
    where a.kind = ${kind} and a.deleted_at is null and ${inScope(scope, 'a.id')}
      and (a.name ilike ${contains(text)} or a.id in (
        select u.account_id from console_user u where u.type = ${kind}
          and u.deleted_at is null and u.username ilike ${contains(text)}))
    order by a.name ilike ${startsWith(text)} desc, lower(a.name), a.id limit ${MOST}`

const gateways: Search = (scope, { text, address }) => sql`
  select g.id::text as id, g.name, g.host || ':' || g.port as hint, null::bigint as under
  from gateway g
  where g.deleted_at is null and ${inScope(scope, 'g.settlement_id')}
    and (g.name ilike ${contains(text)} or g.host ilike ${startsWith(address ?? text)})
  order by g.name ilike ${startsWith(text)} desc, lower(g.name), g.id limit ${MOST}`

const named =
  (table: 'gateway_group' | 'route_plan' | 'tariff', hint: string): Search =>
  (scope, { text }) =>
    sql`
    select n.id::text as id, n.name, ${sql.ref(hint)} as hint, null::bigint as under
    from ${sql.table(table)} n
    where n.deleted_at is null and ${inScope(scope, 'n.owner_id')}
      and n.name ilike ${contains(text)}
    order by n.name ilike ${startsWith(text)} desc, lower(n.name), n.id limit ${MOST}`

/** The rate of each tariff by which a number with these digits is rated now. */
const rates: Search = (scope, { digits }, instant) => {
  if (digits === undefined || !instant) return undefined
  return sql`
    select r.id::text as id, concat_ws(' ', r.prefix, nullif(r.destination, '')) as name,
      concat_ws(' ', t.name, trim_scale(r.rate / 100000000.0), t.currency) as hint,
      t.id as under
    from tariff t cross join lateral (${rateOfNumber(digits, instant, sql`r.*`)}) r
    where t.deleted_at is null and ${inScope(scope, 't.owner_id')}
      and ${seesTariffs(scope, 't.kind')} and r.prefix <> ''
    order by length(r.prefix) desc, lower(t.name), t.id limit ${MOST}`
}

const clientIps: Search = (scope, { address }) => {
  if (address === undefined) return undefined
  const fits = isIP(address)
    ? sql`i.ip >>= ${address}::inet`
    : sql`host(i.ip) like ${startsWith(address.toLowerCase())}`
  return sql`
    select i.id::text as id,
      case when masklen(i.ip) = masklen(host(i.ip)::inet) then host(i.ip) else i.ip::text end
        as name,
      a.name as hint, null::bigint as under
    from client_ip i join account a on a.id = i.account_id
    where a.deleted_at is null and ${inScope(scope, 'i.account_id')} and ${fits}
    order by masklen(i.ip) desc, i.ip, i.id limit ${MOST}`
}

const sipUsers: Search = (scope, { text, digits }) => sql`
  select u.id::text as id, u.username as name,
      concat_ws(', ', nullif(u.number, ''), a.name) as hint,
    u.account_id as under
  from sip_user u join account a on a.id = u.account_id
  where a.deleted_at is null and ${inScope(scope, 'u.account_id')}
    and (u.username ilike ${contains(text)} or u.number like ${startsWith(digits ?? text)})
  order by u.username ilike ${startsWith(text)} desc, lower(u.username), u.id limit ${MOST}`

/** Names of the code deck: a country, and its mobile or special numbers. */
const destinations: Search = (_, { text }) => sql`
  select min(d.prefix::text) as id, d.destination as name, min(d.country_iso2) as hint,
    null::bigint as under
  from code_deck_entry d
  where d.destination ilike ${contains(text)}
  group by d.destination
  order by d.destination ilike ${startsWith(text)} desc, length(d.destination), d.destination
  limit ${MOST}`

const invoices: Search = (scope, { text }) => sql`
  select i.id::text as id, i.document_number as name, a.name as hint, null::bigint as under
  from invoice i join account a on a.id = i.account_id
  where i.document_number ilike ${contains(text)} and ${inScope(scope, 'i.account_id')}
  order by i.document_number ilike ${startsWith(text)} desc, i.id desc limit ${MOST}`

/** By the reference, as far back as their report shows them. */
const payments =
  (isMade: boolean): Search =>
  (scope, { text }) =>
    sql`
    select p.id::text as id, p.reference as name, a.name as hint, null::bigint as under
    from payment p join account a on a.id = p.account_id
    where p.reference ilike ${contains(text)} and p.at > now() - interval '11 months'
      and (a.kind = 'SETTLEMENT') = ${isMade} and ${inScope(scope, 'p.account_id')}
    order by p.reference ilike ${startsWith(text)} desc, p.at desc, p.id desc limit ${MOST}`

const calls =
  (isRetail: boolean): Search =>
  (scope, { call_id }) =>
    call_id === undefined
      ? undefined
      : sql`
    select r.call_id::text as id, r.caller_number || ' → ' || r.dialled_number as name,
      coalesce(a.name, '') as hint, null::bigint as under
    from call_record r left join account a on a.id = r.account_id
    where ${aroundCall(call_id, 'r.started_at')} and r.call_id = ${call_id}::bigint and r.is_last
      and (r.client_type = 'RETAIL') = ${isRetail} and ${inScope(scope, 'r.account_id')}
    limit 1`

const SEARCHES = {
  WHOLESALE: accounts('WHOLESALE'),
  RETAIL: accounts('RETAIL'),
  RESELLER: accounts('RESELLER'),
  SETTLEMENT: accounts('SETTLEMENT'),
  GATEWAY: gateways,
  GATEWAY_GROUP: named('gateway_group', 'n.description'),
  ROUTE_PLAN: named('route_plan', 'n.description'),
  TARIFF: named('tariff', 'n.currency'),
  RATE: rates,
  CLIENT_IP: clientIps,
  SIP_USER: sipUsers,
  DESTINATION: destinations,
  INVOICE: invoices,
  PAYMENT_MADE: payments(true),
  PAYMENT_RECEIVED: payments(false),
  WHOLESALE_CALL: calls(false),
  RETAIL_CALL: calls(true),
}

type Kind = keyof typeof SEARCHES

interface HitRow {
  readonly kind: Kind
  readonly id: string
  readonly name: string
  readonly hint: string
  readonly under: number | null
}

/** In the order of `kinds`. */
export async function findByText(
  database: Database,
  scope: Scope,
  kinds: readonly Kind[],
  asked: SearchText,
): Promise<HitRow[]> {
  const seeksRates = asked.digits !== undefined && kinds.includes('RATE')
  const instant = seeksRates ? await readRateInstantNow(database) : undefined
  const parts = kinds.flatMap((kind, at) => {
    const part = SEARCHES[kind](scope, asked, instant)
    if (!part) return []
    return [
      sql`select ${at}::int as at, ${kind}::text as kind, found.*, row_number() over () as place
        from (${part}) found`,
    ]
  })
  if (parts.length === 0) return []
  const { rows } = await sql<HitRow>`
    select kind, id, name, hint, under from (${sql.join(parts, sql` union all `)}) hits
    order by at, place`.execute(database)
  return rows
}
