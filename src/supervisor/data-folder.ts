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

/** Where consumers of the record feed have their folders. */
export const recordFolder = ({ path }: DataFolder): string => join(path, 'record-feed')

export interface Secrets {
  session_key: string
  kamailio_secret: string
  topoh_key: string
  /** For what lies encrypted in the database: one in a line, the first is in use. */
  secret_keys: string
  /** Passwords in the database. */
  database: { api: string; engine: string; jobs: string }
}

/** Reads the secrets and makes those that are missing; each is a file that only we may read. */
export async function readSecrets(folder: DataFolder): Promise<Secrets> {
  const secrets = join(folder.path, 'secrets')
  await makeFolder(secrets, 0o700)
  async function read(name: string): Promise<string> {
    const file = join(secrets, name)
    if (!existsSync(file)) {
      await fs.writeFile(file, `${randomHex(32)}\n`, { mode: 0o600, flag: 'wx' })
    }
    return (await fs.readFile(file, 'utf8')).trim()
  }
  return {
    session_key: await read('session-key'),
    kamailio_secret: await read('kamailio-secret'),
    topoh_key: await read('topoh-key'),
    secret_keys: await read('secret-keys'),
    database: {
      api: await read('database-api'),
      engine: await read('database-engine'),
      jobs: await read('database-jobs'),
    },
  }
}
