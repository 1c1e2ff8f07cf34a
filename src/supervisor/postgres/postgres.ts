// Starts, adopts and stops the embedded PostgreSQL. Two things must never happen: two servers on
// one folder, and a server that dies with us.
import { existsSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isDatabaseDown } from '#db/database.ts'
import { withClient } from '#db/with-client.ts'
import { type SystemUser, startChild } from '../processes/child.ts'
import { makeFolder, makeSocketFolder } from '../processes/folder.ts'
import { openLog, tail } from '../processes/log-file.ts'
import { processesIn, sendSignalTo, waitUntil } from '../processes/process-table.ts'
import { startStopwatch } from '../processes/stopwatch.ts'
import { canEnter, databaseUser } from '../processes/system-user.ts'
import { copyPrograms, initialise, readPassword, writeSettings } from './postgres-files.ts'

export interface Postgres {
  /** For `pg`: the database `softswitch` over the Unix socket. */
  url: string
  pid: number
  /** The group whose members may connect. */
  group: number
  stop(): Promise<void>
}

interface Options {
  folder: string
  log: (line: string) => void
  /** Settings of the server beside ours, or in their place. */
  settings?: Readonly<Record<string, string>>
  /** A server that restores its log needs longer. */
  start_timeout_ms?: number
}

const SOCKET_FILE = '.s.PGSQL.5432'
const START_TIMEOUT_MS = 60_000
/** Back-ends of a killed server hold its shared memory until they notice. */
const ORPHAN_TIMEOUT_MS = 10_000
const STOP_TIMEOUT_MS = 30_000

export async function startPostgres(options: Options): Promise<Postgres> {
  const { folder, log, settings = {}, start_timeout_ms = START_TIMEOUT_MS } = options
  const root = resolve(folder)
  const pgdata = join(root, 'pg18')
  const user = databaseUser(pgdata)
  await makeFolder(root, 0o755)
  if (!canEnter(root, user)) {
    throw new Error(`${user.name}, which runs PostgreSQL, cannot access ${root}: move DATA_DIR`)
  }
  const hasDatabase = existsSync(pgdata)
  const password = await readPassword(root, hasDatabase)
  const socketFolder = await makeSocketFolder(join(root, 'run'), SOCKET_FILE, 0o750, user)
  const urlOf = (name: string) => toUrl(password, socketFolder, name)

  let pid = hasDatabase ? await findRunning(pgdata, urlOf('postgres')) : undefined
  if (!pid) await removeLocks(pgdata, socketFolder)
  if (pid) {
    log(`Found the database running (process ${pid})`)
  } else {
    const programs = await copyPrograms(root)
    if (!hasDatabase) {
      log(`Creating the database in ${pgdata}`)
      await initialise(programs, pgdata, password, user)
    }
    await writeSettings(pgdata, socketFolder, user, settings)
    const program = join(programs, 'postgres')
    pid = await launch({ program, root, pgdata, user, start_timeout_ms })
  }
  await ensureDatabase(urlOf('postgres'))
  return { url: urlOf('softswitch'), pid, group: user.gid, stop: () => stopPostgres(root) }
}

function toUrl(password: string, socketFolder: string, name: string): string {
  return `postgres://softswitch:${password}@${encodeURIComponent(socketFolder)}/${name}`
}

/** The address of the database in the folder, for tools beside the supervisor; it may not run. */
export async function findPostgresUrl(folder: string): Promise<string> {
  const root = resolve(folder)
  const pgdata = join(root, 'pg18')
  if (!existsSync(pgdata)) throw new Error(`No database in ${root}: npm start creates it`)
  const user = databaseUser(pgdata)
  const socketFolder = await makeSocketFolder(join(root, 'run'), SOCKET_FILE, 0o750, user)
  return toUrl(await readPassword(root, true), socketFolder, 'softswitch')
}

/** The lines of postmaster.pid; the first is the process id, the eighth says `ready`. */
async function readPidFile(pgdata: string): Promise<string[]> {
  const text = await fs.readFile(join(pgdata, 'postmaster.pid'), 'utf8').catch(() => '')
  return text.split('\n').map((line) => line.trim())
}

const answers = (url: string): Promise<boolean> =>
  withClient(url, 'supervisor', async () => true).catch((error: unknown) => {
    if (isDatabaseDown(error)) return false
    throw error
  })

/**
 * Called only when no server uses the folder: two servers would destroy it. A killed server that
 * waits to be buried has left its folder already, yet counts for its successor as alive.
 */
async function removeLocks(pgdata: string, socketFolder: string): Promise<void> {
  await fs.rm(join(pgdata, 'postmaster.pid'), { force: true })
  await fs.rm(join(socketFolder, `${SOCKET_FILE}.lock`), { force: true })
}

/** The server that already works in the folder, if any; fails if only remains of one do. */
async function findRunning(pgdata: string, url: string): Promise<number | undefined> {
  const passed_ms = startStopwatch()
  let pid: number | undefined
  let owners: number[] = []
  const isDecided = await waitUntil(async () => {
    owners = await processesIn(pgdata)
    if (owners.length === 0) return true
    const server = Number((await readPidFile(pgdata))[0])
    if (owners.includes(server)) {
      if (await answers(url)) pid = server
      return pid !== undefined
    }
    if (passed_ms() > ORPHAN_TIMEOUT_MS) throw stillInUse(pgdata, owners)
    return false
  }, START_TIMEOUT_MS)
  if (!isDecided) throw stillInUse(pgdata, owners)
  return pid
}

function stillInUse(pgdata: string, owners: number[]): Error {
  return new Error(
    `Processes ${owners.join(', ')} use ${pgdata} but do not respond: ` +
      'see postgres.log and stop them',
  )
}

interface Launch {
  readonly program: string
  readonly root: string
  readonly pgdata: string
  readonly user: SystemUser
  readonly start_timeout_ms: number
}

async function launch({ program, root, pgdata, user, ...times }: Launch): Promise<number> {
  const logPath = join(root, 'postgres.log')
  const logFile = await openLog(logPath)
  const stdio = ['ignore', logFile.fd, logFile.fd] as const
  const server = startChild({ program, args: ['-D', pgdata], user }, [...stdio])
  server.unref()
  let end: string | undefined
  server.once('error', (error) => {
    end = error.message
  })
  server.once('exit', (code, signal) => {
    end = `it ended with ${signal ?? code}`
  })
  await logFile.close()
  const isReady = await waitUntil(async () => {
    const lines = await readPidFile(pgdata)
    return end !== undefined || (Number(lines[0]) === server.pid && lines[7] === 'ready')
  }, times.start_timeout_ms)
  if (end !== undefined || !isReady || server.pid === undefined) {
    throw new Error(`PostgreSQL did not start: ${end ?? 'timeout'}\n${await tail(logPath, 5)}`)
  }
  return server.pid
}

const ensureDatabase = (url: string): Promise<void> =>
  withClient(url, 'supervisor', async (client) => {
    const { rowCount } = await client.query("select from pg_database where datname = 'softswitch'")
    if (rowCount === 0) await client.query('create database softswitch')
  })

/** Fast shutdown: a smart one would wait for clients that never leave. */
export async function stopPostgres(folder: string): Promise<void> {
  const pgdata = join(resolve(folder), 'pg18')
  const server = Number((await readPidFile(pgdata))[0])
  if (!(await processesIn(pgdata)).includes(server)) return
  sendSignalTo(server, 'SIGINT')
  const isGone = async () => (await processesIn(pgdata)).length === 0
  if (await waitUntil(isGone, STOP_TIMEOUT_MS)) return
  sendSignalTo(server, 'SIGQUIT')
  await waitUntil(isGone, ORPHAN_TIMEOUT_MS)
}
