// The results that a phase of a run leaves for the runner: files, failures, skipped tests.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Failure {
  /** Its name; of a file that could not be loaded, or of a hook, the place. */
  readonly test: string
  readonly errors: readonly string[]
  /** The machine's over the last minute, when the test failed; of a hook, at the end. */
  readonly load: number
}

export interface Skip {
  readonly test: string
  /** The thing that the machine lacks. */
  readonly needs: string
}

export interface FileResult {
  readonly project: string
  /** From the root of the repository. */
  readonly file: string
  readonly seconds: number
  /** Those that ran. */
  readonly tests: number
  readonly failures: readonly Failure[]
  readonly skips: readonly Skip[]
}

export interface Results {
  readonly files: readonly FileResult[]
  /** Errors outside of any test: a program that died, a promise without a catch. */
  readonly unhandled: readonly string[]
}

/** A phase that has ended, or one file of it. */
export interface Outcome extends Results {
  readonly name: string
  /** The number that it has in a whole run. */
  readonly files_of_all: number
  /** Undefined after a signal. */
  readonly exit_code: number | undefined
  readonly wall_seconds: number
  /** All processors of the machine together, and so all that ran meanwhile. */
  readonly processor_seconds: number
  /** At its end, over the last minute. */
  readonly load: number
}

/** Each process of a phase writes a file of its own. */
export function writeResults(folder: string, results: Results): void {
  writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(results))
}

/** The results of all processes of a phase together. */
export function readResults(folder: string): Results {
  const parts = readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Results,
  )
  return {
    files: parts.flatMap(({ files }) => files),
    unhandled: parts.flatMap(({ unhandled }) => unhandled),
  }
}
