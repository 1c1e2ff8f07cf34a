// The description of a job: its name, when it runs, and its work.
import type { Logger } from 'pino'
import type { Clock } from '#core/time/clock.ts'
import type { Database } from '#db/database.ts'
import type { Signal } from '#db/signals.ts'

export interface JobContext {
  /** For work that needs connections of its own. */
  readonly url: string
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  /** Aborted when the process stops: a job under way ends with its current transaction. */
  readonly stop: AbortSignal
}

export interface Job {
  /** As the console shows it. */
  readonly name: string
  /** The pause between two runs. */
  readonly every_ms: number
  /** Changes that start it before its pause is over. */
  readonly isWokenBy?: (signal: Signal) => boolean
  /** Does all that there is to do. A failure is thrown, and the job is tried again later. */
  readonly work: (context: JobContext) => Promise<void>
}
