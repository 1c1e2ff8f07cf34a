import { afterAll, expect, test } from 'vitest'
import { makePool } from '#db/database.ts'
import { type Calling, startCalling } from './calling.ts'
import { choose, consoleForFile } from './console.ts'
import { partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()
let calling: Calling
let call_id: string

afterAll(() => calling?.stop())

const { field } = partsOf(() => console_.page)
const rows = () => console_.page.getByRole('table').locator('tbody tr:not([aria-hidden])')
const figure = (name: string) =>
  console_.page.getByLabel('Re-rating', { exact: true }).locator('div', { hasText: name }).first()

test('without any, the list says what they are for', async () => {
  const { page } = console_
  await page.goto('/vsa')
  await page.goto('/vsa/re-ratings')
  await page.getByText('No re-ratings yet.').waitFor()
})

test('calls are previewed by a corrected tariff, and nothing is changed', async () => {
  const { page } = console_
  calling = await startCalling(console_.api)
  await calling.talked(120)
  ;({ call_id } = await calling.talked(30))
  const pool = makePool(console_.api.url, 'test', 1)
  await pool.query('update tariff_rate set rate = rate * 2 where tariff_id = $1', [
    calling.world.sell_tariff_id,
  ])
  await pool.end()

  await page.getByRole('button', { name: 'Re-rate calls' }).first().click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('3 fields need attention').waitFor()
  await field('Reason').fill('Wrong price list')
  await page.getByLabel('From', { exact: true }).fill('2026-01-02T00:00:00')
  await page.getByLabel('Until', { exact: true }).fill('2099-01-01T00:00:00')
  await choose(page.getByRole('combobox', { name: 'Account' }), 'Client')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.waitForURL(/re-ratings\/1$/)
  await page.getByText('Preview ready').waitFor()
  await page.getByText('+0.045000 USD').waitFor()
  await expect.poll(() => figure('Charges checked').innerText()).toMatch(/2/)
  await expect.poll(() => rows().filter({ hasText: 'Pending' }).count()).toBe(2)
  const pending = rows().filter({ hasText: 'Pending' }).first()
  await pending.getByText('0.0600 USD').waitFor()
})

test('what is shown of a preview that is ready is all of it', async () => {
  const { page } = console_
  let [isReady, ready_at, asked_at] = [false, Number.POSITIVE_INFINITY, 0]
  await page.route(/\/api\/re-ratings\/1\?/, async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    if (isReady) ready_at = Math.min(ready_at, Date.now())
    const working = { ...data, state: 'PREVIEWING', progress: 500 }
    await route.fulfill({ response, json: { data: isReady ? data : working } })
  })
  page.on('request', (request) => {
    if (request.url().includes('/re-ratings/1/changes')) asked_at = Date.now()
  })
  await page.goto('/vsa/re-ratings/1')
  await page.getByText('Previewing · 50 %').first().waitFor()
  isReady = true
  await page.getByText('Preview ready').waitFor()
  await expect.poll(() => asked_at >= ready_at).toBe(true)
  await page.unrouteAll({ behavior: 'wait' })
})

test('applied after a question, it is seen in the ledger and in the call', async () => {
  const { page } = console_
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('2 charges will be reversed and re-billed').waitFor()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await rows().filter({ hasText: 'Applied' }).nth(1).waitFor()
  await page.getByRole('button', { name: 'Apply', exact: true }).waitFor({ state: 'detached' })

  await page.getByRole('link', { name: call_id }).click()
  const charges = page.getByRole('dialog').getByRole('region', { name: 'Money' })
  await charges.getByRole('link', { name: 're-rating 1' }).waitFor()
  await charges.getByText('0.030000 USD').first().waitFor()

  await page.goto(`/vsa/account/ledger?call_id=${call_id}`)
  await rows().filter({ hasText: 'Reversal' }).waitFor()
  await expect.poll(() => rows().count()).toBe(4)

  await page.goto('/vsa/re-ratings?state=APPLIED')
  await page.getByRole('link', { name: 'Wrong price list' }).waitFor()
  await rows().getByRole('button', { name: 'Actions of this row' }).click()
  await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['Open'])
})
