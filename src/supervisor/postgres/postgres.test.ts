import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '#db/database.ts'
import { freshDatabase } from '#test/support/database.ts'
import { needsRoot } from '#test/support/needs.ts'
import { makeTestFolder } from '#test/support/postgres-for-tests.ts'
import { runChild, startChild } from '../processes/child.ts'
import { processesIn, waitUntil } from '../processes/process-table.ts'
import { databaseUser } from '../processes/system-user.ts'
import { type Postgres, startPostgres } from './postgres.ts'

let base: string
let folder: string
const lines: string[] = []

async function start(): Promise<Postgres> {
  lines.length = 0
  const settings = { shared_buffers: '32MB' }
  return await startPostgres({ folder, log: (line) => lines.push(line), settings })
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = makeClient(url, 'test')
  await client.connect()
  return await client
    .query(sql)
    .then((result) => result.rows)
    .finally(() => client.end())
}

beforeAll(async () => {
  base = await makeTestFolder()
  // Long enough that the socket needs its short folder.
  folder = join(base, 'a-long-name-'.repeat(8), 'postgres')
})

afterAll(async () => {
  const { url, stop } = await start()
  await stop()
  await rm(decodeURIComponent(new URL(url).hostname), { recursive: true, force: true })
  await rm(base, { recursive: true, force: true })
})

test('a server that outlived its supervisor is adopted, a killed one replaced', async () => {
  const first = await start()
  expect(lines.join()).toContain('Creating the database')
  await query(first.url, 'create table kept (word text)')
  await query(first.url, "insert into kept values ('safe')")

  const adopted = await start()
  expect(adopted).toMatchObject({ pid: first.pid, url: first.url })
  expect(lines.join()).toContain('running')

  // The others of the server die with it or notice soon; the new one waits for them.
  process.kill(first.pid, 'SIGKILL')
  await waitUntil(
    async () => !(await processesIn(join(folder, 'pg18'))).includes(first.pid),
    60_000,
  )
  const second = await start()
  expect(second.pid).not.toBe(first.pid)
  expect(await query(second.url, 'select word from kept')).toEqual([{ word: 'safe' }])

  await second.stop()
  expect(await processesIn(join(folder, 'pg18'))).toEqual([])
})

test('the locks of a killed server do not keep the next one away', async () => {
  const { url, stop } = await start()
  await stop()
  const socketFolder = decodeURIComponent(new URL(url).hostname)
  // Any process of the database's user will do as the one that waits.
  const user = databaseUser(join(folder, 'pg18'))
  const waits = startChild({ program: 'sleep', args: ['60'], user }, 'ignore')
  try {
    await writeFile(join(folder, 'pg18', 'postmaster.pid'), `${waits.pid}\n`)
    await writeFile(join(socketFolder, '.s.PGSQL.5432.lock'), `${waits.pid}\n`)
    const next = await start()
    expect(await query(next.url, 'select word from kept')).toEqual([{ word: 'safe' }])
  } finally {
    waits.kill()
  }
})

test(
  'root writes no settings through a link that the user of the database has put there',
  needsRoot,
  async () => {
    const { stop } = await start()
    await stop()
    const pgdata = join(folder, 'pg18')
    const target = join(base, 'of-root')
    await writeFile(target, 'untouched\n', { mode: 0o600 })
    const user = databaseUser(pgdata)
    const settings = join(pgdata, 'softswitch.conf')
    await runChild({ program: 'ln', args: ['-sf', target, settings], user })
    await expect(start()).rejects.toThrow('Permission denied')
    expect(await readFile(target, 'utf8')).toBe('untouched\n')
    expect((await stat(target)).uid).toBe(0)
    await runChild({ program: 'rm', args: [settings], user })
    const next = await start()
    expect(await query(next.url, 'select word from kept')).toEqual([{ word: 'safe' }])
  },
)

test('every test file gets a migrated database of its own', async () => {
  const one = await freshDatabase()
  const two = await freshDatabase()
  try {
    await one.database.updateTable('account').set({ name: 'Mine' }).execute()
    expect(await two.database.selectFrom('account').select('name').execute()).toEqual([
      { name: 'Operator' },
    ])
  } finally {
    await Promise.all([one.close(), two.close()])
  }
})
