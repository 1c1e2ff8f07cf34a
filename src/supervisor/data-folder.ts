// The data folder: where it lies, its secrets, and what else is kept in it besides the database.
import { existsSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isRoot } from './processes/child.ts'
import { makeFolder, makeSocketFolder, ourselves } from './processes/folder.ts'
import { canEnter, databaseUser } from './processes/system-user.ts'
import { randomHex } from './random.ts'

const DEFAULT = 'data'
/**
 * Root's data folder if the project is in a folder that other users cannot enter, such as /root.
 */
const DEFAULT_FOR_ROOT = '/var/lib/softswitch'

export interface DataFolder {
  path: string
  /** For sockets and port numbers; short enough for both. */
  run: string
  logs: string
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path))
}

/**
 * The path of the data folder. Database and switch run as users of their own when we are root, and
 * must be able to enter it; the default gives way to another place, a wish of the operator does
 * not.
 */
export function findDataFolder(wish: string | undefined): string {
  const path = resolve(wish ?? DEFAULT)
  const user = databaseUser(join(path, 'postgres/pg18'))
  if (!isRoot() || canEnter(nearestExisting(path), user)) return path
  if (wish === undefined) return DEFAULT_FOR_ROOT
  throw new Error(
    `${user.name}, which runs PostgreSQL, cannot access ${nearestExisting(path)}: ` +
      'choose another DATA_DIR',
  )
}

export async function makeDataFolder(path: string): Promise<DataFolder> {
  await makeFolder(path, 0o755)
  const run = await makeSocketFolder(join(path, 'run'), 'kamailio/kamailio_ctl', 0o755, ourselves())
  const logs = join(path, 'logs')
  await makeFolder(logs, 0o700)
  return { path, run, logs }
}

/** Where rtpengine writes the packets of recorded calls, and the recorder takes them from. */
export const recordingFolder = ({ path }: DataFolder): string => join(path, 'recordings')

/** Where consumers of the record feed have their folders. */
export const recordFolder = ({ path }: DataFolder): string => join(path, 'record-feed')

/** By the names of their files: all nodes have the same, and one that joins gets them. */
export const SHARED_SECRETS = [
  ...['session-key', 'topoh-key', 'digest-key', 'secret-keys'],
  ...['database-api', 'database-engine', 'database-jobs'],
] as const

export type SharedSecrets = Readonly<Record<(typeof SHARED_SECRETS)[number], string>>

export interface Secrets {
  session_key: string
  /** No other machine has it. */
  kamailio_secret: string
  topoh_key: string
  /** Signs the challenges to phones. */
  digest_key: string
  /** By which the tracer knows Kamailio; no other machine has it. */
  trace_key: string
  /** For what lies encrypted in the database: one in a line, the first is in use. */
  secret_keys: string
  /** Passwords in the database. */
  database: { api: string; engine: string; jobs: string }
  shared: SharedSecrets
}

const secretsFolder = (folder: DataFolder): string => join(folder.path, 'secrets')
const nodeIdFile = (folder: DataFolder): string => join(folder.path, 'node-id')

export const hasSecrets = (folder: DataFolder): boolean => existsSync(secretsFolder(folder))

/** The number of this node; undefined for a machine that has not joined. */
export async function readNodeId(folder: DataFolder): Promise<number | undefined> {
  if (!existsSync(nodeIdFile(folder))) return undefined
  return Number((await fs.readFile(nodeIdFile(folder), 'utf8')).trim())
}

/** Written last: from then on the machine is a node. */
export const writeNodeId = (folder: DataFolder, node_id: number): Promise<void> =>
  fs.writeFile(nodeIdFile(folder), `${node_id}\n`, { mode: 0o600 })

export async function writeSharedSecrets(folder: DataFolder, shared: SharedSecrets): Promise<void> {
  await makeFolder(secretsFolder(folder), 0o700)
  for (const name of SHARED_SECRETS) {
    const text = shared[name]
    if (!text) throw new Error(`The other machine has no ${name}: start it with this version`)
    await fs.writeFile(join(secretsFolder(folder), name), `${text}\n`, { mode: 0o600 })
  }
}

/** A node that was removed keeps nothing by which it could come back. */
export async function forgetNode(folder: DataFolder): Promise<void> {
  await fs.rm(nodeIdFile(folder), { force: true })
  await fs.rm(secretsFolder(folder), { recursive: true, force: true })
}

/** Reads the secrets and makes those that are missing; each is a file that only we may read. */
export async function readSecrets(folder: DataFolder): Promise<Secrets> {
  const secrets = secretsFolder(folder)
  await makeFolder(secrets, 0o700)
  async function read(name: string): Promise<string> {
    const file = join(secrets, name)
    if (!existsSync(file)) {
      await fs.writeFile(file, `${randomHex(32)}\n`, { mode: 0o600, flag: 'wx' })
    }
    return (await fs.readFile(file, 'utf8')).trim()
  }
  const read_shared = await Promise.all(
    SHARED_SECRETS.map(async (name) => [name, await read(name)]),
  )
  const shared = Object.fromEntries(read_shared) as SharedSecrets
  return {
    session_key: shared['session-key'],
    kamailio_secret: await read('kamailio-secret'),
    topoh_key: shared['topoh-key'],
    digest_key: shared['digest-key'],
    trace_key: await read('trace-key'),
    secret_keys: shared['secret-keys'],
    database: {
      api: shared['database-api'],
      engine: shared['database-engine'],
      jobs: shared['database-jobs'],
    },
    shared,
  }
}
