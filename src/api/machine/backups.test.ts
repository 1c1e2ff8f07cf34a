import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getBackups, noteBackupKeyStored, showBackupKey } from '#contract/machine/backups.ts'
import { asSqlConnection } from '#db/database.ts'
import {
  beginRestoreTest,
  endRestoreTest,
  noteBackupStore,
  noteBaseBackups,
  noteLogStored,
  noteRestoreStep,
  readBackupTimes,
} from '#db/machine/backups.ts'
import { apiForFile } from '#test/support/api.ts'
import { lastActivity } from '#test/support/configuration.ts'
import { signInAdmin } from '#test/support/people.ts'
import { secretKeys } from '#test/support/secret-keys.ts'

const api = apiForFile()

const connection = () => asSqlConnection(api.database)
const get = async () => (await api.admin.call(getBackups, {})).data
const KEY = 'AGE-SECRET-KEY-1TEST'
const sealed = (text: string) => secretKeys.encrypt('backup_store.sealed_key', text)
const store = (recipient: string, key: string) =>
  noteBackupStore(connection(), {
    ...{ kind: 'OWN', address: '/mnt/backups' },
    key: { recipient, sealed: sealed(key) },
  })

test('a switch without backups says so', async () => {
  const none = { address: '', log_stored_until: null, is_key_to_store: false }
  expect(await get()).toEqual({ ...none, kind: 'OFF', backups: [], tests: [] })
  await noteBackupStore(connection(), { kind: 'EXTERNAL', address: '' })
  expect(await get()).toMatchObject({ ...none, kind: 'EXTERNAL' })
})

test('backups, the log and restore tests are listed, the newest first', async () => {
  await store('age1one', KEY)
  await noteBaseBackups(connection(), [
    {
      name: '20261127T020000Z',
      started_at: '2026-11-27T02:00:00Z',
      ended_at: '2026-11-27T02:01:00Z',
      bytes: 5e12,
    },
    {
      name: '20261128T020000Z',
      started_at: '2026-11-28T02:00:00Z',
      ended_at: '2026-11-28T02:01:00Z',
      bytes: 7,
    },
  ])
  await noteLogStored(connection(), new Date('2026-11-28T09:00:00Z'))
  const first = await beginRestoreTest(connection(), '20261127T020000Z')
  await endRestoreTest(connection(), first, {
    ...{ restore_ms: 14_000, check_ms: 2000, indexes: 300, rules: 48 },
    restored_until: new Date('2026-11-27T02:05:00Z'),
  })
  const failed = await beginRestoreTest(connection(), '20261128T020000Z')
  await endRestoreTest(connection(), failed, { error: 'It broke. '.repeat(100) })
  const running = await beginRestoreTest(connection(), '20261128T020000Z')
  await noteRestoreStep(connection(), running, 'Checking the books')
  const found = await get()
  expect(found).toMatchObject({
    ...{ kind: 'OWN', address: '/mnt/backups', log_stored_until: '2026-11-28T09:00:00Z' },
    backups: [
      { name: '20261128T020000Z', bytes: 7 },
      { name: '20261127T020000Z', bytes: 5e12 },
    ],
    tests: [
      { id: running, ended_at: null, step: 'Checking the books', error: '', restore_ms: null },
      { id: failed, step: '', restored_until: null },
      {
        ...{ id: first, error: '', step: '', restore_ms: 14_000, check_ms: 2000 },
        ...{ restored_until: '2026-11-27T02:05:00Z', indexes: 300, rules: 48 },
      },
    ],
  })
  expect(found.tests[1]?.error).toHaveLength(500)
  expect(await readBackupTimes(api.database)).toEqual({
    ...{ last_started_at: '2026-11-28T02:00:00Z', backup_name: '20261128T020000Z' },
    tested_name: '20261127T020000Z',
  })
  // The supervisor starts again.
  await store('age1one', KEY)
  expect((await get()).tests[0]).toMatchObject({ error: 'The supervisor ended during the test.' })
  await noteBaseBackups(connection(), [])
  expect((await get()).backups).toEqual([])
})

test('the key is shown until a user has stored it, and a new one again', async () => {
  expect(await get()).toMatchObject({ is_key_to_store: true })
  expect((await api.admin.call(showBackupKey, {})).data).toEqual({ key: KEY })
  const of = { action: 'EXECUTE', entity: 'machine', entity_id: 'backup_key' }
  expect(await lastActivity(api)).toMatchObject({ ...of, entity_name: 'Backup key: shown' })
  expect((await api.admin.call(noteBackupKeyStored, {})).status).toBe(204)
  expect(await lastActivity(api)).toMatchObject({
    ...{ ...of, entity_name: 'Backup key: stored elsewhere' },
  })
  expect(await get()).toMatchObject({ is_key_to_store: false })
  expect((await api.admin.call(showBackupKey, {})).status).toBe(404)
  await store('age1one', KEY)
  expect(await get()).toMatchObject({ is_key_to_store: false })
  await store('age1two', 'AGE-SECRET-KEY-1OTHER')
  expect((await api.admin.call(showBackupKey, {})).data).toEqual({ key: 'AGE-SECRET-KEY-1OTHER' })
  const { rows } = await sql<{ text: string }>`
    select sealed_key || coalesce((select string_agg(a::text, '') from activity_log a), '') as text
    from backup_store`.execute(api.database)
  expect(rows[0]?.text).not.toContain('AGE-SECRET-KEY')
})

test('who may see backups does not see their key', async () => {
  const viewer = await signInAdmin(api, 'viewer', { permissions: ['system.view', 'system.edit'] })
  expect((await viewer.call(getBackups, {})).status).toBe(200)
  expect((await viewer.call(showBackupKey, {})).status).toBe(403)
  expect((await viewer.call(noteBackupKeyStored, {})).status).toBe(403)
})
