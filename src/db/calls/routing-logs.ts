// Why calls went where they went, and why they did not. Always within a range of time, so that only
// few partitions are read.
import { type RawBuilder, sql } from 'kysely'
import type { CallStatus } from '#core/call/call-record.ts'
import { REFUSALS, type Refusal, refusalsOf, type Stage } from '#core/routing/refusal.ts'
import type { Database } from '../database.ts'
import { type Listed, type ListQuery, startsWith } from '../paging.ts'
import { searchedPeriod, type TimeQuery } from '../periods.ts'
import { inScope, type Scope } from '../scope.ts'
import {
  type Asked,
  among,
  beginsWith,
  beginsWithNumber,
  bothWays,
  cameFrom,
  holds,
  wentTo,
  within,
} from './call-filters.ts'
import { pageOfCalls } from './call-pages.ts'

interface CallRow {
  readonly call_id: string
  readonly started_at: string
  readonly account_id: number
  readonly client_name: string | null
  readonly source_ip: string | null
  readonly caller_number: string
  readonly dialled_number: string
  readonly called_number: string
  readonly sip_code: number | null
  /** That of the last attempt, for the key of a page. */
  readonly attempt_no: number
  readonly attempts: number
}

const CALL = sql`r.call_id::text as call_id, r.started_at, r.account_id, c.name as client_name,
  host(r.source_ip) as source_ip, r.caller_number, r.dialled_number, r.called_number, r.sip_code,
  r.attempt_no, r.attempt_no as attempts`

export interface ErrorFilters
  extends TimeQuery,
    Asked<'stage', readonly Stage[]>,
    Asked<'refusal', readonly Refusal[]>,
    Asked<'account_id' | 'gateway_id' | 'route_plan_id', readonly number[]>,
    Asked<'source_ip' | 'called_number', readonly string[]>,
    Asked<'destination', string> {
  readonly q?: string | undefined
}

type RoutingErrorRow = CallRow & {
  readonly refusal: Refusal
  readonly q850_cause: number | null
  readonly destination: string
  readonly candidates: number | null
  readonly last_reason: string | null
  readonly has_log: boolean
}

/** Read from the steps of the log, only for the rows of one page. */
const GATEWAYS_OF_LOG = sql`
  case when l.steps is not null then (
    select count(distinct s->>'gateway_id') from json_array_elements(l.steps) as s
    where s->>'step' = 'GATEWAY') end as candidates,
  (select s.step->>'exclusion' from json_array_elements(l.steps)
      with ordinality as s (step, place)
    where s.step->>'step' = 'GATEWAY' and s.step->>'exclusion' is not null
    order by s.place desc limit 1) as last_reason`

const ALL = Object.keys(REFUSALS) as Refusal[]

async function matchingErrors(
  database: Database,
  scope: Scope,
  query: ErrorFilters,
): Promise<RawBuilder<unknown>> {
  const { q } = query
  const period = await searchedPeriod(database, query)
  const isOneOf = among('r.refusal', 'text')
  const filters = [
    within('r', period),
    sql`r.is_last`,
    isOneOf(ALL),
    inScope(scope, 'r.account_id'),
    ...bothWays(query, 'stage', (stages) => isOneOf(refusalsOf(...stages))),
    ...bothWays(query, 'refusal', isOneOf),
    ...bothWays(query, 'account_id', among('r.account_id', 'bigint')),
    ...bothWays(query, 'called_number', beginsWith('r.called_number')),
    ...bothWays(query, 'destination', holds('r.destination')),
    ...bothWays(query, 'route_plan_id', among('r.route_plan_id', 'bigint')),
    ...bothWays(query, 'source_ip', cameFrom),
    ...bothWays(query, 'gateway_id', wentTo('gateway_id', period)),
  ]
  if (q) {
    const of = (column: string) => beginsWithNumber(`r.${column}`)([q])
    filters.push(sql`(${of('dialled_number')} or ${of('caller_number')}
      or host(r.source_ip) like ${startsWith(q)}
      or r.sip_call_id = ${q} or r.call_id::text = ${q})`)
  }
  return sql.join(filters, sql` and `)
}

export async function listRoutingErrors(
  database: Database,
  scope: Scope,
  query: ErrorFilters & ListQuery<'started_at'>,
): Promise<Listed<RoutingErrorRow>> {
  return pageOfCalls(database, query, {
    from: sql`call_record r`,
    matching: await matchingErrors(database, scope, query),
    read: sql`*`,
    columns: sql`${CALL}, r.refusal, r.q850_cause, r.destination, l.steps is not null as has_log,
      ${GATEWAYS_OF_LOG}`,
    names: (isOnPage) => sql`left join account c on c.id = r.account_id
      left join routing_log l on l.call_id = r.call_id and l.started_at = r.started_at
        and ${isOnPage('l.started_at')}`,
  })
}

export interface CountedValue {
  readonly value: string
  readonly count: number
}

/** As many as one looks at. */
const MOST = 10

/** How often which reason, which client, and which destination, if it came so far. */
export async function countRoutingErrors(database: Database, scope: Scope, query: ErrorFilters) {
  const matching = await matchingErrors(database, scope, query)
  const by_refusal = await sql<CountedValue>`
    select r.refusal as value, count(*) from call_record r where ${matching}
    group by 1 order by 2 desc, 1`.execute(database)
  const by_client = await sql<CountedValue & { label: string | null }>`
    select n.account_id::text as value, c.name as label, n.count from (
      select r.account_id, count(*) from call_record r where ${matching}
      group by 1 order by 2 desc limit ${MOST}) n
    left join account c on c.id = n.account_id
    order by n.count desc, n.account_id`.execute(database)
  const by_destination = await sql<CountedValue>`
    select r.destination as value, count(*) from call_record r
    where ${matching} and r.destination <> ''
    group by 1 order by 2 desc, 1 limit ${MOST}`.execute(database)
  return {
    by_refusal: by_refusal.rows,
    by_client: by_client.rows,
    by_destination: by_destination.rows,
  }
}

interface RoutingLogQuery
  extends ListQuery<'started_at'>,
    TimeQuery,
    Asked<'account_id' | 'gateway_id', readonly number[]>,
    Asked<'called_number', readonly string[]> {
  readonly status?: CallStatus | undefined
}

type RoutingLogRow = CallRow & {
  /** Null while the call is active. */
  readonly status: CallStatus | null
  readonly refusal: string | null
  readonly gateway_name: string | null
  readonly steps: number
}

export async function listRoutingLogs(
  database: Database,
  scope: Scope,
  query: RoutingLogQuery,
): Promise<Listed<RoutingLogRow>> {
  const period = await searchedPeriod(database, query)
  const { q, status } = query
  const filters = [
    within('r', period),
    sql`r.is_last`,
    inScope(scope, 'r.account_id'),
    ...bothWays(query, 'account_id', among('r.account_id', 'bigint')),
    ...bothWays(query, 'gateway_id', wentTo('gateway_id', period)),
    ...bothWays(query, 'called_number', beginsWith('r.called_number')),
  ]
  if (status === 'FAILED') filters.push(sql`r.status <> 'ANSWERED'`)
  else if (status) filters.push(sql`r.status = ${status}`)
  if (q) {
    const of = (column: string) => beginsWithNumber(`r.${column}`)([q])
    filters.push(sql`(${of('called_number')} or ${of('caller_number')}
      or r.sip_call_id = ${q} or r.call_id::text = ${q})`)
  }
  return pageOfCalls(database, query, {
    // "offset 0" has the log of each call looked up in the order of the page: the planner expects
    // that hardly a call has one, and would join and sort all.
    from: sql`call_record r cross join lateral (
      select l.steps from routing_log l
      where l.call_id = r.call_id and l.started_at = r.started_at and ${within('l', period)}
      offset 0) l`,
    counted: sql`call_record r join routing_log l
      on l.call_id = r.call_id and l.started_at = r.started_at and ${within('l', period)}`,
    matching: sql.join(filters, sql` and `),
    read: sql`r.*, json_array_length(l.steps) as steps`,
    columns: sql`${CALL}, r.status, r.refusal, g.name as gateway_name, r.steps`,
    names: () => sql`left join account c on c.id = r.account_id
      left join gateway g on g.id = r.gateway_id`,
  })
}
