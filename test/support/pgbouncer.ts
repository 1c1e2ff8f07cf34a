// A real PgBouncer before the database of a test, where Debian's `pgbouncer` is installed.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { startChild } from '#supervisor/processes/child.ts'
import { databaseUser } from '#supervisor/processes/system-user.ts'
import { until } from '../sip/until.ts'
import { makeTestFolder } from './postgres-for-tests.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
const ADDRESS = '127.0.0.1'
const PORT = 16_432

export const hasPgBouncer = (): boolean => existsSync(PROGRAM)

export interface PgBouncer {
  /** The same database through it. */
  readonly url: string
  close(): Promise<void>
}

export async function startPgBouncer(url: string, lines: readonly string[]): Promise<PgBouncer> {
  const target = new URL(url)
  const { username, password, port } = target
  const host = target.searchParams.get('host') ?? decodeURIComponent(target.hostname)
  const folder = await makeTestFolder()
  const settings = [
    '[databases]',
    `* = host=${host} port=${port || 5432} user=${username} password=${password}`,
    '[pgbouncer]',
    ...[`listen_addr = ${ADDRESS}`, `listen_port = ${PORT}`, 'unix_socket_dir ='],
    ...['auth_type = any', ...lines, ''],
  ]
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, settings.join('\n'))
  // It does not run as root.
  const user = databaseUser('/nonexistent')
  const child = startChild({ program: PROGRAM, args: ['-q', file], user }, 'ignore')
  await until('PgBouncer listens', listens)
  return {
    url: `postgres://${username}@${ADDRESS}:${PORT}${target.pathname}`,
    async close() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function listens(): Promise<boolean> {
  const socket = connect(PORT, ADDRESS)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  socket.once('connect', () => resolve(true))
  socket.once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
