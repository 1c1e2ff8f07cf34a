// Clocks on the wall that a test can set, for programs of their own: libfaketime reads the time of
// day from a file.
import { globSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'

export interface WallClock {
  /** For the program that is to believe in it. */
  readonly environment: Readonly<Record<string, string>>
  /** Sets it so many seconds off, from now on; false if nothing can. */
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
