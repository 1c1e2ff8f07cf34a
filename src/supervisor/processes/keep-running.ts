// Keeps one part of the product running: starts it, watches it, and starts it again with growing
// pauses.
import { setTimeout as sleep } from 'node:timers/promises'
import type { PartState } from '#db/machine/process-states.ts'
import { startStopwatch } from './stopwatch.ts'

/** Thrown if a program is not installed; the message says how to install it. */
export class ProgramMissing extends Error {}

export interface Running {
  /** None for a database that is not ours. */
  pid?: number
  /** A warning for the operator although it runs. */
  warning?: string
  /** Resolves with the reason when the process has ended. */
  ended: Promise<string>
  isHealthy?(): Promise<boolean>
  /** Ends it and all its remaining processes. */
  stop(): Promise<void>
}

export interface ProcessSpec {
  /** Its row in process_state. */
  name: string
  /** Resolves when it is ready; a slow start ends early when it is aborted. */
  start(signal: AbortSignal): Promise<Running>
}

export interface SupervisedProcess {
  /** Resolves after the first attempt to start, successful or not. */
  firstAttempt: Promise<void>
  state(): PartState
  /** Ends the part, if it runs, and starts it again at once. */
  renew(reason: string): void
  stop(): Promise<void>
}

export interface Pauses {
  first_ms: number
  longest_ms: number
  /** After running this long, a start counts as successful and the pauses are reset. */
  good_after_ms: number
  health_every_ms: number
}

const PAUSES: Pauses = {
  first_ms: 500,
  longest_ms: 30_000,
  good_after_ms: 60_000,
  health_every_ms: 5000,
}
/** One slow answer under load is no reason to end the calls. */
const FAILED_CHECKS_MAX = 4

export function keepRunning(
  part: ProcessSpec,
  onChange: (state: PartState) => void,
  pauses = PAUSES,
): SupervisedProcess {
  const stopping = new AbortController()
  const stopAsked = new Promise<string>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve('stopped'))
  })
  const tried = Promise.withResolvers<void>()
  let renewal = Promise.withResolvers<string>()
  let now: PartState = { name: part.name, state: 'starting', detail: '', pid: undefined }

  function become(state: PartState['state'], detail = '', pid?: number): void {
    now = { name: part.name, state, detail, pid }
    onChange(now)
  }

  async function live(): Promise<void> {
    let pause_ms = pauses.first_ms
    while (!stopping.signal.aborted) {
      become('starting', now.detail)
      const passed_ms = startStopwatch()
      try {
        const running = await part.start(stopping.signal)
        become('running', running.warning, running.pid)
        tried.resolve()
        renewal = Promise.withResolvers<string>()
        let is_wanted = false
        const renewed = renewal.promise.then((reason) => {
          is_wanted = true
          return reason
        })
        const over = new AbortController()
        const reason = await Promise.race([
          running.ended,
          stopAsked,
          renewed,
          untilUnhealthy(running, over.signal),
        ]).finally(() => over.abort())
        if (!stopping.signal.aborted) become(is_wanted ? 'starting' : 'failing', reason)
        await running.stop()
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        if (!stopping.signal.aborted) {
          become(error instanceof ProgramMissing ? 'missing' : 'failing', message)
        }
        tried.resolve()
      }
      if (passed_ms() > pauses.good_after_ms) pause_ms = pauses.first_ms
      // Rejects early when the supervisor stops, which is not a failure.
      await sleep(pause_ms, undefined, { signal: stopping.signal }).catch(() => {})
      pause_ms = Math.min(pause_ms * 2, pauses.longest_ms)
    }
    become('stopped')
    tried.resolve()
  }

  async function untilUnhealthy(running: Running, over: AbortSignal): Promise<string> {
    let failed = 0
    while (failed < FAILED_CHECKS_MAX) {
      await sleep(pauses.health_every_ms, undefined, { signal: over })
      failed = (await running.isHealthy?.().catch(() => false)) === false ? failed + 1 : 0
    }
    return 'does not respond'
  }

  const life = live()
  return {
    firstAttempt: tried.promise,
    state: () => now,
    renew: (reason) => renewal.resolve(reason),
    async stop() {
      stopping.abort()
      await life
    },
  }
}
