// The database as a supervised process: the embedded one, or an external one.

import { join } from 'node:path'
import { withClient } from '#db/with-client.ts'
import { archiveSettings } from '../backup/log-archive.ts'
import type { DataFolder } from '../data-folder.ts'
import type { ProcessSpec } from '../processes/keep-running.ts'
import { processesIn, waitUntil } from '../processes/process-table.ts'
import { checkDatabase } from './database-fitness.ts'
import { type Postgres, startPostgres } from './postgres.ts'

const WATCH_INTERVAL_MS = 500

export function postgresFolder(path: string): string {
  return join(path, 'postgres')
}

interface Embedded {
  readonly folder: DataFolder
  readonly is_archiving: boolean
  readonly log: (line: string) => void
  /** Gets the address at each start; it depends only on the data folder. */
  readonly onStart: (found: Postgres) => void
}

export function embeddedDatabase(embedded: Embedded): ProcessSpec {
  const { folder, is_archiving, log, onStart } = embedded
  return {
    name: 'database',
    async start() {
      const root = postgresFolder(folder.path)
      const settings = is_archiving ? await archiveSettings(root) : {}
      const postgres = await startPostgres({ folder: root, log, settings })
      const { pid, stop } = postgres
      onStart(postgres)
      const pgdata = join(root, 'pg18')
      const isGone = async () => !(await processesIn(pgdata)).includes(pid)
      const gone = waitUntil(isGone, Number.POSITIVE_INFINITY, WATCH_INTERVAL_MS)
      return { pid, stop, ended: gone.then(() => 'ended: see postgres.log') }
    },
  }
}

export function externalDatabase(url: string, engines: number): ProcessSpec {
  const connect = () => withClient(url, 'supervisor', async () => {})
  return {
    name: 'database',
    async start() {
      await checkDatabase(url, engines)
      return {
        // Nothing to watch but the answers, and nothing to end.
        ended: new Promise(() => {}),
        isHealthy: () => connect().then(() => true),
        stop: async () => {},
      }
    },
  }
}
