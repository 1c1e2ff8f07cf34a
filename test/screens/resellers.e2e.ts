import { beforeAll, expect, test } from 'vitest'
import { createReseller, listResellers } from '#contract/accounts/resellers.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { createTariffRate } from '#contract/tariffs/tariff-rates.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { money, rate } from '#core/money.ts'
import { PASSWORD } from '../support/api.ts'
import { clientForm, rateForm, resellerForm, tariffForm } from '../support/forms.ts'
import { choose, consoleForFile } from './console.ts'
import { act, partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()
let cost: number

async function addTariff(name: string, kind: 'SELL' | 'RESELLER_COST', price: number) {
  const { admin } = console_.api
  const { data } = await admin.call(createTariff, { body: { ...tariffForm, name, kind } })
  await admin.call(createTariffRate, {
    params: { tid: data.id },
    body: { ...rateForm, rate: rate(price) },
  })
  return data.id
}

beforeAll(async () => {
  cost = await addTariff('Cost', 'RESELLER_COST', 4_500_000)
  await addTariff('Cheap', 'RESELLER_COST', 4_000_000)
})

const { field, select, button, dialog, row } = partsOf(() => console_.page)
const findReseller = async (q: string) =>
  (await console_.api.admin.call(listResellers, { query: { q } })).data[0]!

async function fillIn(name: string, tariff: string): Promise<void> {
  await field('Name').fill(name)
  await choose(select('Cost tariff'), tariff)
  await field('Username').fill(name.toLowerCase())
  await field('Password (optional)').fill(PASSWORD)
}

test('resellers are added level by level, under one another', async () => {
  const { page } = console_
  await page.goto('/vsa')
  await page.getByRole('button', { name: 'Resellers', exact: true }).click()
  await page.getByRole('link', { name: 'Level 1' }).click()
  await page.getByText('No level 1 resellers yet').waitFor()
  await button('Add reseller').first().click()
  await button('Save').click()
  await page.getByText('Required.').first().waitFor()
  await fillIn('Atlantic', 'Cost')
  await button('Save').click()
  await page.waitForURL(/resellers\/1\/\d+\/edit$/)
  await page.getByText('Reseller added.').waitFor()
  await page.goto('/vsa/resellers/1')
  await act(row('Atlantic'), 'Add reseller under it')
  await page.waitForURL(/resellers\/2\/add/)
  await expect.poll(() => select('Under the level 1 reseller').inputValue()).toBe('Atlantic')
  await fillIn('Biscay', 'Cheap')
  await page.getByText('Its rates are below the cost of the reseller above it.').waitFor()
  await field('Low balance (optional)').fill('5')
  await field('Per month (optional)').fill('70')
  await choose(select('Calls below cost'), 'Refuse')
  await button('Save').click()
  await page.waitForURL(/resellers\/2\/\d+\/edit$/)
  await page.goto('/vsa/resellers/2')
  await row('Biscay').getByRole('link', { name: 'Atlantic' }).waitFor()
  expect(await findReseller('Biscay')).toMatchObject({
    level: 2,
    parent_name: 'Atlantic',
    low_balance_threshold: 5_000_000,
    monthly_spend_limit: 70_000_000,
    loss_policy: 'BLOCK',
  })
})

test('money goes down the chain, and both balances are shown before it moves', async () => {
  const { page } = console_
  await page.goto('/vsa/resellers/1')
  await act(row('Atlantic'), 'Recharge')
  await field('Amount').fill('100')
  await dialog().getByRole('button', { name: 'Recharge', exact: true }).click()
  await row('Atlantic').getByText('100.0000').first().waitFor()
  await page.goto('/vsa/resellers/2')
  await act(row('Biscay'), 'Recharge')
  await field('Amount').fill('130')
  await dialog().getByText('Atlantic has only 100.000000 USD available.').waitFor()
  await dialog().getByRole('button', { name: 'Recharge', exact: true }).click()
  await dialog().getByText('Atlantic has only 100 USD available.').first().waitFor()
  await field('Amount').fill('30')
  await dialog().getByText('Balance of Atlantic100.000000 USD→70.000000 USD').waitFor()
  await dialog().getByRole('button', { name: 'Recharge', exact: true }).click()
  await row('Biscay').getByText('30.0000').first().waitFor()
  await page.goto('/vsa/reports/receives')
  await row('Biscay').getByText('Atlantic').waitFor()
  await choose(select('Payee'), 'Us')
  await expect.poll(() => row('Biscay').count()).toBe(0)
})

test('the tree opens row by row, and a reseller in use stays', async () => {
  const { page } = console_
  const { admin } = console_.api
  const biscay = await findReseller('Biscay')
  const sell = await addTariff('Sell', 'SELL', 6_000_000)
  const body = { ...clientForm(sell, 'Cadiz'), parent_id: biscay.id }
  const client = (await admin.call(createWholesaleClient, { body })).data
  await page.goto('/vsa/resellers/1')
  await act(row('Atlantic'), 'Children')
  await page.waitForURL(/tree$/)
  await row('Biscay').getByText('1 client').waitFor()
  await expect.poll(() => row('Cadiz').count()).toBe(0)
  await button('Open Biscay').click()
  await row('Cadiz').getByText('Wholesale').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(overhang).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await row('Cadiz').getByRole('button', { name: 'Recharge' }).click()
  await field('Amount').fill('10')
  await dialog().getByText('Balance of Biscay30.000000 USD→20.000000 USD').waitFor()
  await dialog().getByRole('button', { name: 'Recharge', exact: true }).click()
  await row('Cadiz').getByText('10.0000').first().waitFor()
  await row('Biscay').getByText('20.0000').first().waitFor()
  const link = await row('Cadiz').getByRole('link', { name: 'Cadiz' }).getAttribute('href')
  expect(link).toBe(`/vsa/wholesale-clients/${client.id}/edit`)
  await page.goto('/vsa/resellers/2')
  await act(row('Biscay'), 'Delete')
  await dialog().getByText('Reseller Biscay cannot be deleted').waitFor()
  await dialog().getByRole('link', { name: 'Cadiz' }).waitFor()
})

test('a reseller is moved beside its like, blocked, and found by its filters', async () => {
  const { page } = console_
  const { admin } = console_.api
  const body = resellerForm(cost, 'Baltic')
  await admin.call(createReseller, { body })
  await page.goto('/vsa/resellers/2')
  await page.getByRole('link', { name: 'Biscay' }).click()
  await choose(select('Under the level 1 reseller'), 'Baltic')
  await button('Save').click()
  await page.getByText('Reseller saved.').waitFor()
  await row('Biscay').getByRole('link', { name: 'Baltic' }).waitFor()
  await act(row('Biscay'), 'Block')
  await dialog().getByText('New calls of all clients under it are refused.').waitFor()
  await dialog().getByRole('button', { name: 'Block' }).click()
  await row('Biscay').getByText('Blocked').waitFor()
  await choose(select('Status'), 'Active')
  await page.getByText('Nothing matches.').waitFor()
  await button('Clear filters').click()
  await act(row('Biscay'), 'Activate')
  await dialog().getByRole('button', { name: 'Activate' }).click()
  await row('Biscay').getByText('Active').waitFor()
})

test('a reseller signs in at its own door and sees its own figures', async () => {
  const { page } = console_
  const biscay = await findReseller('Biscay')
  await console_.api.admin.call(createPayment, {
    body: {
      kind: 'RECHARGE',
      account_id: (await findReseller('Baltic')).id,
      amount: money(50_000_000),
      method: 'bank',
      reference: '',
      note: '',
      private_note: '',
      idempotency_key: crypto.randomUUID(),
    },
  })
  await console_.enterAs('biscay', 'RESELLER')
  await page.getByRole('heading', { name: 'Reseller Dashboard' }).waitFor()
  const tile = (name: string) =>
    page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]')
  await expect.poll(() => tile('Balance').innerText()).toBe('20.00 USD')
  await expect.poll(() => tile('Clients').innerText()).toBe('1')
  await page.getByText('No calls yet.').waitFor()
  await page.goto(`/vsa/resellers/2/${biscay.id}/edit`)
  await page.waitForURL(`**/vsr/resellers/2/${biscay.id}/edit`)
  // The whole record of its own account is the business of the one above it.
  await page.getByText('Nothing is here: it was deleted, or you may not see it.').waitFor()
})
