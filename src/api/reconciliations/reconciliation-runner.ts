import type { FastifyBaseLogger } from 'fastify'
import { failReconciliation, findReconciliationWork } from '#db/billing/reconciliation-work.ts'
import { asSqlConnection, type Database } from '#db/database.ts'
import { openWorkRunner, type WorkRunner } from '../files/work-runner.ts'

export function openReconciliationRunner(
  url: string,
  database: Database,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<WorkRunner> {
  const connection = asSqlConnection(database)
  return openWorkRunner(url, log, {
    what: 'a reconciliation',
    signal: 'reconciliation',
    module: new URL('./reconciliation-worker.ts', import.meta.url),
    find: () => findReconciliationWork(connection),
    fail: ({ id }, reason) => failReconciliation(connection, id, reason),
  })
}
