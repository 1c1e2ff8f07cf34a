import { asSqlConnection } from '#db/database.ts'
import { failImport, findImportWork } from '#db/rate-imports/rate-import-work.ts'
import { openWorkRunner, type WorkRunner } from '../files/work-runner.ts'
import type { BackgroundWork } from '../http/background-work.ts'
import { BACK } from './work-on-imports.ts'

export function openRateImportRunner(background: BackgroundWork): Promise<WorkRunner> {
  const connection = asSqlConnection(background.database)
  return openWorkRunner(background, {
    what: 'a rate import',
    signal: 'rate_import',
    module: new URL('./rate-import-worker.ts', import.meta.url),
    find: () => findImportWork(connection),
    fail: (work, reason) => failImport(connection, work, BACK[work.state] ?? 'FAILED', reason),
  })
}
