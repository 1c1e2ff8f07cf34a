// The measurements of the machine by the supervisor: the newest state in its row of process_state,
// and a sample of each minute.
import { sql } from 'kysely'
import { nodeOfEngine } from '../calls/open-calls.ts'
import type { Database } from '../database.ts'
import { type Scope, seesEverything } from '../scope.ts'
import { startOfDay } from '../settings.ts'
import { silence } from '../silence.ts'

/** The row of process_state. */
const SUPERVISOR = 'supervisor'

export interface MachineFacts {
  /** How far the clock of the machine is ahead of that of the database. */
  readonly clock_offset_ms: number
  readonly hostname: string
  /** Such as "Debian GNU/Linux 12 (bookworm)". */
  readonly os: string
  readonly kernel: string
  readonly cpu_model: string
  readonly cpu_cores: number
  /** Load of all cores, since the last measurement. */
  readonly cpu_percent: number
  /** Mean number of runnable processes of 1, 5 and 15 minutes. */
  readonly load: number[]
  readonly memory_bytes: number
  readonly memory_used_bytes: number
  readonly swap_bytes: number
  readonly swap_used_bytes: number
  readonly disks: DiskUse[]
  readonly networks: NetworkUse[]
  readonly uptime_seconds: number
  /** Versions of the programs on this machine; empty for one that is not installed. */
  readonly versions: Readonly<Record<'kamailio' | 'rtpengine' | 'node', string>>
  /** Events in Kamailio that no engine has stored yet; null while Kamailio does not answer. */
  readonly outbox_events: number | null
}

export interface DiskUse {
  readonly path: string
  readonly bytes: number
  readonly used_bytes: number
}

export interface NetworkUse {
  readonly name: string
  readonly received_bytes: number
  readonly sent_bytes: number
  readonly received_bytes_per_second: number
  readonly sent_bytes_per_second: number
}

export interface MachineSample {
  readonly at: string
  readonly cpu_percent: number
  readonly load: number
  readonly memory_percent: number
  readonly received_bytes_per_second: number
  readonly sent_bytes_per_second: number
  readonly calls: number
  readonly calls_per_second: number
}

export async function writeMachineFacts(
  database: Database,
  node_id: number,
  facts: MachineFacts,
): Promise<void> {
  const text = JSON.stringify(facts)
  await sql`insert into process_state (node_id, name, state, facts)
    values (${node_id}, ${SUPERVISOR}, 'running', ${text})
    on conflict (node_id, name) do update
      set state = 'running', facts = excluded.facts, seen_at = now()`.execute(database)
}

/** Undefined while no supervisor writes them. */
export async function readMachineFacts(
  database: Database,
  node_id: number,
): Promise<MachineFacts | undefined> {
  const { rows } = await sql<{ facts: MachineFacts }>`
    select facts from process_state
    where node_id = ${node_id} and name = ${SUPERVISOR}
      and seen_at > now() - ${silence}`.execute(database)
  return rows[0]?.facts
}

/** At an end of the supervisor that is no failure. */
export async function noteSupervisorStopped(database: Database, node_id: number): Promise<void> {
  await sql`update process_state set state = 'stopped'
    where node_id = ${node_id} and name = ${SUPERVISOR}`.execute(database)
}

/** The calls of all engines, or those of a node, as each of them counts its own. */
export async function countCallsOfEngines(
  database: Database,
  node_id: number | null = null,
): Promise<{ calls: number; queued_operations: number }> {
  const { rows } = await sql<{ calls: number; queued_operations: number }>`
    select coalesce(sum((facts ->> 'calls')::bigint), 0)::bigint as calls,
      coalesce(sum((facts ->> 'queued_operations')::bigint), 0)::bigint as queued_operations
    from process_state
    where name like 'calls-%' and seen_at > now() - ${silence}
      and node_id = coalesce(${node_id}, node_id)`.execute(database)
  return rows[0] ?? { calls: 0, queued_operations: 0 }
}

/** Those that a node has. */
export async function countOpenCalls(database: Database, node_id: number): Promise<number> {
  const { rows } = await sql<{ calls: number }>`
    select count(*) as calls from open_call o
    where ${sql.raw(nodeOfEngine('o.engine'))} = ${node_id}`.execute(database)
  return rows[0]?.calls ?? 0
}

/** The sample of this minute, and no samples of more than a day. */
export async function writeMachineSample(
  database: Database,
  node_id: number,
  sample: Omit<MachineSample, 'at'>,
): Promise<void> {
  await sql`delete from machine_sample where at < now() - interval '24 hours'`.execute(database)
  // The first of two supervisors of one node counts.
  await database
    .insertInto('machine_sample')
    .values({ ...sample, node_id, at: sql<string>`date_trunc('minute', now())` })
    .onConflict((conflict) => conflict.columns(['node_id', 'at']).doNothing())
    .execute()
}

const STEP = sql`interval '5 minutes'`

/**
 * A row per five minutes of the last day of a node, with the largest number of calls, else with
 * means.
 */
export async function listMachineSamples(
  database: Database,
  scope: Scope,
  node_id: number,
): Promise<MachineSample[]> {
  const { rows } = await sql<MachineSample>`
    select date_bin(${STEP}, at, '2000-01-01Z') as at, avg(cpu_percent)::float8 as cpu_percent,
      avg(load)::float8 as load, avg(memory_percent)::float8 as memory_percent,
      avg(received_bytes_per_second)::bigint as received_bytes_per_second,
      avg(sent_bytes_per_second)::bigint as sent_bytes_per_second,
      max(calls) as calls, avg(calls_per_second)::float8 as calls_per_second
    from machine_sample where node_id = ${node_id} and at > now() - interval '24 hours'
      and ${seesEverything(scope)}
    group by 1 order by 1`.execute(database)
  return rows
}

/** The most active calls at once since midnight; null before the first sample. */
export async function findPeakToday(
  database: Database,
  scope: Scope,
  timezone: string | null,
): Promise<number | null> {
  const { rows } = await sql<{ peak: number | null }>`
    select max(calls) as peak from (select sum(calls) as calls from machine_sample
      where at >= ${startOfDay(timezone)} and ${seesEverything(scope)} group by at)
      as minute`.execute(database)
  return rows[0]?.peak ?? null
}
