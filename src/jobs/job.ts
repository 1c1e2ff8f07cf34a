// The description of a job: its name, when it runs, and its work.
import type { Clock } from '#core/time/clock.ts'
import type { Database } from '#db/database.ts'
import type { Signal } from '#db/signals.ts'

/** The log of a process: the console of the supervisor, or lines of pino. */
export interface JobLog {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface JobContext {
  /** The name of the process that runs the job. */
  readonly process: string
  /** For work that needs connections of its own. */
  readonly url: string
  readonly database: Database
  readonly clock: Clock
  readonly log: JobLog
  /** Aborted when the process stops: a job under way ends with its current transaction. */
  readonly stop: AbortSignal
  /** A user wants this run, due or not. */
  readonly is_requested: boolean
}

export interface Job {
  /** As the console shows it. */
  readonly name: string
  /** The pause between two runs. */
  readonly every_ms: number
  /** The longest pause after failures, where ten minutes are too long. */
  readonly pause_max_ms?: number
  /** Changes that start it before its pause is over. */
  readonly isWokenBy?: (signal: Signal) => boolean
  /** Does all that there is to do. A failure is thrown, and the job is tried again later. */
  readonly work: (context: JobContext) => Promise<void>
}
