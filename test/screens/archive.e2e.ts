// Calls of a day that has left the database: found, opened and exported as if they were there.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archiveDay, type TestArchive } from '../support/archive.ts'
import { addViewers } from '../support/viewers.ts'
import { consoleForFile } from './console.ts'

const DAY_MS = 86_400_000
const AT = Date.now() - 120 * DAY_MS
const DAY = new Date(AT).toISOString().slice(0, 10)
const PERIOD = `from=${DAY}T00%3A00&to=${DAY}T23%3A59`

const console_ = consoleForFile()
let archive: TestArchive

beforeAll(async () => {
  await addViewers(console_.api, AT)
  archive = await archiveDay(console_.api, AT)
})
afterAll(() => archive?.close())

const calls = () => console_.page.getByRole('table', { name: 'Calls' }).locator('tbody tr')

test('a list says that its calls are in the archive, and has them when they are read', async () => {
  const { page } = console_
  await page.goto(`/vsa/cdr/all?${PERIOD}`)
  await page.getByText('These calls are in the archive. Days read: 0 of 1.').waitFor()
  archive.keepReading()
  await page.getByText('1 day from the archive').waitFor()
  await expect.poll(() => calls().filter({ hasText: 'Acme' }).count()).toBe(1)
  await page.goto(`/vsa/cdr/all?${PERIOD}&called_number=4420`)
  await page.getByText('1 day from the archive').waitFor()
  await expect.poll(() => calls().filter({ hasText: 'Acme' }).count()).toBe(1)
})

test('a call of the archive opens with its attempts and its money', async () => {
  const { page } = console_
  await calls().filter({ hasText: 'Acme' }).locator('td').nth(1).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'Money' }).waitFor()
  await expect.poll(() => dialog.innerText()).toMatch(/Paris 1/)
  await expect.poll(() => dialog.innerText()).toMatch(/0\.012300/)
  await page.keyboard.press('Escape')
})

test('a client has its own calls of that day, and nothing else', async () => {
  const { page } = console_
  await console_.enterAs('acme', 'CLIENT')
  await page.goto(`/cdr?${PERIOD}`)
  await page.getByText('1 day from the archive').waitFor()
  const rows = page.getByRole('table').locator('tbody tr:not([aria-hidden])')
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringMatching(/\bKingdom\b/)])
  expect(await page.locator('main').innerText()).not.toMatch(/Other|Retail|Rita|London|Paris/)
})
