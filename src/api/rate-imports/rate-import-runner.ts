import type { FastifyBaseLogger } from 'fastify'
import { failImport, findImportWork } from '#db/billing/rate-import-work.ts'
import { asSqlConnection, type Database } from '#db/database.ts'
import { openWorkRunner, type WorkRunner } from '../files/work-runner.ts'
import { BACK } from './work-on-imports.ts'

export function openRateImportRunner(
  url: string,
  database: Database,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<WorkRunner> {
  const connection = asSqlConnection(database)
  return openWorkRunner(url, log, {
    what: 'a rate import',
    signal: 'rate_import',
    module: new URL('./rate-import-worker.ts', import.meta.url),
    find: () => findImportWork(connection),
    fail: (work, reason) => failImport(connection, work, BACK[work.state] ?? 'FAILED', reason),
  })
}
