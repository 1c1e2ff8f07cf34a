// The faults: processes of the product killed or halted, the day's partitions taken away.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { makePartitions } from '#db/partitions/partitions.ts'
import type { Product } from '../support/product.ts'
import type { Chance } from '../support/random.ts'

export const TARGETS = [
  'engine',
  'api',
  'jobs',
  'kamailio',
  'rtpengine',
  'database',
  'supervisor',
] as const
export type Target = (typeof TARGETS)[number]

/** Words in the command line of each; the database is known by its folder instead. */
const WORDS: Readonly<Record<Exclude<Target, 'database'>, string>> = {
  engine: 'src/engine/main.ts',
  api: 'src/api/main.ts',
  jobs: 'src/jobs/main.ts',
  kamailio: 'kamailio -DD',
  rtpengine: 'rtpengine --config-file',
  supervisor: 'src/supervisor/main.ts',
}

/** When calls could not be signalled or measured as usual, in epoch seconds. */
export interface Outage {
  readonly target: Target
  /** The address of the one switch that it concerns. */
  readonly switch?: string
  /** The end of a halt after which other nodes have closed the calls of this one. */
  readonly woke_at?: number
  readonly from: number
  to: number
}

export interface Struck {
  readonly what: string
  readonly outages: readonly Outage[]
}

/** Everything of the product that runs, by command line or working folder. */
export function processesOf(product: Product, target?: Target): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => pid !== process.pid && isOf(product, pid, target))
}

function isOf(product: Product, pid: number, target: Target | undefined): boolean {
  try {
    const isDatabase = readlinkSync(`/proc/${pid}/cwd`) === join(product.folder, 'postgres', 'pg18')
    if (target === 'database' || (isDatabase && target === undefined)) return isDatabase
    if (target === 'supervisor') return pid === product.pid
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return command.includes(product.folder) && (!target || command.includes(WORDS[target]))
  } catch {
    // It ended while we looked.
    return false
  }
}

export function send(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended meanwhile, which is what was wanted.
    }
  }
}

const now = () => Date.now() / 1000

/** Does one thing by chance, and comes back when it is done; healing may take longer. */
export async function strike(product: Product, database: pg.Pool, chance: Chance): Promise<Struck> {
  const dice = chance.next()
  if (dice < 0.08) return killAll(product)
  if (dice < 0.14) return takePartitionsAway(database)
  const target = chance.pick(TARGETS)
  if (chance.next() < 0.4) return halt(product, target, chance.whole(1000, 4000))
  return kill(product, target, chance)
}

export async function kill(product: Product, target: Target, chance: Chance): Promise<Struck> {
  const outage = { target, from: now(), to: now() }
  if (target === 'supervisor') {
    await product.kill()
    await pause(chance.whole(0, 2000))
    await product.startAgain()
    return { what: 'kill supervisor', outages: [{ ...outage, to: now() }] }
  }
  const pids = processesOf(product, target)
  // Either the whole group, or only the one that the others descend from.
  const first = chance.next() < 0.5
  send(first ? pids.slice(0, 1) : pids, 'SIGKILL')
  return { what: `kill ${target}${first ? "'s first process" : ''}`, outages: [outage] }
}

export async function halt(product: Product, target: Target, ms: number): Promise<Struck> {
  const pids = processesOf(product, target)
  const from = now()
  send(pids, 'SIGSTOP')
  await pause(ms)
  send(pids, 'SIGCONT')
  return { what: `halt ${target} for ${ms} ms`, outages: [{ target, from, to: now() }] }
}

/** As when the machine loses power. */
async function killAll(product: Product): Promise<Struck> {
  const from = now()
  const pids = processesOf(product)
  await product.kill()
  send(pids, 'SIGKILL')
  await product.startAgain()
  return {
    what: 'kill all',
    outages: TARGETS.map((target) => ({ target, from, to: now() })),
  }
}

const PARTITIONED = ['call_record', 'call_charge', 'routing_log'] as const
/** Where the rows wait that were taken away. */
const asideOf = (table: string) => `aside_${table}`

/** Today's partitions are missing from one moment to the next; their rows are kept aside. */
async function takePartitionsAway(database: pg.Pool): Promise<Struck> {
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '')
  for (const table of PARTITIONED) {
    await database
      .query(
        `begin;
         lock table ${table}_${today};
         create table if not exists ${asideOf(table)} (like ${table});
         insert into ${asideOf(table)} select * from ${table}_${today};
         drop table ${table}_${today};
         commit`,
      )
      // The database may be away just now, and then nothing was taken.
      .catch(() => database.query('rollback').catch(() => {}))
  }
  return { what: "drop today's partitions", outages: [] }
}

export async function putPartitionsBack(database: pg.Pool): Promise<void> {
  const client = await database.connect()
  await makePartitions(client, Date.now(), 1).finally(() => client.release())
  for (const table of PARTITIONED) {
    const { rows } = await database.query<{ found: string | null }>(
      'select to_regclass($1) as found',
      [asideOf(table)],
    )
    if (!rows[0]?.found) continue
    await database.query(`insert into ${table} select * from ${asideOf(table)}`)
    await database.query(`drop table ${asideOf(table)}`)
  }
}
