// Restarts one process and waits until it runs again.
import { setTimeout as sleep } from 'node:timers/promises'
import type { SupervisedProcess } from './keep-running.ts'
import { startStopwatch } from './stopwatch.ts'

const TIMEOUT_MS = 30_000
const LOOK_EVERY_MS = 100

export type Renewable = Pick<SupervisedProcess, 'renew' | 'state'>

/** Answers after how many seconds it runs again; an error has the reason why it does not. */
export async function renewProcess(process: Renewable, reason: string): Promise<number> {
  const before = process.state()
  if (before.state !== 'running') throw new Error(`Not running: ${before.detail}`)
  process.renew(reason)
  const passed_ms = startStopwatch()
  while (passed_ms() < TIMEOUT_MS) {
    const { state, pid } = process.state()
    if (state === 'running' && pid !== before.pid) return passed_ms() / 1000
    await sleep(LOOK_EVERY_MS)
  }
  throw new Error(`Does not run again: ${process.state().detail}`)
}
