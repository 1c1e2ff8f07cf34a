// Makes partitions ahead of time, and removes those whose removal was requested. The supervisor
// does it, because it connects as the owner of the tables.
import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Database, makeClient, openDatabase, readDatabaseMs } from '#db/database.ts'
import { TRAFFIC_SUMS_LOCK } from '#db/locks.ts'
import { type WorkWatch, watchWork } from '#db/machine/failing-work.ts'
import {
  detachPartition,
  dropPartition,
  findReasonToKeep,
  listRemovals,
  noteFailure,
  type Removal,
  refuseRemoval,
} from '#db/partitions/partition-removals.ts'
import { makePartitionsAhead } from '#db/partitions/partitions.ts'
import { makeFolder } from '../processes/folder.ts'
import { startStopwatch } from '../processes/stopwatch.ts'
import { exportPartition } from './export-partition.ts'
import { runRetention } from './retention.ts'

const LOOK_EVERY_MS = 5_000
const PAUSE_AFTER_FAILURE_MS = 60_000
const STOP_TIMEOUT_MS = 3000
const HOUR_MS = 3_600_000
/** The share of the size of a table that must be free on the disk before it is exported. */
const FREE_SHARE = 0.5

/** Works until the returned function is called. */
export function startPartitionJob(
  url: string,
  folder: string,
  say: (line: string) => void,
): () => Promise<void> {
  const stopping = new AbortController()
  let client: pg.Client | undefined
  let sinceMade: (() => number) | undefined
  let watch: WorkWatch | undefined

  async function runLoop(): Promise<void> {
    while (!stopping.signal.aborted) {
      let pause_ms = LOOK_EVERY_MS
      try {
        await withClient(work)
      } catch (error) {
        pause_ms = PAUSE_AFTER_FAILURE_MS
        if (!stopping.signal.aborted) say(`Partitions: ${messageOf(error)}`)
      }
      await sleep(pause_ms, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  /** One that fails keeps none from those after it. */
  async function work(own: pg.Client): Promise<void> {
    watch ??= await watchWork({ query: (text, values) => queryNow(text, values) }, 'supervisor')
    const { run } = watch
    const now_ms = await readDatabaseMs(own)
    const failures: unknown[] = []
    const step = (what: string, done: () => Promise<void>) =>
      run(what, done).catch((error: unknown) => void failures.push(error))
    if (!sinceMade || sinceMade() > HOUR_MS) {
      await step('making partitions', () => makePartitionsAhead(own, now_ms))
      await step('retention', () =>
        withDatabase(url, (database) => runRetention(database, folder, { now_ms, run })),
      )
      if (failures.length === 0) sinceMade = startStopwatch()
    }
    await step('removing partitions', () => removePartitions(own, { url, folder, now_ms }))
    if (failures.length > 0) throw failures[0]
  }

  /** Over the client of the current run. */
  async function queryNow<Row extends object>(text: string, values?: unknown[]) {
    if (!client) throw new Error('There is no connection to the database.')
    return client.query<Row>(text, values)
  }

  async function withClient(work: (client: pg.Client) => Promise<void>): Promise<void> {
    const own = makeClient(url, 'supervisor partitions')
    own.on('error', () => {})
    client = own
    try {
      await own.connect()
      await work(own)
    } finally {
      await own.end().catch(() => {})
    }
  }

  const loop = runLoop()
  return async () => {
    stopping.abort()
    // The next start completes the work under way.
    const ended = client?.end().then(() => loop)
    await Promise.race([ended?.catch(() => {}), sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(url, 'supervisor partitions', 1)
  try {
    return await work(database)
  } finally {
    await database.destroy()
  }
}

interface Removing {
  readonly url: string
  /** For exported files. */
  readonly folder: string
  readonly now_ms: number
}

/** Does all that is requested, one after the other; the first failure is thrown at the end. */
export async function removePartitions(client: pg.Client, removing: Removing): Promise<void> {
  const removals = await listRemovals(client)
  if (removals.length === 0) return
  // By one supervisor of those that share a database, and not while sums of reports are written
  // again: those of a day that is detached meanwhile would be lost.
  const { rows } = await client.query<{ is_ours: boolean }>(
    'select pg_try_advisory_lock($1) as is_ours',
    [TRAFFIC_SUMS_LOCK],
  )
  if (!rows[0]?.is_ours) return
  const failures: unknown[] = []
  try {
    for (const removal of removals) {
      try {
        await withDatabase(removing.url, (database) =>
          removePartition(client, database, removal, removing),
        )
      } catch (error) {
        failures.push(error)
        await noteFailure(client, removal, messageOf(error))
      }
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [TRAFFIC_SUMS_LOCK])
  }
  if (failures.length > 0) throw failures[0]
}

async function removePartition(
  client: pg.Client,
  database: Database,
  removal: Removal,
  { folder, now_ms }: Removing,
): Promise<void> {
  if (removal.state === 'WAITING') {
    const reason = await findReasonToKeep(client, database, removal, now_ms)
    if (reason) return refuseRemoval(client, removal, reason)
    if (removal.wants_export) await refuseFullDisk(client, removal, folder)
    await detachPartition(client, removal)
  }
  const [counted = removal] = (await listRemovals(client)).filter(({ id }) => id === removal.id)
  const exported = removal.wants_export ? await exportPartition(client, counted, folder) : undefined
  await dropPartition(client, counted, exported)
}

/** Before it is detached: its rows would be in no list until there is room. */
async function refuseFullDisk(client: pg.Client, { name }: Removal, folder: string): Promise<void> {
  await makeFolder(folder, 0o700)
  const { bavail, bsize } = await statfs(folder)
  const { rows } = await client.query<{ bytes: number }>(
    'select pg_table_size(to_regclass($1)) as bytes',
    [name],
  )
  if (bavail * bsize < (rows[0]?.bytes ?? 0) * FREE_SHARE) {
    throw new Error('The disk has too little room for its export.')
  }
}
