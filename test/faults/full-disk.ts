// Calls while the disk of the database is full: it is a small one in memory, filled to the brim and
// emptied again.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findBreaches } from '#db/verify/invariants.ts'
import { startPostgres } from '#supervisor/postgres/postgres.ts'
import { until } from '../sip/until.ts'
import { makeTestFolder } from '../support/postgres-for-tests.ts'
import { compare } from './compare.ts'
import { type Rig, startRig } from './rig.ts'
import type { Outage } from './strike.ts'
import { prepareDatabase } from './test-database.ts'
import { startTraffic } from './traffic.ts'

export interface FullDiskOptions {
  readonly seed: number
  readonly network: string
  readonly first_port: number
  readonly say: (line: string) => void
}

const DISK = 'size=700m'
/** So that new segments of the log are needed often, and cannot be had. */
const SETTINGS = { max_wal_size: '64MB', min_wal_size: '32MB', wal_recycle: 'off' }
const CALLS_PER_SECOND = 15
const TIMES = 3
const FULL_MS = 8000
const ROUND_MS = 20_000

/** Nothing, when all is as it must be. */
export async function withFullDisk(options: FullDiskOptions): Promise<string[]> {
  const folder = await makeTestFolder()
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `${DISK},mode=755`, 'none', folder])
  if (mounted.status !== 0) {
    options.say(`left out: a small disk cannot be made here (${String(mounted.stderr).trim()})`)
    await rm(folder, { recursive: true })
    return []
  }
  try {
    const start = () => startPostgres({ folder, log: () => {}, settings: SETTINGS })
    let postgres = await start()
    // It ends when it finds no room to recover; the supervisor would start it again.
    const revive = async () => {
      if (!existsSync(join(folder, 'run/.s.PGSQL.5432'))) postgres = await start()
    }
    try {
      const rig = await startRig({ ...options, ...(await prepareDatabase(postgres.url)) })
      try {
        return await fillDuringCalls(options, rig, { folder, revive })
      } finally {
        await rig.stop()
      }
    } finally {
      await postgres.stop()
    }
  } finally {
    spawnSync('umount', ['-l', folder])
    await rm(folder, { recursive: true, force: true })
  }
}

async function fillDuringCalls(
  { say }: FullDiskOptions,
  rig: Rig,
  { folder, revive }: { readonly folder: string; readonly revive: () => Promise<void> },
): Promise<string[]> {
  const seconds = (TIMES * (FULL_MS + ROUND_MS)) / 1000
  const traffic = await startTraffic(rig.addresses, CALLS_PER_SECOND, seconds)
  const { database } = rig
  const outages: Outage[] = []
  for (let time = 0; time < TIMES; time++) {
    await pause(ROUND_MS / 2)
    const filler = join(folder, 'filler')
    const from = Date.now() / 1000
    const { bavail, bsize } = await statfs(folder)
    await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => {})
    // A table that grows finds no room, and neither does the log of what was written.
    const refused = await database
      .query(
        `create table big_${time} as
          select repeat(md5(n::text), 99) from generate_series(1, 9999) n`,
      )
      .then(
        () => 'there was room',
        (error: Error) => error.message,
      )
    say(`the disk is full for ${FULL_MS} ms: ${refused}`)
    await pause(FULL_MS)
    await rm(filler, { force: true })
    await revive()
    outages.push({ target: 'database', from, to: Date.now() / 1000 })
    await pause(ROUND_MS / 2)
  }
  await traffic.finished
  const wrong: string[] = []
  await until(
    'no call is open',
    async () => (await database.query('select from open_call')).rowCount === 0,
    150,
  ).catch((error: Error) => wrong.push(error.message))
  const seen = await traffic.finish()
  const { answered, booked, differences } = await compare(database, seen, outages)
  say(`callers: ${seen.callers.length} calls, ${answered} answered; booked as answered: ${booked}`)
  const breaches = await findBreaches(database)
  return [...wrong, ...differences, ...breaches.map(({ id, says }) => `${id}, ${says}`)]
}
