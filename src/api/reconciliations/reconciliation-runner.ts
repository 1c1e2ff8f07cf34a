import { asSqlConnection } from '#db/database.ts'
import {
  failReconciliation,
  findReconciliationWork,
} from '#db/reconciliations/reconciliation-work.ts'
import { openWorkRunner, type WorkRunner } from '../files/work-runner.ts'
import type { BackgroundWork } from '../http/background-work.ts'

export function openReconciliationRunner(background: BackgroundWork): Promise<WorkRunner> {
  const connection = asSqlConnection(background.database)
  return openWorkRunner(background, {
    what: 'a reconciliation',
    signal: 'reconciliation',
    module: new URL('./reconciliation-worker.ts', import.meta.url),
    find: () => findReconciliationWork(connection),
    fail: ({ id }, reason) => failReconciliation(connection, id, reason),
  })
}
