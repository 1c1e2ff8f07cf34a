// Clocks that tests pass in: that of the machine, one that runs ahead of it, and one for programs
// of their own, for which libfaketime reads the time of day from a file.
import { globSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { Clock } from '#core/time/clock.ts'

/** Both clocks run ahead by so much, to let calls last without waiting. */
export const clockAhead = (ahead_ms: () => number): Clock => ({
  now_ms: () => Date.now() + ahead_ms(),
  monotonic_ms: () => performance.now() + ahead_ms(),
})

/**
 * The time of day passes only by so much from now on: what is measured by stamps, as a call is
 * whose answer was not live, is exact however busy the machine is. It begins with a whole second,
 * so that no stamp is rounded. The other clock runs, because queues wait by it.
 */
export function stoppedClock(passed_ms: () => number): Clock {
  const begin_ms = Math.ceil(Date.now() / 1000) * 1000
  return { ...clockAhead(passed_ms), now_ms: () => begin_ms + passed_ms() }
}

export const SYSTEM_CLOCK: Clock = clockAhead(() => 0)

export interface WallClock {
  /** For the program that is to believe in it. */
  readonly environment: Readonly<Record<string, string>>
  /** Moves it by these seconds, from now on; false if that is impossible. */
  set(seconds: number): Promise<boolean>
}

const LIBRARY = '/usr/lib/*-linux-gnu/faketime/libfaketime{MT,}.so.1'

/** Programs believe what the file says about the time of day, but not about how it passes. */
export async function makeClock(file: string): Promise<WallClock> {
  const [library] = globSync(LIBRARY).sort().reverse()
  async function set(seconds: number): Promise<boolean> {
    await writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}\n`)
    return library !== undefined
  }
  await set(0)
  if (!library) return { environment: {}, set }
  return {
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    },
    set,
  }
}
