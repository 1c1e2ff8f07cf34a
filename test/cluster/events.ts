// How a primary fails and comes back, and what it accepts meanwhile.
import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { Machine } from './machine.ts'
import { WITNESS_TABLE } from './witness.ts'

export type EventName = 'killed' | 'halted' | 'cut'

interface Event {
  readonly says: string
  strike(primary: Machine): Promise<void>
  /** Brings it back, and answers the writes that it acknowledged although it is not the primary. */
  heal(old: Machine, cluster: Cluster): Promise<string[]>
}

/** Writes are tried that often after the machine is back, until it is a standby. */
const TRIES = 25
const TRY_EVERY_MS = 200

/** Tries writes on the machine itself, past HAProxy; answers those that it acknowledged. */
async function tryToWrite(machine: Machine): Promise<string[]> {
  const accepted: string[] = []
  // A number that no other write has.
  const first = Date.now() * TRIES
  const trying = Array.from({ length: TRIES }, async (_, at) => {
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
    async strike(primary) {
      primary.signal('SIGKILL')
    },
    async heal(old, cluster) {
      await cluster.boot(old)
      return tryToWrite(old)
    },
  },
  halted: {
    says: 'the machine of the primary is halted',
    async strike(primary) {
      primary.signal('SIGSTOP')
    },
    async heal(old) {
      old.signal('SIGCONT')
      return tryToWrite(old)
    },
  },
  cut: {
    says: 'the machine of the primary is cut off from the network',
    strike: (primary) => primary.cutOff(),
    async heal(old) {
      const before = await tryToWrite(old)
      await old.join()
      return [...before, ...(await tryToWrite(old))]
    },
  },
}
