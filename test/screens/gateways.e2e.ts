import { beforeAll, expect, test } from 'vitest'
import { createSettlement } from '#contract/accounts/settlements.ts'
import { createGateway, listGateways } from '#contract/routing/gateways.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { gatewayForm, settlementForm, tariffForm } from '../support/forms.ts'
import { choose, consoleForFile } from './console.ts'
import { act, partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()
let settlement_id: number

beforeAll(async () => {
  const { admin } = console_.api
  const body = { ...tariffForm, kind: 'BUY' } as const
  const { data: tariff } = await admin.call(createTariff, { body })
  const { data } = await admin.call(createSettlement, { body: settlementForm(tariff.id, 'Telia') })
  settlement_id = data.id
  await admin.call(createSettlement, { body: settlementForm(tariff.id, 'Tata') })
})

const { field, select, button, table, row: rowIn } = partsOf(() => console_.page)
const row = (name: string) => rowIn(name, 'Gateways')
const names = () => table('Gateways').locator('tbody td[data-column=name] a').allTextContents()

async function confirm(name: string, action: string, yes: string): Promise<void> {
  await act(row(name), action)
  await console_.page.getByRole('dialog').getByRole('button', { name: yes, exact: true }).click()
}

const add = async (name: string, change: object = {}) => {
  const body = { ...gatewayForm(settlement_id, name), ...change }
  return (await console_.api.admin.call(createGateway, { body })).data
}

test('a gateway is added; what its digits do to a number is shown at once', async () => {
  const { page } = console_
  await page.goto('/vsa/gateways')
  await page.getByText('No gateways yet').waitFor()
  await button('Add gateway').first().click()
  await button('Save').click()
  await page.getByText('3 fields need attention').waitFor()
  await field('Name').fill('Telia FRA')
  await choose(select('Settlement account'), 'Telia')
  await field('Host').fill('192.0.2.10')
  await field('Strip digits').fill('2')
  await field('Prepend (optional)').fill('77')
  await page.getByText('772071838750').waitFor()
  await field('Example number').fill('4915112345')
  await page.getByText('7715112345').waitFor()
  await choose(select('Status'), 'Maintenance')
  await page.getByText('No new calls during maintenance.').waitFor()
  await button('Save').click()
  await page.getByText('Gateway added.').waitFor()
  await row('Telia FRA').getByText('192.0.2.10:5060/udp').waitFor()
  const { data } = await console_.api.admin.call(listGateways, {})
  expect(data[0]).toMatchObject({ settlement_id, strip_digits: 2, prepend: '77' })
})

test('a name that is taken is told on its field', async () => {
  const { page } = console_
  await page.goto('/vsa/gateways/add')
  await field('Name').fill('telia fra')
  await choose(select('Settlement account'), 'Telia')
  await field('Host').fill('192.0.2.11')
  await button('Save').click()
  await page.getByText('This name is already in use.').waitFor()
  await button('Cancel').click()
  await button('Leave').click()
})

test('the index of a long form says at which section one is', async () => {
  const { page } = console_
  await page.goto('/vsa/gateways/add')
  const index = page.getByRole('navigation', { name: 'Sections' })
  const current = () => index.locator('[aria-current]').allInnerTexts()
  await index.waitFor()
  const names = await index.getByRole('link').allInnerTexts()
  await expect.poll(current).toEqual([names[0]])
  const title = page.getByRole('heading', { name: 'Add gateway' })
  await title.hover()
  await page.mouse.wheel(0, 500)
  await expect.poll(current).not.toEqual([names[0]])
  await index.getByRole('link').last().click()
  await expect.poll(current).toEqual([names.at(-1)])
  await page.mouse.wheel(0, -5000)
  await expect.poll(current).toEqual([names[0]])
})

test('maintenance, blocking and activating say what they do', async () => {
  const { page } = console_
  await page.goto('/vsa/gateways')
  await confirm('Telia FRA', 'Activate', 'Activate')
  await page.getByText('Telia FRA is active.').waitFor()
  await row('Telia FRA').getByText('Active', { exact: true }).waitFor()
  await row('Telia FRA').getByRole('button', { name: 'Actions of this row' }).click()
  await page.getByRole('menuitem', { name: 'Maintenance' }).click()
  const question = page.getByRole('dialog')
  await question.getByText('Put Telia FRA into maintenance?').waitFor()
  await question.getByText('Route plans use their other gateways.').waitFor()
  await question.getByRole('button', { name: 'Start maintenance' }).click()
  await row('Telia FRA').getByText('Maintenance').waitFor()
  await confirm('Telia FRA', 'Block', 'Block')
  await row('Telia FRA').getByText('Blocked').waitFor()
})

test('filters by carrier and status stand in the address', async () => {
  const { page } = console_
  await add('Telia LON')
  await page.goto('/vsa/gateways')
  await choose(select('Settlement account'), 'Tata')
  await page.getByText('Nothing matches.').waitFor()
  await button('Clear filters').click()
  await choose(select('Status'), 'Blocked')
  await page.waitForURL(/status=blocked/)
  await expect.poll(names).toEqual(['Telia FRA'])
  await row('Telia FRA').getByRole('link', { name: 'Telia', exact: true }).click()
  await page.waitForURL(/settlements\/\d+\/edit/)
  await page.getByRole('link', { name: '2 gateways' }).click()
  await page.waitForURL(/gateways\?settlement_id=/)
  await expect.poll(names).toEqual(['Telia FRA', 'Telia LON'])
})

test('a limit is raised by 10 % for all that a filter finds, and that is undone', async () => {
  const { page } = console_
  for (const name of ['Tata 1', 'Tata 2', 'Tata 3']) await add(name, { channel_limit: 40 })
  await add('Tata 4', { channel_limit: null })
  const limits = async () => {
    const { data } = await console_.api.admin.call(listGateways, { query: { q: 'Tata' } })
    return data.map(({ channel_limit }) => channel_limit)
  }
  await page.goto('/vsa/gateways?q=Tata&limit=2')
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await page.getByText('2 gateways selected').waitFor()
  await button('Select all 4 that match').click()
  await page.getByText('4 gateways selected').waitFor()
  await button('Edit…').click()
  const dialog = page.getByRole('dialog', { name: 'Change 4 gateways' })
  await choose(dialog.getByRole('combobox', { name: 'Field' }), 'Channel limit')
  await choose(dialog.getByRole('combobox', { name: 'Change' }), 'Raise by %')
  await dialog.getByRole('textbox', { name: 'Percent' }).fill('ten')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('A number, for example 10 or -2.5.').waitFor()
  await dialog.getByRole('textbox', { name: 'Percent' }).fill('10')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('3 gateways would change, 1 stays as it is.').waitFor()
  await dialog.getByRole('row', { name: 'Tata 1 Channel limit 40 44' }).waitFor()
  expect(await limits()).toEqual([40, 40, 40, null])
  // While it is applied, the dialog says so and stays.
  const { promise: looked, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/api/bulk-changes', async (route) => {
    await looked
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Change 3 gateways' }).click()
  await dialog.getByText('Changing 3 gateways…').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true)
  expect(await dialog.getByRole('button', { name: 'Close' }).count()).toBe(0)
  goOn()
  await page.getByText('3 gateways changed.').waitFor()
  await page.unroute('**/api/bulk-changes')
  expect(await limits()).toEqual([44, 44, 44, null])

  await page.goto('/vsa/logs/bulk-changes')
  const changes = page.getByRole('table', { name: 'Bulk changes' })
  await changes.getByText('Channel limit +10 %').click()
  const drawer = page.getByRole('dialog', { name: 'Change of 3 gateways' })
  await drawer.getByRole('region', { name: 'Tata 2' }).getByText('44').waitFor()
  await drawer.getByRole('button', { name: 'Undo…' }).click()
  await page
    .getByRole('dialog', { name: 'Undo the change of 3 gateways?' })
    .getByRole('button', { name: 'Undo', exact: true })
    .click()
  await page.getByText('Change of 3 gateways undone.').waitFor()
  expect(await limits()).toEqual([40, 40, 40, null])
  // The size of the page is remembered.
  await page.goto('/vsa/gateways?q=Tata&limit=100')
  await page.getByText('Tata 4').waitFor()
})
