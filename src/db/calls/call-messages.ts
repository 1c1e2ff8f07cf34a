// The SIP messages of traced calls. They show both sides of a call, so they are for admins alone.
import { type RawBuilder, sql } from 'kysely'
import { callIdTime } from '#core/call/call-id.ts'
import type { Database } from '../database.ts'
import { aroundCall } from '../periods.ts'
import { inScope, isOfAdmin, type Scope } from '../scope.ts'
import { openCallInScope } from './traffic.ts'

export interface SipMessageRow {
  readonly at: string
  readonly transport: 'UDP' | 'TCP' | 'TLS'
  readonly from_ip: string
  readonly from_port: number
  readonly to_ip: string
  readonly to_port: number
  readonly sip_call_id: string
  readonly message: Buffer
  readonly is_cut: boolean
}

interface TracedGateway {
  /** Address and port. */
  readonly address: string
  readonly name: string
}

export interface TracedCall {
  /** On the leg of the caller. */
  readonly sip_call_id: string
  readonly gateways: readonly TracedGateway[]
}

/** A call of the scope that is over. */
export async function findEndedCall(
  database: Database,
  scope: Scope,
  call_id: string,
): Promise<TracedCall | undefined> {
  const { rows } = await sql<TracedCall>`
    select r.sip_call_id, (
      select coalesce(json_agg(distinct jsonb_build_object(
        'address', t.gateway_address, 'name', g.name)), '[]')
      from call_record t join gateway g on g.id = t.gateway_id
      where t.started_at = r.started_at and t.call_id = r.call_id
        and t.gateway_address is not null) as gateways
    from call_record r
    where ${aroundCall(call_id, 'r.started_at')} and r.call_id = ${call_id}::bigint and r.is_last
      and ${ofAdmin(scope, inScope(scope, 'r.account_id'))}
    limit 1`.execute(database)
  return rows[0]
}

/** An active call of the scope; the gateways are those to which it may go. */
export async function findTracedOpenCall(
  database: Database,
  scope: Scope,
  call_id: string,
): Promise<TracedCall | undefined> {
  const { rows } = await sql<TracedCall>`
    select c.sip_call_id, (
      select coalesce(json_agg(distinct jsonb_build_object(
        'address', route ->> 'address', 'name', g.name)), '[]')
      from json_array_elements(case when json_typeof(c.decided -> 'routes') = 'array'
        then c.decided -> 'routes' else '[]' end) route
      join gateway g on g.id = (route ->> 'gateway_id')::bigint
      where route ->> 'address' is not null) as gateways
    from open_call c where c.call_id = ${call_id}::bigint
      and ${ofAdmin(scope, openCallInScope(scope, 'c.'))}`.execute(database)
  return rows[0]
}

const ofAdmin = (scope: Scope, condition: RawBuilder<boolean>): RawBuilder<boolean> =>
  sql<boolean>`${sql.lit(isOfAdmin(scope))} and ${condition}`

const DAY_MS = 86_400_000

/**
 * The first messages of a call whose scope is checked, in the order of time. A call may last for
 * days: only the partitions before it are left out.
 */
export async function listSipMessages(
  database: Database,
  call_id: string,
  most: number,
): Promise<SipMessageRow[]> {
  const from_at = new Date(callIdTime(call_id) - DAY_MS).toISOString()
  const { rows } = await sql<SipMessageRow>`
    select m.at, m.transport, host(m.from_ip) as from_ip, m.from_port, host(m.to_ip) as to_ip,
      m.to_port, m.sip_call_id, m.message, m.is_cut
    from sip_message m
    where m.call_id = ${call_id}::bigint and m.at >= ${from_at}::timestamptz
    order by m.at, m.message_no limit ${most}`.execute(database)
  return rows
}
