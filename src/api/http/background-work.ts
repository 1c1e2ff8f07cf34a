// The dependencies of work beside the requests.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/database.ts'
import type { WorkWatch } from '#db/machine/failing-work.ts'

export interface BackgroundWork {
  /** For threads, which connect by themselves. */
  readonly url: string
  readonly database: Database
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  readonly watch: WorkWatch
}
