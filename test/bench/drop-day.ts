// (g) A day of records, charges and routing logs is removed while calls are held and closed: how
// long a step of a call waits meanwhile, and how long without that.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeClient, openDatabase } from '#db/database.ts'
import { findPartitionsToRemove, requestRemoval } from '#db/partitions/partition-list.ts'
import { makePartitions } from '#db/partitions/partitions.ts'
import { EVERYTHING } from '#db/scope.ts'
import { rebuildTrafficOfDay } from '#db/traffic/rebuild-traffic.ts'
import { removePartitions } from '#supervisor/retention/remove-partitions.ts'
import { withDatabase } from '../faults/test-database.ts'
import { connect, makeCycles, openQueue, timed } from './charging-cycles.ts'
import { copyCalls, ID_OF_ENGINE, keepCalls } from './copy-calls.ts'
import { formatNumber, printTable, quantile } from './measure.ts'
import { makeMoneyWorld } from './money-world.ts'

const DAY_MS = 86_400_000
const DAYS_AGO = 2
const CALLS_TO_COPY = 2000
const COPIES = 20
/** Few enough that the machine is not busy with them. */
const CALLS_IN_FLIGHT = 20
const ROUNDS_OF_CALM = 2

export const measureDropDay = (): Promise<void> => withDatabase(measureOn)

async function measureOn(url: string): Promise<void> {
  const database = openDatabase(url, 'bench', 2)
  const client = await connect(url)
  const owner = makeClient(url, 'bench')
  await owner.connect()
  const folder = await mkdtemp(join(tmpdir(), 'softswitch-exports-'))
  await makePartitions(client, Date.now() - DAYS_AGO * DAY_MS, DAYS_AGO + 2)
  const cycles = makeCycles(await makeMoneyWorld(client))
  const chargingQueue = await openQueue(url)
  const run = async (waits: number[]) => {
    await cycles.run(CALLS_IN_FLIGHT, () => timed(chargingQueue, waits))
  }
  try {
    while (cycles.made() < CALLS_TO_COPY) await run([])
    await keepCalls(client)
    for (let copy = 0; copy < COPIES; copy++) {
      await copyCalls(client, -DAYS_AGO * DAY_MS, copy * ID_OF_ENGINE)
    }
    const past = new Date(Date.now() - DAYS_AGO * DAY_MS).toISOString().slice(0, 10)
    await rebuildTrafficOfDay(client, `${past}T00:00:00Z`)
    const names = ['call_record', 'call_charge', 'routing_log'].map(
      (table) => `${table}_${past.replaceAll('-', '')}`,
    )
    const records = await client.query(`select from ${names[0]}`)

    const calm: number[] = []
    for (let round = 0; round < ROUNDS_OF_CALM; round++) await run(calm)
    const found = await findPartitionsToRemove(database, EVERYTHING, names)
    await database
      .transaction()
      .execute((tx) =>
        requestRemoval(tx, found, { wants_export: true, is_forced: false, requested_by: null }),
      )
    const meanwhile: number[] = []
    const begun = performance.now()
    let seconds: number | undefined
    const removed = removePartitions(owner, {
      url,
      folder,
      archive_folder: folder,
      now_ms: Date.now(),
    }).then(() => {
      seconds = (performance.now() - begun) / 1000
    })
    while (seconds === undefined) await run(meanwhile)
    await removed

    const show = (waits: readonly number[]) =>
      `${[0.5, 0.99, 1].map((share) => formatNumber(quantile(waits, share))).join(', ')} ms`
    const left = await client.query('select from pg_class where relname = any ($1)', [names])
    const count = formatNumber(records.rowCount ?? 0)
    printTable(`(g) A day of ${count} records exported and removed while calls run`, [
      ['wait for a step of a call without it: p50, p99, longest', show(calm)],
      ['meanwhile', show(meanwhile), '50 ms more'],
      ['until it was removed', `${formatNumber(seconds, 1)} s`],
      ['partitions that are left of it', formatNumber(left.rowCount ?? 0)],
    ])
  } finally {
    await chargingQueue.close()
    await Promise.all([client.end(), owner.end(), database.destroy()])
    await rm(folder, { recursive: true, force: true })
  }
}
