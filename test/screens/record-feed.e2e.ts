// The record feed in one walk: a consumer is added, tested, seen behind and up to date, and paused.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordAt, writeCalls } from '../support/calls.ts'
import { doRecordFeed } from '../support/do-jobs.ts'
import { type Receiver, startReceiver } from '../support/record-receiver.ts'
import { choose, consoleForFile } from './console.ts'
import { act, partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

const { field, select, button, row } = partsOf(() => console_.page)
/** The cell of this row below a heading. */
async function cell(name: string, heading: string): Promise<string> {
  const heads = await console_.page.getByRole('columnheader').allInnerTexts()
  const at = heads.findIndex((text) => text.trim() === heading)
  return row(name).locator('td').nth(at).innerText()
}
const feed = () => doRecordFeed(console_.api, Date.now())

test('a consumer is added, gets a secret and a test, and is up to date', async () => {
  const { page } = console_
  await page.goto('/vsa/settings/record-feed')
  await page.getByText('No consumers yet').waitFor()
  await button('Add consumer').first().click()
  await field('Name').fill('Warehouse')
  await field('Address').fill(receiver.url)
  await button('Save').click()
  await page
    .getByText(/^Use https/)
    .first()
    .waitFor()
  await page.getByRole('switch', { name: 'Allow private addresses' }).click()
  await button('Save').click()
  await page.getByText('Consumer added. It begins now.').waitFor()
  await act(row('Warehouse'), 'New secret…')
  await button('Make a new one').click()
  receiver.secret = await page.locator('code', { hasText: 'whsec_' }).innerText()
  await button('Done').click()
  await act(row('Warehouse'), 'Send a test')
  await row('Warehouse').getByText('under way').waitFor()
  await feed()
  await row('Warehouse').getByText('accepted').waitFor()
  expect(receiver.received).toMatchObject([{ type: 'test', data: [{ test: true }] }])
})

test('it shows what waits, why it fails, and when it is paused', async () => {
  const { page, api } = console_
  await writeCalls(api.url, { records: [recordAt(Date.now()), recordAt(Date.now())] })
  receiver.status = () => 500
  await feed()
  await row('Warehouse').getByText('The receiver answered 500.').waitFor()
  await row('Warehouse').getByText('failing').waitFor()
  await expect.poll(() => cell('Warehouse', 'Lag')).toMatch(/^00:00:\d[1-9]$/)
  await row('Warehouse').getByText('2', { exact: true }).waitFor()
  await act(row('Warehouse'), 'Pause')
  await button('Pause').last().click()
  await page.getByText('Warehouse is paused.').waitFor()
  await act(row('Warehouse'), 'Resume')
  await button('Resume').last().click()
  await page.getByText('Warehouse is active.').waitFor()
  receiver.status = () => 204
  await feed()
  await row('Warehouse').getByText('up to date').waitFor()
})

test('a folder and a bucket have a format of files, which others have not', async () => {
  const { page } = console_
  await button('Add consumer').first().click()
  await field('Name').fill('Lake')
  await expect.poll(() => select('Format').count()).toBe(0)
  await choose(select('Kind'), 'Folder of files')
  await field('Folder').fill('lake')
  await expect.poll(() => select('Format').inputValue()).toBe('JSON Lines')
  await choose(select('Format'), 'Parquet')
  await choose(select('Kind'), 'S3 bucket')
  await expect.poll(() => select('Format').inputValue()).toBe('Parquet')
  await choose(select('Kind'), 'Folder of files')
  await button('Save').click()
  await page.getByText('Consumer added. It begins now.').waitFor()
  await expect.poll(() => cell('Lake', 'Format')).toBe('Parquet')
  await expect.poll(() => cell('Warehouse', 'Format')).toBe('–')
  await row('Lake').getByRole('link', { name: 'Lake' }).click()
  await expect.poll(() => select('Format').inputValue()).toBe('Parquet')
})
