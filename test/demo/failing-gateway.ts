// A carrier of the demo fails, again and again: one of its gateways is silent for some minutes, so
// that the alarm "Gateway down" fires and clears, and its calls take other routes.
import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

export const FAILING_GATEWAY = 'borealis-stockholm'
const FIRST_AFTER_MINUTES = 3
/** Enough for three pings, which a folder of an earlier demo has once a minute. */
const SILENT_MINUTES = 4
const ANSWERING_MINUTES = 8
const MINUTE_MS = 60_000

export const FAILURES_IN_WORDS =
  `${FAILING_GATEWAY} does not answer for ${SILENT_MINUTES} minutes, for the first time ` +
  `${FIRST_AFTER_MINUTES} minutes from now and then every ` +
  `${SILENT_MINUTES + ANSWERING_MINUTES} minutes`

/**
 * Until the signal. The process is halted and not ended, because a carrier that cannot be reached
 * has not lost its calls: they end when it answers again.
 */
export async function failAgainAndAgain(gateway: ChildProcess, signal: AbortSignal): Promise<void> {
  const wait = (minutes: number) =>
    pause(minutes * MINUTE_MS, undefined, { signal }).catch(() => {})
  await wait(FIRST_AFTER_MINUTES)
  while (!signal.aborted) {
    gateway.kill('SIGSTOP')
    console.log(`Demo: ${FAILING_GATEWAY} does not answer any more`)
    await wait(SILENT_MINUTES)
    gateway.kill('SIGCONT')
    console.log(`Demo: ${FAILING_GATEWAY} answers again`)
    await wait(ANSWERING_MINUTES)
  }
}
