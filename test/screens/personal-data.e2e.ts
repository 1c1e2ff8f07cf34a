// The personal data of a client as a file, and its erasure after the client is deleted.
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRetailClient } from '#contract/accounts/retail-clients.ts'
import { makeClient } from '#db/database.ts'
import { eraseAccounts } from '#supervisor/erasures/erase-accounts.ts'
import { archiveDay, type TestArchive } from '../support/archive.ts'
import { recordAt, writeCalls } from '../support/calls.ts'
import { clientForm } from '../support/forms.ts'
import { addViewers } from '../support/viewers.ts'
import { consoleForFile } from './console.ts'

const DAY_MS = 86_400_000
const AT = Date.now() - 120 * DAY_MS
const NUMBER = '442071838750'

const console_ = consoleForFile()
let archive: TestArchive
let account_id: number

beforeAll(async () => {
  const { api } = console_
  const { tariffs } = await addViewers(api, AT)
  const body = clientForm(tariffs.sell, 'Zaphod')
  account_id = (await api.admin.call(createRetailClient, { body })).data.id
  const call = { account_id, client_type: 'RETAIL', caller_number: NUMBER } as const
  await writeCalls(api.url, { records: [recordAt(AT, call), recordAt(Date.now() - 60_000, call)] })
  archive = await archiveDay(api, AT)
  await api.database
    .updateTable('account')
    .set({ created_at: new Date(AT - DAY_MS).toISOString() })
    .where('id', '=', account_id)
    .execute()
  archive.keepReading()
})
afterAll(() => archive?.close())

const stored = () => console_.page.getByRole('region', { name: 'Zaphod' })
const erasures = () =>
  console_.page.getByRole('table', { name: 'Personal data' }).locator('tbody tr')

test('the parts of a client are seen, and a client in use is not erased', async () => {
  const { page } = console_
  await page.goto('/vsa/retail-clients')
  const row = page.getByRole('row', { name: /Zaphod/ })
  await row.getByRole('button', { name: 'Actions of this row' }).click()
  await page.getByRole('menuitem', { name: 'Personal data' }).click()
  await stored().getByRole('row', { name: 'Attempts of its calls 1 numbers masked' }).waitFor()
  await stored().getByText('Delete the account to erase it.').waitFor()
  await expect.poll(() => stored().getByRole('button', { name: 'Erase…' }).isDisabled()).toBe(true)
})

test('its file has all parts, and the calls of the archive', async () => {
  const { page } = console_
  await stored().getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'Show exports' }).click()
  const name = `Personal data of account ${account_id}.jsonl.gz`
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download ${name}` }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer)
  const lines = gunzipSync(Buffer.concat(chunks)).toString().trim().split('\n')
  const parts = lines.map((line) => JSON.parse(line).part)
  expect(parts).toEqual(['PROFILE', 'LOGIN', 'CALL', 'CALL'])
})

test('a deleted client is erased by its name, and only its books remain', async () => {
  const { page } = console_
  await page.goto('/vsa/retail-clients')
  const row = page.getByRole('row', { name: /Zaphod/ })
  await row.getByRole('button', { name: 'Actions of this row' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('deleted').first().waitFor()
  await page.goto(`/vsa/personal-data?account_id=${account_id}`)
  await stored().getByRole('button', { name: 'Erase…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase Zaphod?' })
  await dialog.getByLabel('Name of the account').fill('Trillian')
  await dialog.getByLabel('Reason').fill('Letter of 1 November')
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await dialog.getByText('This is not the name of the account.').waitFor()
  await dialog.getByLabel('Name of the account').fill('Zaphod')
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await page.getByText('The erasure has been requested.').waitFor()
  await erasures().filter({ hasText: 'waiting' }).waitFor()
  const client = makeClient(console_.api.url, 'test')
  await client.connect()
  const work = { archive_folder: archive.folder, backups: undefined }
  await eraseAccounts(client, console_.api.database, work).finally(() => client.end())
  await erasures().filter({ hasText: 'done' }).waitFor()
  const erased = page.getByRole('region', { name: `Erased account ${account_id}` })
  await erased.waitFor()
  expect(await erased.getByRole('button', { name: 'Erase…' }).count()).toBe(0)
  const picker = page.getByRole('combobox', { name: 'Account, deleted ones too' })
  await expect.poll(() => picker.inputValue()).toBe(`Erased account ${account_id}`)
  expect(await page.locator('main').innerText()).not.toContain('Zaphod')
})

test('its calls are still listed, with what is left of their numbers', async () => {
  const { page } = console_
  const day = new Date(AT).toISOString().slice(0, 10)
  const period = `from=${day}T00%3A00&to=${day}T23%3A59`
  await page.goto(`/vsa/cdr/all?${period}&account_id=${account_id}`)
  await page.getByText('1 day from the archive').waitFor()
  await page.getByText('44207183****').first().waitFor()
  expect(await page.locator('main').innerText()).not.toContain(NUMBER)
})
