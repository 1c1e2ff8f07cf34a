// Kill -9 in the middle of a backup and of a restore: never a broken backup that looks whole, and
// the next one is made.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackedUp, query, SMALL, startBackedUp } from '#test/support/backed-up.ts'
import type { BackupWork } from '#test/support/backup-process.ts'
import { startPostgres } from '../postgres/postgres.ts'
import { waitUntil } from '../processes/process-table.ts'
import { listManifests } from './manifest.ts'
import { refuseUnfinishedRestore, restoreDataFolder } from './restore-data-folder.ts'

const log = () => {}

let of: BackedUp

beforeAll(async () => {
  of = await startBackedUp()
  await query(of.server.url, 'create table kept (word text)')
  // Bytes that do not compress, so that there is a middle.
  await query(
    of.server.url,
    `insert into kept select string_agg(gen_random_uuid()::text, '')
      from generate_series(1, 400000) n group by n % 4000`,
  )
  await of.backUp()
})
afterAll(() => of?.close())

/** Runs it, and kills it a moment after this is true. */
async function killDuring(
  work: Pick<BackupWork, 'what' | 'path'>,
  hasBegun: () => boolean,
  after_ms: number,
): Promise<void> {
  const whole: BackupWork = {
    ...work,
    ...{ store: join(of.base, 'backups'), key: of.key, url: of.server.url },
    root: join(of.data, 'postgres'),
  }
  const args = ['test/support/backup-process.ts', JSON.stringify(whole)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(child, 'exit')
  expect(await waitUntil(async () => hasBegun(), 60_000, 5)).toBe(true)
  await sleep(after_ms)
  child.kill('SIGKILL')
  const [, signal] = await exited
  expect(signal).toBe('SIGKILL')
}

const sizeOf = (pattern: string) =>
  globSync(join(of.base, pattern)).reduce(
    (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  )

test.each([0, 20, 60])('a backup that is killed, %d ms after its begin, is none', async (ms) => {
  const before = await listManifests(of.store)
  const UNFINISHED = 'backups/base/.*.tar.zst.age.unfinished'
  for (const path of globSync(join(of.base, UNFINISHED))) rmSync(path)
  const isUnderWay = () => sizeOf(UNFINISHED) > 0
  await killDuring({ what: 'backup', path: of.data }, isUnderWay, ms)
  // It was killed in the middle.
  expect(isUnderWay()).toBe(true)
  expect(await listManifests(of.store)).toEqual(before)
})

test('the next backup is made, and restored after a restore that was killed', async () => {
  await of.backUp()
  await query(of.server.url, "insert into kept values ('after the backup')")
  await of.shipAll()
  const path = join(of.base, 'restored')
  await killDuring(
    { what: 'restore', path },
    () => sizeOf('restored/postgres/pg18/base/*/*') > 0,
    20,
  )
  expect(() => refuseUnfinishedRestore(path)).toThrow('run npm run restore again')
  await restoreDataFolder({ path, store: of.store, key: of.key, until: undefined, say: log })
  refuseUnfinishedRestore(path)
  const restored = await startPostgres({ folder: join(path, 'postgres'), log, settings: SMALL })
  const counted = 'select count(*), sum(length(word)) as letters from kept'
  const [rows, saved] = [await query(restored.url, counted), await query(of.server.url, counted)]
  await restored.stop()
  expect(rows).toEqual(saved)
})
