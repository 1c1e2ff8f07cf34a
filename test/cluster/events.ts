// How the primary or its standby fails and comes back, and what it accepts meanwhile.
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../sip/until.ts'
import type { Cluster } from './cluster.ts'
import type { Machine } from './machine.ts'
import { WITNESS_TABLE } from './witness.ts'

export type EventName = 'killed' | 'halted' | 'cut' | 'full' | 'standby'

interface Event {
  readonly says: string
  readonly whose: 'primary' | 'standby'
  /** Whether it still runs, only out of reach. */
  readonly is_running: boolean
  strike(machine: Machine): Promise<void>
  heal(old: Machine, cluster: Cluster): Promise<void>
}

const TRY_EVERY_MS = 400
/** Segments of the log that PostgreSQL has made ahead, and some more. */
const SEGMENTS_LEFT = 8

/**
 * Tries writes on a machine that is not the primary, or not any more, past HAProxy; answers those
 * that it acknowledged.
 */
export async function tryToWrite(machine: Machine, seconds: number): Promise<string[]> {
  const accepted: string[] = []
  const tries = (seconds * 1000) / TRY_EVERY_MS
  // A number that no other write has.
  const first = Date.now() * 1000
  const trying = Array.from({ length: tries }, async (_, at) => {
    await pause(at * TRY_EVERY_MS)
    const number = -(first + at)
    const sql = `insert into ${WITNESS_TABLE} values (${number})`
    const args = ['-h', machine.folder, '-d', 'softswitch', '-v', 'ON_ERROR_STOP=1', '-c', sql]
    // A refusal, or no answer within its time.
    const answer = await machine.run('psql', args).catch(() => '')
    if (answer.includes('INSERT')) accepted.push(`${number} ${answer.trim()}`)
  })
  await Promise.all(trying)
  return accepted
}

export const EVENTS: Readonly<Record<EventName, Event>> = {
  killed: {
    says: 'everything on the machine of the primary is killed',
    whose: 'primary',
    is_running: false,
    async strike(machine) {
      machine.signal('SIGKILL')
    },
    heal: (old, cluster) => cluster.boot(old),
  },
  halted: {
    says: 'the machine of the primary is halted',
    whose: 'primary',
    is_running: false,
    async strike(machine) {
      machine.signal('SIGSTOP')
    },
    async heal(old) {
      old.signal('SIGCONT')
    },
  },
  cut: {
    says: 'the machine of the primary is cut off from the network',
    whose: 'primary',
    is_running: true,
    strike: (machine) => machine.cutOff(),
    heal: (old) => old.join(),
  },
  full: {
    says: 'the disk of the machine of the primary is full',
    whose: 'primary',
    is_running: false,
    async strike(machine) {
      await machine.fillDisk()
      // The rest of the log would last for a while.
      const args = ['-h', machine.folder, '-d', 'softswitch', '-c', 'select pg_switch_wal()']
      for (let segment = 0; segment < SEGMENTS_LEFT; segment++) {
        await machine.run('psql', args).catch(() => {})
      }
    },
    /** As an operator does: room is made, and the machine starts again. */
    async heal(old, cluster) {
      await old.emptyDisk()
      old.signal('SIGKILL')
      await until('its programs are gone', () => old.processes().length === 0)
      await cluster.boot(old)
    },
  },
  standby: {
    says: 'the machine of the standby is cut off from the network',
    whose: 'standby',
    is_running: true,
    strike: (machine) => machine.cutOff(),
    heal: (old) => old.join(),
  },
}
