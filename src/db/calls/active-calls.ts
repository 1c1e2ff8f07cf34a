// The calls that are going on, as the console shows them. Only the engine writes them.
import { type RawBuilder, sql } from 'kysely'
import { type Money, type Rate, SYSTEM_FX } from '#core/money.ts'
import { bareDigits } from '#core/number/pasted-number.ts'
import type { Database, Tx } from '../database.ts'
import { contains, type ListQuery, offsetPage, startsWith } from '../paging.ts'
import { inScopeTree, isOfAdmin, type Scope } from '../scope.ts'
import { SYSTEM_CURRENCY } from '../settings.ts'
import type { OpenCallTable } from '../tables/calls.ts'
import { nodeOfEngine } from './open-calls.ts'
import { openCallInScope } from './traffic.ts'

/**
 * The payer whose price is shown: the client, or for a reseller the account right below it, whose
 * place is before its own.
 */
const payerShown = (scope: Scope): RawBuilder<{ id: number; price: unknown }> =>
  isOfAdmin(scope)
    ? sql`(select c.account_id as id, c.decided #> '{payers,0,price}' as price)`
    : sql`(select coalesce((below ->> 'account_id')::bigint, c.account_id) as id,
        below -> 'price' as price
      from (select c.decided -> 'payers' -> coalesce((
        select greatest(n - 2, 0)::int
        from json_array_elements(c.decided -> 'payers') with ordinality payer (payer, n)
        where (payer ->> 'account_id')::bigint = ${scope.account_id}), 0) as below) found)`
/** That of the gateway which is being tried, among the routes as decided. */
const ofRoute = (path: string) => sql<string | null>`(
  select route #>> ${sql.lit(path)}
  from json_array_elements(case when json_typeof(c.decided -> 'routes') = 'array'
    then c.decided -> 'routes' else '[]' end) route
  where (route ->> 'gateway_id')::bigint = c.gateway_id limit 1)`
const numberOfRoute = (path: string) => sql<number | null>`${ofRoute(path)}::bigint`
const buyRate = sql<Rate | null>`${numberOfRoute('{buy,price,terms,rate}')}`
const buyDestination = sql<string | null>`(
  select r.destination from tariff_rate r
  where r.id = ${numberOfRoute('{buy,price,rate_id}')})`

/**
 * The prices of the seller, the operator or a reseller: of what is paid to it, and of what it pays.
 */
const sellerPrices = (scope: Scope): RawBuilder<{ sold: unknown; bought: unknown }> =>
  isOfAdmin(scope)
    ? sql`(select c.decided #> '{payers,-1,price}' as sold,
        ${ofRoute('{buy,price}')}::json as bought)`
    : sql`(select shown.price as sold, (
        select payer -> 'price' from json_array_elements(c.decided -> 'payers') payer
        where (payer ->> 'account_id')::bigint = ${scope.account_id} limit 1) as bought)`

const fxOf = (side: 'sold' | 'bought', path: '{terms,tariff_fx}' | '{terms,party_fx}') =>
  sql`coalesce((seller.${sql.ref(side)} #>> ${sql.lit(path)})::numeric,
    ${sql.lit(SYSTEM_FX)})`
/** A minute in the system currency; below zero for one that is credited. */
const worthOf = (
  side: 'sold' | 'bought',
) => sql`(seller.${sql.ref(side)} #>> '{terms,rate}')::numeric
  * ${fxOf(side, '{terms,tariff_fx}')}
  * case when (seller.${sql.ref(side)} #>> '{terms,reverse_billing}')::boolean then -1 else 1 end`
const marginRate = (scope: Scope) =>
  sql<Rate | null>`round((${worthOf('sold')} - ${worthOf('bought')})
    / ${isOfAdmin(scope) ? sql.lit(SYSTEM_FX) : fxOf('bought', '{terms,party_fx}')})::bigint`
const sellerCurrency = (scope: Scope) =>
  isOfAdmin(scope)
    ? SYSTEM_CURRENCY
    : sql<string>`(select o.currency from account o where o.id = ${scope.account_id})`

const nodeName = sql<string>`coalesce((
  select n.name from node n where n.id = ${sql.raw(nodeOfEngine('c.engine'))}), '')`

const SENT = { number: ofRoute('{sent_number}'), caller: ofRoute('{sent_caller_number}') }

/** Rates are in the currency of their tariff. */
const tariffCurrency = (tariff_id: RawBuilder<unknown>) =>
  sql<string>`coalesce((select t.currency from tariff t where t.id = ${tariff_id}), a.currency)`

const activeCalls = (database: Database, scope: Scope) =>
  database
    .selectFrom('open_call as c')
    .innerJoin('account as a', 'a.id', 'c.account_id')
    .innerJoinLateral(payerShown(scope).as('shown'), (join) => join.onTrue())
    .innerJoinLateral(sellerPrices(scope).as('seller'), (join) => join.onTrue())
    .leftJoin('account as p', 'p.id', 'shown.id')
    .leftJoin('account as s', 's.id', 'c.settlement_id')
    .leftJoin('gateway as g', 'g.id', 'c.gateway_id')
    .where(openCallInScope(scope, 'c.'))
    .select(['c.state', 'c.account_id', 'c.client_type', 'g.id as gateway_id', 'c.caller_number'])
    .select(['c.called_number', 'c.destination', 'c.source_ip', 'c.started_at', 'c.ringing_at'])
    .select([
      'c.answered_at',
      'c.granted_seconds',
      'c.package_seconds_held',
      'a.name as client_name',
    ])
    .select(['s.name as settlement_name', 'g.name as gateway_name'])
    .select([
      sql<string>`c.call_id::text`.as('call_id'),
      sql<Money>`coalesce(c.held[array_position(c.payer_ids, shown.id)], 0)`.as('held'),
      sql<string>`coalesce(p.currency, a.currency)`.as('currency'),
      sql<Rate>`coalesce((shown.price #>> '{terms,rate}')::bigint, 0)`.as('sell_rate'),
      tariffCurrency(sql`(shown.price ->> 'tariff_id')::bigint`).as('sell_rate_currency'),
      buyRate.as('buy_rate'),
      tariffCurrency(numberOfRoute('{buy,price,tariff_id}')).as('buy_rate_currency'),
      sql<Rate | null>`(seller.bought #>> '{terms,rate}')::bigint`.as('cost_rate'),
      tariffCurrency(sql`(seller.bought ->> 'tariff_id')::bigint`).as('cost_rate_currency'),
      marginRate(scope).as('margin_rate'),
      sellerCurrency(scope).as('margin_rate_currency'),
      buyDestination.as('buy_destination'),
      nodeName.as('node_name'),
      sql<boolean>`coalesce(${ofRoute('{is_recorded}')}::boolean, false)`.as('is_recorded'),
      SENT.number.as('sent_number'),
      SENT.caller.as('sent_caller_number'),
      sql<boolean>`c.hang_up_asked_at is not null`.as('hang_up_asked'),
    ])

const SORTS = {
  started_at: sql`c.started_at`,
  answered_at: sql`c.answered_at`,
  client_name: sql`lower(a.name)`,
  called_number: sql`c.called_number`,
  gateway_name: sql`lower(g.name)`,
}

interface Filters {
  readonly q?: string | undefined
  readonly state?: OpenCallTable['state'] | undefined
  readonly account_id?: number | undefined
  readonly gateway_id?: number | undefined
  readonly called_number?: string | undefined
  readonly destination?: string | undefined
  readonly min_seconds?: number | undefined
}

type ActiveCallQuery = Filters &
  ListQuery<keyof typeof SORTS> & { readonly started_until?: string | undefined }

/** Only what the side of the scope knows: what is found says what it is. */
const isFound = (scope: Scope, found: string) =>
  scope.kind === 'settlement'
    ? sql`(${SENT.number} like ${found} or ${SENT.caller} like ${found})`
    : sql`(a.name ilike ${found} or c.called_number like ${found}
        or c.caller_number like ${found} or c.destination ilike ${found})`

/** Whether a call `c` of a client `a` matches the filters. */
function fits(scope: Scope, filters: Filters): RawBuilder<boolean> {
  const { q, state, account_id, gateway_id, called_number, destination, min_seconds } = filters
  const conditions = [
    q && isFound(scope, contains(bareDigits(q))),
    state && sql`c.state = ${state}`,
    account_id && sql`c.account_id = ${account_id}`,
    gateway_id && sql`c.gateway_id = ${gateway_id}`,
    called_number && sql`c.called_number like ${startsWith(called_number)}`,
    destination !== undefined && sql`c.destination = ${destination}`,
    min_seconds !== undefined &&
      sql`coalesce(c.answered_at <= now() - make_interval(secs => ${min_seconds}), false)`,
  ].filter((condition) => typeof condition === 'object')
  return sql<boolean>`${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}`
}

export async function listActiveCalls(database: Database, scope: Scope, query: ActiveCallQuery) {
  const { started_until } = query
  let select = activeCalls(database, scope).where(fits(scope, query))
  if (started_until) select = select.where('c.started_at', '<=', started_until)
  // The oldest first: what comes in meanwhile goes to the end, and no row moves for it.
  return offsetPage(database, select, query, SORTS, 'started_at', sql`c.call_id`)
}

export async function findActiveCall(database: Database, scope: Scope, call_id: string) {
  return activeCalls(database, scope)
    .where(sql<boolean>`c.call_id = ${call_id}::bigint`)
    .executeTakeFirst()
}

/** By what calls are grouped: its id, its name, its limit, and the filter that keeps one group. */
const GROUPINGS = {
  gateway: { id: sql`g.id::text`, name: sql`g.name`, limit: sql`g.channel_limit` },
  client: { id: sql`a.id::text`, name: sql`a.name`, limit: sql`a.channel_limit` },
  destination: {
    id: sql`nullif(c.destination, '')`,
    name: sql`c.destination`,
    limit: sql`null::int`,
  },
}
const OWN_FILTER = {
  gateway: 'gateway_id',
  client: 'account_id',
  destination: 'destination',
} as const

const GROUPS_SHOWN = 24

interface Group {
  readonly id: string
  readonly name: string
  readonly calls: number
  readonly answered: number
  readonly load: number
  readonly channel_limit: number | null
}

interface CountQuery extends Filters {
  readonly by: keyof typeof GROUPINGS
  readonly since?: string | undefined
}

/** Totals of the scope, and its largest groups; the chosen one is always among them. */
export async function countActiveCalls(database: Database, scope: Scope, query: CountQuery) {
  const { by, since } = query
  const { id, name, limit } = GROUPINGS[by]
  const chosen = query[OWN_FILTER[by]]
  const matching = fits(scope, { ...query, [OWN_FILTER[by]]: undefined })
  const calls = sql`from open_call c join account a on a.id = c.account_id
    left join gateway g on g.id = c.gateway_id where ${openCallInScope(scope, 'c.')}`
  const newer = since
    ? sql`${fits(scope, query)} and c.started_at > ${since}::timestamptz`
    : sql`false`
  const [totals, groups] = await Promise.all([
    sql<{ at: string; calls: number; answered: number; newer: number }>`
      select now() as at, count(*) as calls,
        count(*) filter (where c.state = 'ANSWERED') as answered,
        count(*) filter (where ${newer}) as newer ${calls}`.execute(database),
    sql<Group & { groups_total: number }>`
      select ${id} as id, ${name} as name, ${limit} as channel_limit, count(*) as load,
        count(*) filter (where ${matching}) as calls,
        count(*) filter (where ${matching} and c.state = 'ANSWERED') as answered,
        count(*) over () as groups_total
      ${calls} and ${id} is not null group by 1, 2, 3
      order by ${id} = ${String(chosen ?? '')} desc, load desc, name
      limit ${GROUPS_SHOWN}`.execute(database),
  ])
  const [counted] = totals.rows
  if (!counted) throw new Error('A sum without groups has one row')
  const groups_total = groups.rows[0]?.groups_total ?? 0
  return {
    ...counted,
    groups: groups.rows.map(({ groups_total: _, ...group }) => group),
    groups_total,
  }
}

/**
 * Requests the end of a call from the engine; returns its numbers, or undefined if it has ended
 * already.
 */
export async function askHangUp(tx: Tx, scope: Scope, call_id: string, by: string, at: string) {
  return tx
    .updateTable('open_call')
    .set({ hang_up_asked_at: at, hang_up_asked_by: by })
    .where(sql<boolean>`call_id = ${call_id}::bigint`)
    .where(inScopeTree(scope, 'account_id'))
    .returning(['caller_number', 'called_number'])
    .executeTakeFirst()
}

/** The same for all calls; answers their number. */
export async function askHangUpOfAll(
  tx: Tx,
  scope: Scope,
  by: string,
  at: string,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('open_call')
    .set({ hang_up_asked_at: at, hang_up_asked_by: by })
    .where(inScopeTree(scope, 'account_id'))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export interface UnclosedCalls {
  readonly count: number
  /** The oldest. */
  readonly calls: { call_id: string; since: string; error: string }[]
}

const UNCLOSED_SHOWN = 20

/** Calls that have ended and that the engine cannot close. */
export async function listUnclosedCalls(database: Database): Promise<UnclosedCalls> {
  const { rows } = await sql<UnclosedCalls['calls'][number] & { count: number }>`
    select call_id::text as call_id, close_failed_at as since, close_error as error,
      count(*) over () as count
    from open_call where close_failed_at is not null
    order by close_failed_at, open_call.call_id limit ${UNCLOSED_SHOWN}`.execute(database)
  return { count: rows[0]?.count ?? 0, calls: rows.map(({ count: _, ...call }) => call) }
}
