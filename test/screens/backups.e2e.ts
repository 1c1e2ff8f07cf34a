// The screen Backups: how to begin, the key that is shown once, and what the supervisor notes.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asSqlConnection } from '#db/database.ts'
import {
  beginRestoreTest,
  endRestoreTest,
  noteBackupStore,
  noteBaseBackups,
  noteLogStored,
  noteRestoreStep,
} from '#db/machine/backups.ts'
import { listenForSignals } from '#db/signals.ts'
import { secretKeys } from '../support/secret-keys.ts'
import { consoleForFile } from './console.ts'
import { partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()

const { button, row, dialog } = partsOf(() => console_.page)
const connection = () => asSqlConnection(console_.api.database)
const KEY = 'AGE-SECRET-KEY-1QQQQ'

test('a switch without backups says how to make some', async () => {
  const { page } = console_
  await page.goto('/vsa/settings/management')
  await page.getByRole('main').getByRole('link', { name: 'Backups' }).click()
  await page.getByText('No backups are made.').waitFor()
  expect(await button('Back up now').count()).toBe(0)
  await noteBackupStore(connection(), { kind: 'EXTERNAL', address: '' })
  await page.getByText('whose tools make its backups').waitFor()
})

test('the key is shown and copied until it is stored', async () => {
  const { page } = console_
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await noteBackupStore(connection(), {
    ...{ kind: 'OWN', address: '/mnt/backups' },
    key: { recipient: 'age1', sealed: secretKeys.encrypt('backup_store.sealed_key', KEY) },
  })
  await page.getByText('None yet in /mnt/backups').waitFor()
  await page.getByText('The first backup is made soon after the start.').waitFor()
  await button('Show the key…').click()
  const shown = page.getByRole('dialog', { name: 'Key of the backups' })
  await shown.getByText(KEY, { exact: true }).waitFor()
  await shown.getByRole('button', { name: 'Copy the key' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(KEY)
  await shown.getByRole('button', { name: 'Not now' }).click()
  await button('Show the key…').click()
  await dialog().getByRole('button', { name: 'I have stored it' }).click()
  await button('Show the key…').waitFor({ state: 'detached' })
})

test('backups and restore tests are followed, and started', async () => {
  const { page, api } = console_
  const now = Date.now()
  const at = (minutes: number) => new Date(now - minutes * 60_000)
  const backup = { name: '20261128T020000Z', started_at: at(62).toISOString(), bytes: 43_600_000 }
  await noteBaseBackups(connection(), [{ ...backup, ended_at: at(60).toISOString() }])
  await noteLogStored(connection(), at(1))
  await page.getByText('43.6 MB in /mnt/backups').waitFor()
  const id = await beginRestoreTest(connection(), backup.name)
  await noteRestoreStep(connection(), id, 'Checking the books')
  await row('Checking the books', 'Restore tests').getByText('running').waitFor()
  await endRestoreTest(connection(), id, {
    ...{ restore_ms: 14_200, check_ms: 2100, indexes: 312, rules: 48, restored_until: at(1) },
  })
  const tested = row('312 indexes, 48 rules of the books', 'Restore tests')
  await tested.getByText('passed').waitFor()
  await tested.getByText('14.2 s').waitFor()
  await row('43.6 MB', 'Backups that are kept').getByText('passed').waitFor()
  const command = page.getByRole('region', { name: 'Restore', exact: true }).locator('code')
  await expect
    .poll(() => command.innerText())
    .toMatch(/^DATA_DIR=\S+softswitch-new BACKUP_DIR=\/mnt\/backups npm run restore -- 20.*Z --key/)
  const failed = await beginRestoreTest(connection(), backup.name)
  await endRestoreTest(connection(), failed, { error: 'Index words_same is damaged: a row lacks' })
  await row('Index words_same is damaged', 'Restore tests').getByText('failed').waitFor()
  await row('43.6 MB', 'Backups that are kept').getByText('failed').waitFor()

  const wanted: string[] = []
  const stopListening = await listenForSignals(
    api.url,
    'test',
    (signal) => {
      if (signal.changed === 'job') wanted.push(signal.name)
    },
    () => {},
  )
  await sql`insert into job (process, name, is_running, started_at) values
    ('supervisor', 'backup', false, now()), ('supervisor', 'restore test', false, now())
  `.execute(api.database)
  await button('Back up now').click()
  await button('Test the restore now').click()
  await expect.poll(() => wanted).toEqual(['backup', 'restore test'])
  await stopListening()
  await sql`update job set error = 'No space left on device' where name = 'backup'`.execute(
    api.database,
  )
  await page.getByText('The last backup failed: No space left on device').waitFor()
})
