// A PostgreSQL of its own with a streaming replica, which can be paused, killed and started again.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase, type SqlConnection } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { makePartitionsAhead } from '#db/partitions/partitions.ts'
import { prepareRoles } from '#db/roles.ts'
import { withClient } from '#db/with-client.ts'
import { replicaAddress } from '#supervisor/postgres/database-access.ts'
import { startPostgres } from '#supervisor/postgres/postgres.ts'
import { copyPrograms, writeSettings } from '#supervisor/postgres/postgres-files.ts'
import { runChild, startChild } from '#supervisor/processes/child.ts'
import { makeFolder, makeSocketFolder } from '#supervisor/processes/folder.ts'
import { waitUntil } from '#supervisor/processes/process-table.ts'
import { databaseUser } from '#supervisor/processes/system-user.ts'
import { connectionsTo, type FreshDatabase } from './database.ts'
import { makeTestFolder } from './postgres-for-tests.ts'

const SETTINGS = { fsync: 'off', full_page_writes: 'off', shared_buffers: '32MB' }
/** For the next try after the primary was not there. */
const RETRY = 'wal_retrieve_retry_interval=100ms'
const START_TIMEOUT_MS = 60_000

export interface ReplicatedDatabase extends FreshDatabase {
  /** As its owner. */
  readonly replica_url: string
  /** As the API connects. */
  readonly replica_api_url: string
  startReplica(): Promise<void>
  /** At once, as when its machine fails. */
  killReplica(): Promise<void>
}

const query = <Row extends object>(url: string, text: string): Promise<Row[]> =>
  withClient(url, 'test', async (client: SqlConnection) => (await client.query<Row>(text)).rows)

/** The files of a running server, as a base backup has them. */
async function copyData(url: string, from: string, to: string): Promise<void> {
  const user = databaseUser(to)
  await withClient(url, 'test', async (client) => {
    await client.query("select pg_backup_start('replica', true)")
    await runChild({ program: 'cp', args: ['-a', '--', from, to], user })
    const { rows } = await client.query<{ labelfile: string }>('select * from pg_backup_stop()')
    await rm(join(to, 'postmaster.pid'))
    const args = [join(to, 'backup_label')]
    await runChild({ program: 'tee', args, user }, rows[0]?.labelfile)
    await runChild({ program: 'touch', args: [join(to, 'standby.signal')], user })
  })
}

export async function startReplicated(): Promise<ReplicatedDatabase> {
  const folder = await makeTestFolder()
  const primary = await startPostgres({
    folder: join(folder, 'primary'),
    log: () => {},
    settings: SETTINGS,
  })
  const { url } = primary
  await migrate(url)
  await withClient(url, 'test', (client) => makePartitionsAhead(client, Date.now()))
  const passwords = { api: 'of the api', engine: 'of the engine', jobs: 'of the jobs' }
  const urls = await prepareRoles(url, passwords, true)

  const root = join(folder, 'replica')
  const pgdata = join(root, 'pg18')
  const user = databaseUser(pgdata)
  await makeFolder(root, 0o755, user)
  await copyData(url, join(folder, 'primary', 'pg18'), pgdata)
  const programs = await copyPrograms(join(folder, 'primary'))
  const sockets = await makeSocketFolder(join(root, 'run'), '.s.PGSQL.5432', 0o750, user)
  const { hostname, username, password } = new URL(url)
  await writeSettings(pgdata, sockets, user, {
    ...SETTINGS,
    primary_conninfo: `host=${decodeURIComponent(hostname)} user=${username} password=${password}`,
  })
  const replica_url = url.replace(hostname, encodeURIComponent(sockets))

  let server: ChildProcess | undefined
  async function startReplica(): Promise<void> {
    const program = join(programs, 'postgres')
    server = startChild({ program, args: ['-D', pgdata, '-c', RETRY], user }, 'ignore')
    const answers = () =>
      query(replica_url, 'select 1').then(
        () => true,
        () => false,
      )
    if (!(await waitUntil(answers, START_TIMEOUT_MS))) throw new Error('The replica did not start')
  }
  async function killReplica(): Promise<void> {
    if (!server || server.exitCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGQUIT')
    await ended
  }
  await startReplica()
  const database = openDatabase(url, 'test')
  const { endAll, ...connections } = connectionsTo(url)
  return {
    url,
    urls,
    database,
    ...connections,
    replica_url,
    replica_api_url: replicaAddress(replica_url, urls.api),
    startReplica,
    killReplica,
    async close() {
      await endAll()
      await database.destroy()
      await killReplica()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
