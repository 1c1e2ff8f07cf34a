// The SIP ports: the setting, and the changes of which the last one may still be unconfirmed.
import { sql } from 'kysely'
import type { MediaPlace, SipListener, SipPorts } from '#core/sip-ports.ts'
import type { Database, Tx } from '../database.ts'

export type SipPortsState = 'REQUESTED' | 'UNCONFIRMED' | 'CONFIRMED' | 'UNDONE' | 'REFUSED'

export interface SipPortsChange {
  readonly id: number
  readonly ports: SipPorts
  readonly state: SipPortsState
  readonly field: string
  readonly message: string
  readonly confirm_seconds: number
  readonly confirm_until: string | null
  readonly is_overdue: boolean
  readonly closing: readonly SipListener[]
  readonly requested_by: string
  readonly requested_at: string
}

/** Undefined before the first start. */
export async function readSipPorts(database: Database): Promise<SipPorts | undefined> {
  return (await readValue(database, 'sip_ports')) as SipPorts | undefined
}

/** With what rtpengine runs: it changes only without calls. */
export async function readMediaPlace(database: Database): Promise<MediaPlace | undefined> {
  return (await readValue(database, 'media_place')) as MediaPlace | undefined
}

async function readValue(database: Database, key: string): Promise<unknown> {
  const row = await database
    .selectFrom('setting')
    .where('key', '=', key)
    .select('value')
    .executeTakeFirst()
  return row?.value
}

export async function requestSipPorts(
  tx: Tx,
  change: { ports: SipPorts; confirm_seconds: number; requested_by: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into sip_ports_change (ports, confirm_seconds, requested_by)
    values (${JSON.stringify(change.ports)}::jsonb, ${change.confirm_seconds},
      ${change.requested_by})
    returning id`.execute(tx)
  return rows[0]?.id ?? 0
}

/** The last one. */
export async function readSipPortsChange(database: Database): Promise<SipPortsChange | undefined> {
  const { rows } = await sql<SipPortsChange>`
    select id, ports, state, field, message, confirm_seconds, confirm_until,
      coalesce(confirm_until <= now(), false) as is_overdue, closing, requested_by, requested_at
    from sip_ports_change order by id desc limit 1`.execute(database)
  return rows[0]
}

export async function findSipPortsChange(
  database: Database,
  id: number,
): Promise<Pick<SipPortsChange, 'state' | 'field' | 'message'> | undefined> {
  const { rows } = await sql<SipPortsChange>`
    select state, field, message from sip_ports_change where id = ${id}`.execute(database)
  return rows[0]
}

/** A request that no supervisor has answered. */
export async function refuseUntaken(database: Database, id: number): Promise<void> {
  await sql`update sip_ports_change
    set state = 'REFUSED', message = 'The supervisor does not respond.'
    where id = ${id} and state = 'REQUESTED'`.execute(database)
}

/** Undefined when it is too late, or no change is unconfirmed. */
export async function confirmSipPorts(tx: Tx): Promise<SipPorts | undefined> {
  const { rows } = await sql<{ ports: SipPorts }>`
    update sip_ports_change set state = 'CONFIRMED'
    where state = 'UNCONFIRMED' and confirm_until > now() returning ports`.execute(tx)
  return rows[0]?.ports
}

/** The supervisor undoes it within a second. */
export async function endTrial(tx: Tx): Promise<boolean> {
  const { numAffectedRows } = await sql`update sip_ports_change set confirm_until = now()
    where state = 'UNCONFIRMED'`.execute(tx)
  return numAffectedRows === 1n
}

export async function refuseSipPorts(
  database: Database,
  id: number,
  reason: { readonly field: string; readonly message: string },
): Promise<void> {
  await sql`update sip_ports_change
    set state = 'REFUSED', field = ${reason.field}, message = ${reason.message}
    where id = ${id}`.execute(database)
}

/**
 * The ports are in use from now on; `closing` are the earlier ports that are no longer among them.
 */
export async function beginTrial(
  database: Database,
  id: number,
  closing: readonly SipListener[],
): Promise<void> {
  await sql`update sip_ports_change set state = 'UNCONFIRMED',
      confirm_until = now() + make_interval(secs => confirm_seconds),
      closing = ${JSON.stringify(closing)}::jsonb
    where id = ${id} and state = 'REQUESTED'`.execute(database)
}

/** False if it was confirmed at the last moment. */
export async function undoSipPorts(
  database: Database,
  id: number,
  closing: readonly SipListener[],
  message: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update sip_ports_change set state = 'UNDONE',
      closing = ${JSON.stringify(closing)}::jsonb, message = ${message}
    where id = ${id} and state in ('REQUESTED', 'UNCONFIRMED')`.execute(database)
  return numAffectedRows === 1n
}

export async function writeClosing(
  database: Database,
  id: number,
  closing: readonly SipListener[],
): Promise<void> {
  await sql`update sip_ports_change set closing = ${JSON.stringify(closing)}::jsonb
    where id = ${id}`.execute(database)
}
