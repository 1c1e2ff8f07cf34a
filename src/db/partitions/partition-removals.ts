// Removes partitions, as the owner of the tables. A partition is detached without blocking calls,
// counted, and dropped; what npm run verify must know of it is kept.
import type pg from 'pg'
import { type PartitionedTable, reasonToKeep } from '#core/call/reason-to-keep.ts'
import type { Database } from '../database.ts'
import { REMOVAL_LOCK } from '../locks.ts'
import { EVERYTHING } from '../scope.ts'
import { trafficDifferences } from '../traffic/traffic-rules.ts'
import { findPartitionsToRemove } from './partition-list.ts'

export interface Removal {
  readonly id: number
  /** A name that the database has made: letters, digits and underscores. */
  readonly name: string
  readonly parent: PartitionedTable
  readonly from_at: string
  readonly to_at: string
  readonly state: 'WAITING' | 'DETACHED'
  readonly wants_export: boolean
  readonly is_forced: boolean
  readonly row_count: number | null
  readonly user_id: number | null
  /** Who has it removed. */
  readonly username: string
}

/** Records come before the charges of the same day, and charges before the ledger. */
export async function listRemovals(client: pg.Client): Promise<Removal[]> {
  const { rows } = await client.query<Removal>(`
    select r.id, r.name, r.parent, r.from_at, r.to_at, r.state, r.wants_export, r.is_forced,
      r.row_count, u.id as user_id, coalesce(u.username, 'retention') as username
    from partition_removal r left join console_user u on u.id = r.requested_by
    where r.state in ('WAITING', 'DETACHED')
    order by r.parent = 'ledger_entry', r.from_at, r.parent desc`)
  return rows
}

/** Holds off the removal of partitions until the connection ends. */
export async function waitForRemovals(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [REMOVAL_LOCK])
}

/** Why it must be kept after all, read from its rows too; undefined if it may be removed. */
export async function findReasonToKeep(
  client: pg.Client,
  database: Database,
  { name, parent, from_at, to_at, is_forced }: Removal,
  now_ms: number,
): Promise<string | undefined> {
  const [partition] = await findPartitionsToRemove(database, EVERYTHING, [name])
  const reason = partition && reasonToKeep(partition, now_ms, is_forced)
  if (reason || !partition) return reason
  if (parent === 'ledger_entry') return unsummedReason(client, name)
  if (parent !== 'call_record') return undefined
  const within = (column: string) => `${column} >= '${from_at}' and ${column} < '${to_at}'`
  const unrated = await client.query(
    `select from call_record r where ${within('r.started_at')} and r.is_last
      and r.answered_at is not null and not exists (select from call_charge c
        where c.call_id = r.call_id and c.started_at = r.started_at and c.depth = 0) limit 1`,
  )
  if (unrated.rowCount) return 'An answered call in it has no charge of its client.'
  const { rowCount } = await client.query(
    `${trafficDifferences({ from: `'${from_at}'`, to: `'${to_at}'::timestamptz` })} limit 1`,
  )
  if (rowCount) return 'The sums of reports differ from its records: run npm run rebuild-traffic.'
  return undefined
}

/** The days of the ledger are all that statements have of it afterwards. */
async function unsummedReason(client: pg.Client, name: string): Promise<string | undefined> {
  const { rowCount } = await client.query(
    `select from ${name} where id > (select done_id from ledger_summed) limit 1`,
  )
  return rowCount ? 'Its entries are not summed by days yet: the engine does this.' : undefined
}

export async function refuseRemoval(
  client: pg.Client,
  { id }: Removal,
  reason: string,
): Promise<void> {
  await client.query(`update partition_removal set state = 'REFUSED', error = $2 where id = $1`, [
    id,
    reason,
  ])
}

/** Stores the error of the last try; the removal is tried again. */
export async function noteFailure(
  client: pg.Client,
  { id }: Removal,
  error: string,
): Promise<void> {
  await client.query('update partition_removal set error = $2 where id = $1', [id, error])
}

/**
 * The facts kept of its rows: their number, the range of their keys, and the sums that they have
 * moved.
 */
const COUNTED: Readonly<Record<PartitionedTable, string | ((name: string) => string)>> = {
  call_record: 'count(*), null::bigint, null::bigint, null::numeric',
  call_charge: `count(*), min(call_id), max(call_id),
    coalesce(sum(case when depth < 0 then amount else -amount end), 0)
      + coalesce(sum(income), 0)`,
  routing_log: 'count(*), null::bigint, null::bigint, null::numeric',
  auth_failure: 'count(*), null::bigint, null::bigint, null::numeric',
  sip_message: 'count(*), null::bigint, null::bigint, null::numeric',
  call_recording: 'count(*), null::bigint, null::bigint, null::numeric',
  activity_log: 'count(*), min(position), max(position), null::numeric',
  // A reversal may be of the same month, or of a later one.
  ledger_entry: (name) => `count(*), min(id), max(id),
    coalesce(sum(amount) filter (where kind in ('CALL', 'SALE') and call_id is not null
      and not exists (select from ${name} r where r.reverses_id = removed.id)
      and not exists (select from ledger_entry r where r.reverses_id = removed.id)), 0)`,
}

/**
 * Takes it out of its table, and counts it. Detaching waits for queries that are under way and
 * makes none wait; what was interrupted is completed.
 */
export async function detachPartition(client: pg.Client, removal: Removal): Promise<void> {
  const { name, parent } = removal
  await client.query('select pg_advisory_lock($1)', [REMOVAL_LOCK])
  try {
    const { rows } = await client.query<{ is_pending: boolean }>(
      'select inhdetachpending as is_pending from pg_inherits where inhrelid = to_regclass($1)',
      [name],
    )
    const [attached] = rows
    if (attached) {
      const how = attached.is_pending ? 'finalize' : 'concurrently'
      await client.query(`alter table ${parent} detach partition ${name} ${how}`)
    }
    await writeDown(client, removal)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [REMOVAL_LOCK])
  }
}

async function writeDown(client: pg.Client, { id, name, parent }: Removal): Promise<void> {
  const counted = COUNTED[parent]
  await client.query('begin')
  try {
    await client.query(
      `update partition_removal r
        set state = 'DETACHED', error = '', row_count = f.row_count,
          first_key = f.first_key, last_key = f.last_key, ledger_amount = f.ledger_amount
        from (select ${typeof counted === 'string' ? counted : counted(name)} from ${name} removed)
          as f (row_count, first_key, last_key, ledger_amount)
        where r.id = $1`,
      [id],
    )
    if (parent === 'call_charge') {
      await client.query(
        `insert into removed_package_seconds as m (package_subscription_id, seconds)
          select package_subscription_id, sum(package_seconds) from ${name}
          where package_subscription_id is not null group by 1
          on conflict (package_subscription_id) do update
            set seconds = m.seconds + excluded.seconds`,
      )
    }
    if (parent === 'ledger_entry') {
      await client.query(
        `insert into removed_ledger_sum as m (account_id, amount)
          select account_id, sum(amount) from ${name} group by 1
          on conflict (account_id) do update set amount = m.amount + excluded.amount`,
      )
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

export interface ExportedFile {
  readonly file: string
  readonly sha256: string
}

/** Drops what was detached; `exported` is the file that it was written to. */
export async function dropPartition(
  client: pg.Client,
  removal: Removal,
  exported: ExportedFile | undefined,
): Promise<void> {
  const { id, name, username, user_id } = removal
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '5s'`)
    await client.query(`drop table if exists ${name}`)
    const { rows } = await client.query<{ row_count: number }>(
      `update partition_removal r set state = 'REMOVED', error = '', removed_at = now(),
        export_file = $2, export_sha256 = $3,
        are_numbers_masked = (select coalesce(masked_until >= r.to_at, false) from number_masking)
      where id = $1 returning row_count`,
      [id, exported?.file ?? null, exported?.sha256 ?? null],
    )
    const changes = {
      rows: [rows[0]?.row_count ?? 0, 0],
      export_file: [null, exported?.file ?? null],
      export_sha256: [null, exported?.sha256 ?? null],
    }
    await client.query(
      `insert into activity_log (user_id, username, action, entity, entity_id, entity_name, changes)
        values ($1, $2, 'EXECUTE', 'cdr_partition', $3, $3, $4)`,
      [user_id, username, name, JSON.stringify(changes)],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
