// Backup and restore with the real server: to any moment, with bad files refused.
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BACKUP_LOCK } from '#db/locks.ts'
import { tryToLock, withClient } from '#db/with-client.ts'
import { type BackedUp, query, SMALL, startBackedUp } from '#test/support/backed-up.ts'
import { startPostgres } from '../postgres/postgres.ts'
import { makeBackupKey } from './backup-key.ts'
import type { BackupStore, Backups } from './backup-store.ts'
import { backUp, noteBackups } from './backups.ts'
import { FolderStore } from './folder-store.ts'
import { shipLog } from './log-archive.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { removeOldBackups } from './remove-old-backups.ts'
import { refuseUnfinishedRestore, restoreDataFolder } from './restore-data-folder.ts'

const log = () => {}
const clock = { now_ms: () => Date.now() }

let of: BackedUp
let manifest: Manifest
let store: BackupStore
/** Between the second row and the third. */
let moment: Date

beforeAll(async () => {
  of = await startBackedUp()
  store = of.store
  const { url } = of.server
  await query(url, 'create table kept (word text)')
  await query(url, "insert into kept values ('first')")
  await writeFile(join(of.data, 'secrets', 'secret-keys'), 'one of them')
  await mkdir(join(of.data, 'archive'))
  await writeFile(join(of.data, 'archive', 'call_record_20260101-1.parquet'), 'calls')
  await writeFile(join(of.data, 'archive', 'call_record_20260102-2.parquet.part'), 'unfinished')
  manifest = await of.backUp()
  await query(url, "insert into kept values ('second')")
  await sleep(1500)
  const [row] = await query(url, 'select extract(epoch from now())::float8 as at')
  moment = new Date(Number(row?.at) * 1000)
  await sleep(1500)
  await query(url, "insert into kept values ('third')")
  await of.shipAll()
})
afterAll(() => of?.close())

const restoreTo = (path: string, until?: Date, from: Partial<Backups> = {}) =>
  restoreDataFolder({ path, store, key: of.key, ...from, until, say: log })

/** The words of a database that is restored to this moment. */
async function wordsAfter(name: string, until?: Date): Promise<unknown[]> {
  const path = join(of.base, name)
  await restoreTo(path, until)
  const restored = await startPostgres({ folder: join(path, 'postgres'), log, settings: SMALL })
  const rows = await query(restored.url, 'select word from kept order by 1')
  const drained = await query(restored.url, "select value from setting where key = 'general'")
  await restored.stop()
  expect(drained).toMatchObject([{ value: { is_draining: true } }])
  expect(existsSync(join(path, 'postgres', 'restored-log'))).toBe(false)
  return rows.map(({ word }) => word)
}

test('a switch is restored to the end of its log, and to a second before, drained', async () => {
  expect(await wordsAfter('whole')).toEqual(['first', 'second', 'third'])
  expect(await wordsAfter('moment', moment)).toEqual(['first', 'second'])
  const secret = join(of.base, 'moment', 'secrets', 'secret-keys')
  expect(await readFile(secret, 'utf8')).toBe('one of them')
  const archive = join(of.base, 'moment', 'archive')
  expect(await readdir(archive)).toEqual(['call_record_20260101-1.parquet'])
  expect(await readFile(join(archive, 'call_record_20260101-1.parquet'), 'utf8')).toBe('calls')
  expect((await stat(join(of.base, 'moment', 'secrets', 'backup-key'))).mode & 0o777).toBe(0o600)
})

test('an interrupted restore is no switch, and the next one begins again', async () => {
  const path = join(of.base, 'interrupted')
  await mkdir(join(path, 'postgres', 'pg18'), { recursive: true })
  await writeFile(join(path, 'restore-unfinished'), '')
  expect(() => refuseUnfinishedRestore(path)).toThrow('run npm run restore again')
  expect(await wordsAfter('interrupted')).toEqual(['first', 'second', 'third'])
  refuseUnfinishedRestore(path)
})

test('nothing of the data can be read in the store without the key', async () => {
  for (const kind of ['base', 'log', 'archive']) {
    for (const name of await store.list(kind)) {
      const content = await readFile(join(of.base, 'backups', kind, name))
      if (name.endsWith('.json')) continue
      expect(content.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
      expect(content.includes('second')).toBe(false)
    }
  }
  const to = join(of.base, 'other-key')
  await expect(restoreTo(to, undefined, { key: await makeBackupKey() })).rejects.toThrow(/identity/)
  expect(existsSync(join(to, 'postgres', 'pg18'))).toBe(false)
})

test('a segment that is stored already is sent once, that of another switch never', async () => {
  const folder = join(of.base, 'segments')
  await mkdir(folder)
  const name = '0000000900000000000000AA'
  await writeFile(join(folder, name), 'the log of this switch')
  expect(await shipLog(folder, of)).toEqual([name])
  // As after an interruption between the two steps.
  await writeFile(join(folder, name), 'the log of this switch')
  expect(await shipLog(folder, of)).toEqual([name])
  await writeFile(join(folder, name), 'the log of another')
  await expect(shipLog(folder, of)).rejects.toThrow('Another switch has put')
  expect(await readdir(folder)).toEqual([name])
  await store.remove('log', `${name}.zst.age`)
})

test('only one backup is made at a time', async () => {
  await withClient(of.server.url, 'test', async (client) => {
    expect(await tryToLock(client, BACKUP_LOCK)).toBe(true)
    const second = backUp({ path: of.data }, of.server.url, of, new Date())
    await expect(second).rejects.toThrow('Another backup is under way')
  })
})

test('a moment before the first backup, and a folder with a database, are refused', async () => {
  const early = new Date(Date.parse(manifest.ended_at) - 60_000)
  const refused = restoreTo(join(of.base, 'early'), early)
  await expect(refused).rejects.toThrow(`can be restored to ${manifest.ended_at} and later`)
  await expect(restoreTo(of.data)).rejects.toThrow('restore into an empty folder')
})

test('a damaged backup, one without its log and one without a manifest are refused', async () => {
  const damaged = await copyOfStore('damaged')
  const file = join(of.base, 'damaged', 'base', `${manifest.name}.tar.zst.age`)
  const content = await readFile(file)
  content[content.length - 20] = 255 - (content.at(-20) ?? 0)
  await writeFile(file, content)
  const fromDamaged = restoreTo(join(of.base, 'from-damaged'), undefined, { store: damaged })
  await expect(fromDamaged).rejects.toThrow()
  expect(existsSync(join(of.base, 'from-damaged', 'postgres', 'pg18'))).toBe(false)

  const without = await copyOfStore('without-log')
  await without.remove('log', `${manifest.last_segment}.zst.age`)
  const fromWithout = restoreTo(join(of.base, 'from-without'), moment, { store: without })
  await expect(fromWithout).rejects.toThrow(`lacks ${manifest.last_segment} of its log`)

  const unfinished = await copyOfStore('unfinished')
  await unfinished.remove('base', `${manifest.name}.json`)
  const fromNone = restoreTo(join(of.base, 'from-none'), undefined, { store: unfinished })
  await expect(fromNone).rejects.toThrow('no whole backup')
})

test('old backups, interrupted ones and the log that no kept one needs are removed', async () => {
  const few = await copyOfStore('few')
  const segments = ['000000010000000000000000', '000000010000000000000001'] as const
  for (const name of segments) await few.put('log', `${name}.zst.age`, 'old')
  const old = { ...manifest, name: '20200101T000000Z', ended_at: '2020-01-01T00:00:05.000Z' }
  const [only] = segments
  await writeManifest(few, { ...old, first_segment: only, last_segment: only })
  await few.put('base', `${old.name}.tar.zst.age`, 'old')
  await few.put('base', '20210101T000000Z.tar.zst.age', 'interrupted')
  await removeOldBackups(few, { daily: 1, weekly: 1, monthly: 12 })
  const namesOf = async (kind: string) => await few.list(kind)
  const whole = [`${manifest.name}.json`, `${manifest.name}.tar.zst.age`]
  // A month of 2020 keeps its backup, with the log of its own time.
  const kept = [`${old.name}.json`, `${old.name}.tar.zst.age`]
  expect(await namesOf('base')).toEqual([...kept, ...whole])
  expect(await namesOf('log')).toContain(`${only}.zst.age`)
  expect(await namesOf('log')).not.toContain(`${segments[1]}.zst.age`)
  await removeOldBackups(few, { daily: 1, weekly: 0, monthly: 0 })
  expect(await namesOf('base')).toEqual(whole)
  expect(await namesOf('log')).not.toContain(`${only}.zst.age`)
  expect(await namesOf('log')).toContain(`${manifest.first_segment}.zst.age`)
})

test('it is known until when the log is in the store', () => {
  const last = of.stored.at(-1)
  expect(Number(last)).toBeGreaterThan(Date.parse(manifest.started_at) - 60_000)
  expect(Number(last)).toBeLessThanOrEqual(Date.now())
})

test('the console has the backups that are kept, and no others', async () => {
  const rows = () => query(of.server.url, 'select name, bytes from base_backup')
  expect(await rows()).toEqual([{ name: manifest.name, bytes: manifest.bytes }])
  await query(of.server.url, "update base_backup set name = 'of another time'")
  await withClient(of.server.url, 'test', (client) => noteBackups(client, store))
  expect(await rows()).toEqual([{ name: manifest.name, bytes: manifest.bytes }])
})

async function copyOfStore(name: string): Promise<FolderStore> {
  const copy = new FolderStore(join(of.base, name), clock)
  for (const kind of await readdir(join(of.base, 'backups'))) {
    for (const file of await store.list(kind))
      await copy.put(kind, file, await store.get(kind, file))
  }
  return copy
}
