// Ctrl K finds what the admin knows by name, address, prefix, number or id, and opens it.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createClientIp } from '#contract/accounts/ip-list.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { createTariffRate } from '#contract/tariffs/tariff-rates.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { recordAt, writeCalls } from '../support/calls.ts'
import { clientForm, clientIpForm, rateForm, tariffForm } from '../support/forms.ts'
import { consoleForFile } from './console.ts'

const console_ = consoleForFile()
let client: number
let tid: number
let call_id: string

beforeAll(async () => {
  const { admin, url } = console_.api
  tid = (await admin.call(createTariff, { body: tariffForm })).data.id
  await admin.call(createTariffRate, { params: { tid }, body: rateForm })
  const body = clientForm(tid, 'Gulf')
  client = (await admin.call(createWholesaleClient, { body })).data.id
  await admin.call(createClientIp, { body: clientIpForm(client, '10.61.0.7') })
  const record = recordAt(Date.now(), { account_id: client })
  call_id = record.call_id
  await writeCalls(url, { records: [record] })
})
beforeEach(async () => {
  const { page } = console_
  await page.goto('/vsa')
  await page.getByRole('button', { name: 'Search' }).click()
})

const field = () => console_.page.getByRole('combobox', { name: 'Search' })
const group = (name: string) => console_.page.getByRole('group', { name, exact: true })
const option = (of: string, name: string | RegExp) => group(of).getByRole('option', { name })
const labels = (of: string) => group(of).locator('[role=option] span:first-child').allTextContents()
const leadsTo = (address: string) =>
  console_.page.waitForURL((url) => url.pathname + url.search === address)

test('before anything is typed the pages stand in the order of the menu', async () => {
  await group('Pages').waitFor()
  const pages = await labels('Pages')
  expect(pages.slice(0, 3)).toEqual(['Home', 'Wholesale clients', 'Retail clients'])
  expect(pages.indexOf('Tariffs')).toBeLessThan(pages.indexOf('Gateways'))
  expect(pages.indexOf('Gateways')).toBeLessThan(pages.indexOf('Level 1 resellers'))
  expect(new Set(pages).size).toBe(pages.length)
})

test('what adds a client says which, and no row stays behind', async () => {
  const { page } = console_
  await field().fill('add client')
  await expect.poll(() => labels('Actions')).toEqual(['Add wholesale client', 'Add retail client'])
  for (const text of ['dark', 'no such thing', 'dark']) await field().fill(text)
  await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Dark mode'])
  await field().fill('no such thing')
  await page.getByText('Nothing found.').waitFor()
  await expect.poll(() => page.getByRole('option').count()).toBe(0)
})

test('its field stays in its place, however much is found', async () => {
  // As it is laid out: the dialog comes in from above.
  const top = () =>
    field().evaluate((one) => {
      let sum = 0
      for (let at: Element | null = one; at instanceof HTMLElement; at = at.offsetParent) {
        sum += at.offsetTop
      }
      return sum
    })
  await option('Pages', 'Home').waitFor()
  const before = await top()
  await field().fill('no such thing')
  await console_.page.getByText('Nothing found.').waitFor()
  expect(await top()).toBe(before)
})

test('a client is found by its name, and Enter opens it', async () => {
  await field().fill('gul')
  await option('Wholesale clients', 'Gulf gulf').waitFor()
  await expect
    .poll(() => option('Wholesale clients', 'Gulf').getAttribute('aria-selected'))
    .toBe('true')
  await field().press('Enter')
  await leadsTo(`/vsa/wholesale-clients/${client}/edit`)
})

test('a number finds the rate that counts for it, and the calls with it', async () => {
  const { page } = console_
  await field().fill('+44 7700')
  await option('Rates', '44 United Kingdom Gold 0.0123 USD').waitFor()
  await expect
    .poll(() => labels('Calls'))
    .toEqual(['Wholesale calls today with 447700', 'Retail calls today with 447700'])
  await field().press('ArrowDown')
  await field().press('Enter')
  await leadsTo('/vsa/cdr/wholesale?q=447700')
  await page.goBack()
  await page.keyboard.press('Control+k')
  await field().fill('447700')
  await option('Rates', /^44 /).click()
  await leadsTo(`/vsa/tariffs/${tid}/rates?number=447700&state=active`)
  await page.getByRole('table', { name: 'Rates' }).getByText('United Kingdom').waitFor()
})

test('an address finds its row of the IP list', async () => {
  await field().fill('10.61.0.7:5060')
  await option('IP list', '10.61.0.7 Gulf').click()
  await leadsTo('/vsa/wholesale-clients/ip-list?q=10.61.0.7')
  await console_.page.getByRole('table', { name: 'IP list' }).getByText('10.61.0.7').waitFor()
})

test('a call id opens the call', async () => {
  await field().fill(call_id)
  await option('Calls', '12025550123 → 00442071838750 Gulf').waitFor()
  await field().press('Enter')
  await leadsTo(`/vsa/cdr/wholesale?call=${call_id}`)
  await console_.page.getByRole('dialog').getByText('442071838750').first().waitFor()
})

test('what was asked for a text that has changed is not shown, however late it comes', async () => {
  const { page } = console_
  let letGo: (() => void) | undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const isAsked = page.waitForRequest('**/api/search?q=gulf*')
  const isAborted = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('q=gulf'),
  )
  await page.route('**/api/search?q=gulf*', async (route) => {
    await held
    await route.abort().catch(() => undefined)
  })
  await field().fill('gulf')
  await isAsked
  await field().fill('10.61.0.7')
  await isAborted
  letGo?.()
  await option('IP list', '10.61.0.7 Gulf').waitFor()
  await expect.poll(() => group('Wholesale clients').count()).toBe(0)
  await page.unroute('**/api/search?q=gulf*')
})

test('while the server is away, pages and actions are found and the reason is told', async () => {
  const { page } = console_
  await page.route('**/api/search?*', (route) => route.abort())
  await field().fill('tariffs')
  await page.getByText('Only pages and actions are shown').waitFor()
  await field().press('Enter')
  await leadsTo('/vsa/tariffs')
  await page.unroute('**/api/search?*')
})

test('on a phone it fits the screen', async () => {
  const { page } = console_
  await page.setViewportSize({ width: 390, height: 844 })
  await field().fill('gulf')
  await option('Wholesale clients', 'Gulf').waitFor()
  const wide = () => document.documentElement.scrollWidth - window.innerWidth
  await expect.poll(() => page.evaluate(wide)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a destination leads to its traffic, by client', async () => {
  await field().fill('morocco mob')
  await option('Destinations', /Morocco mobile/).click()
  await console_.page.waitForURL(/\/vsa\/reports\/summary\?.*destination=Morocco\+mobile/)
})
