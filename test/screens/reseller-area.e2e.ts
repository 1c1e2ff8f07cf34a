// The area of a reseller: its calls, its tree, its payments and its prices.
import { beforeAll, expect, test } from 'vitest'
import { createReseller } from '#contract/accounts/resellers.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { createRoutePlan } from '#contract/routing/route-plans.ts'
import { createTariffRate } from '#contract/tariffs/tariff-rates.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { rate } from '#core/money.ts'
import { PASSWORD } from '../support/api.ts'
import { openCall, trafficAt, writeCalls } from '../support/calls.ts'
import { chargedMinute } from '../support/chain-call.ts'
import { doRateImports } from '../support/do-jobs.ts'
import {
  clientForm,
  rateForm,
  rechargeForm,
  resellerForm,
  routePlanForm,
  tariffForm,
} from '../support/forms.ts'
import { choose, consoleForFile } from './console.ts'
import { act, partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()

const { field, select, button, dialog, row } = partsOf(() => console_.page)

beforeAll(async () => {
  const { admin, url } = console_.api
  const form = { ...tariffForm, name: 'Cost', kind: 'RESELLER_COST' } as const
  const cost = (await admin.call(createTariff, { body: form })).data.id
  const price = { ...rateForm, rate: rate(2_500_000) }
  await admin.call(createTariffRate, { params: { tid: cost }, body: price })
  const client_plan_ids: number[] = []
  for (const name_for_resellers of ['Standard', 'Premium']) {
    const body = { ...routePlanForm([], `Hidden ${client_plan_ids.length}`), name_for_resellers }
    client_plan_ids.push(
      (await admin.call(createRoutePlan, { body: { ...body, rules: [] } })).data.id,
    )
  }
  const top = { ...resellerForm(cost, 'Amber'), client_plan_ids }
  const amber = (await admin.call(createReseller, { body: top })).data
  const below = resellerForm(cost, 'Beryl', amber)
  const beryl = (await admin.call(createReseller, { body: below })).data
  const sell = (await admin.call(createTariff, { body: tariffForm })).data.id
  const clientOf = async (name: string, parent_id: number) =>
    (await admin.call(createWholesaleClient, { body: { ...clientForm(sell, name), parent_id } }))
      .data.id
  const cole = await clientOf('Cole', beryl.id)
  await clientOf('Dana', amber.id)
  await admin.call(createPayment, { body: rechargeForm(amber.id, 100) })
  const { record, charges } = chargedMinute(cole, [beryl.id, amber.id], cost)
  await writeCalls(url, { records: [record], charges, opened: [openCall(cole)] })
  await console_.enterAs('amber', 'RESELLER')
})

test('the calls of the tree have the revenue, cost and margin of the reseller', async () => {
  const { page } = console_
  await page.goto('/vsr/cdr/reseller')
  await row('Cole').getByText('0.0250').waitFor()
  await row('Cole').getByText('0.0200').waitFor()
  expect(await page.getByRole('columnheader', { name: 'Reseller' }).count()).toBe(0)
  await page.goto('/vsr/cdr/reseller/failed')
  await page.getByText('No failed calls today.').waitFor()
  await page.goto('/vsr/monitor/active-calls')
  await row('Cole').waitFor()
})

test('a call opens beside its list with the two sides of the reseller alone', async () => {
  const { page } = console_
  await page.goto('/vsr/cdr/reseller')
  await row('Cole').getByText('Answered').click()
  await dialog().getByText('United Kingdom').waitFor()
  await page.waitForURL(/\/vsr\/cdr\/reseller\?call=\d+$/)
  const text = () => dialog().innerText()
  await expect.poll(text).toMatch(/Account below\s+Beryl\s+Client\s+Cole\s+Caller/)
  await expect.poll(text).toMatch(/Excl\. VAT\s+0\.025000 USD\s+0\.020000 USD/)
  await expect.poll(text).toMatch(/Margin 0\.005000 USD/)
  expect(await text()).not.toMatch(/0\.0300|gateway|settlement|attempt|refusal|route/i)
  await page.keyboard.press('Escape')
  await page.waitForURL('**/vsr/cdr/reseller')
  await page.goto('/vsr/cdr/reseller?call=1')
  await dialog().getByText('No call with id 1, or you have no access to it.').waitFor()
})

test('calls are filtered by an account of the tree, and the address keeps it', async () => {
  const { page } = console_
  await page.goto('/vsr/cdr/reseller')
  await choose(select('Client or reseller'), 'Dana')
  await page.waitForURL(/account_id=/)
  await expect.poll(() => row('Cole').count()).toBe(0)
  await page.goto('/vsr/cdr/reseller')
  await choose(select('Client or reseller'), 'Beryl')
  await page.waitForURL(/account_id=/)
  await page.reload()
  await row('Cole').waitFor()
})

test('the home page leads to each of its top clients and resellers', async () => {
  const { page, api } = console_
  const [amber, beryl, cole] = await api.database
    .selectFrom('account')
    .where('name', 'in', ['Amber', 'Beryl', 'Cole'])
    .select('id')
    .orderBy('name')
    .execute()
  const traffic = { calls: 1, answered: 1, duration_ms: 60_000 }
  const sides = { seller_id: amber!.id, reseller_id: beryl!.id, account_id: cole!.id }
  await writeCalls(api.url, { additions: [trafficAt(Date.now(), { ...traffic, ...sides })] })
  await page.goto('/vsr')
  await page.getByRole('link', { name: 'Beryl', exact: true }).click()
  await page.getByRole('heading', { name: 'Beryl', level: 1 }).waitFor()
})

test('a page of the admin leads to the same page of the reseller, or home', async () => {
  const { page } = console_
  await page.goto('/vsa/cdr/reseller?status=ANSWERED')
  await page.waitForURL('**/vsr/cdr/reseller?status=ANSWERED')
  await page.goto('/vsa/gateways')
  await page.getByText('Page not found').first().waitFor()
})

test('accounts right below are recharged from the tree; those further down are names', async () => {
  const { page } = console_
  await page.goto('/vsr/children')
  await row('Beryl').getByRole('button', { name: 'Open Beryl' }).click()
  await row('Cole').waitFor()
  expect(await row('Cole').getByRole('button', { name: 'Recharge' }).count()).toBe(0)
  await row('Beryl').getByRole('button', { name: 'Recharge' }).click()
  await dialog().getByLabel('Amount').fill('30')
  await dialog().getByRole('button', { name: 'Recharge' }).click()
  await page.getByText('Account recharged.').waitFor()
  await row('Beryl').getByText('30.0000').first().waitFor()
})

test('a reseller makes a tariff of its own, and one that marks its cost up', async () => {
  const { page } = console_
  await page.goto('/vsr/tariffs')
  await row('Cost').waitFor()
  await button('Add tariff').first().click()
  await page.waitForURL('**/vsr/tariffs/add')
  await field('Name').fill('Retail')
  expect(await field('Loss protection').count()).toBe(0)
  await button('Save').click()
  await page.waitForURL(/\/vsr\/tariffs\/\d+\/rates$/)
  await button('Add rate').first().click()
  await field('Prefix').fill('4420')
  await field('Rate').fill('0.01')
  await page.getByText('Below your cost: 0.0250 USD by 44').waitFor()
  await field('Prefix').fill('49')
  await field('Rate').fill('0.04')
  await expect.poll(() => page.getByText('Below your cost').count()).toBe(0)
  await button('Save').click()
  await page.getByText('Rate added.').waitFor()
  await page.goto('/vsr/tariffs')
  await act(row('Cost'), 'Copy with markup')
  await page.waitForURL(/\/vsr\/tariffs\/\d+\/copy$/)
  await field('Name').fill('Plus')
  await field('Percent').fill('-10')
  await page.getByText('Below your cost: 1 rate.').waitFor()
  await field('Percent').fill('10')
  await expect.poll(() => page.getByText('Below your cost').count()).toBe(0)
  await button('Copy').click()
  await page.waitForURL(/\/vsr\/tariffs\/\d+\/rates$/)
  await page.goto('/vsr/tariffs')
  await row('Plus').waitFor()
  await row('Retail').getByRole('link', { name: '1', exact: true }).click()
  await row('49').getByText('0.0400').first().waitFor()
  await page.goto('/vsr/cost-tariff')
  await row('44').waitFor()
  expect(await button('Add rate').count()).toBe(0)
})

test('a client of its own gets an address, and is recharged from the list', async () => {
  const { page } = console_
  await page.goto('/vsr/wholesale-clients')
  await row('Dana').waitFor()
  await button('Add client').first().click()
  await page.waitForURL('**/vsr/wholesale-clients/add')
  await field('Name').fill('Elsa')
  expect(await field('Reseller (optional)').count()).toBe(0)
  await choose(select('Tariff'), 'Retail')
  await choose(select('Route plan'), 'Premium')
  await field('Username').fill('elsa')
  await field('Password (optional)').fill(PASSWORD)
  await button('Save').click()
  await page.waitForURL(/\/vsr\/wholesale-clients\/\d+\/edit/)
  const readiness = page.getByRole('region', { name: 'Readiness' })
  await readiness.getByRole('link', { name: 'Retail' }).waitFor()
  await readiness.getByText('Route plan: Premium').waitFor()
  expect(await readiness.innerText()).not.toMatch(/gateway|reseller/i)
  await readiness
    .getByRole('listitem')
    .filter({ hasText: 'no address' })
    .getByRole('button')
    .click()
  await page.keyboard.press('Enter')
  await dialog().getByLabel('Address', { exact: true }).fill('198.51.100.9')
  await dialog().getByRole('button', { name: 'Save', exact: true }).click()
  await row('198.51.100.9').waitFor()
  await page.goto('/vsr/wholesale-clients')
  await row('Elsa').getByText('Premium').waitFor()
  await row('Elsa').getByText('no funds').waitFor()
  await act(row('Elsa'), 'Recharge')
  await dialog().getByLabel('Amount').fill('5')
  await dialog().getByRole('button', { name: 'Recharge' }).click()
  await row('Elsa').getByText('5.0000').first().waitFor()
})

test('a call of a client is tested, with the answer in words for resellers', async () => {
  const { page } = console_
  await page.goto('/vsr/route-tester')
  await choose(select('Client'), 'Dana')
  await field('Dialled number').fill('442071838750')
  await button('Test').click()
  const result = page.getByRole('region', { name: 'Result' })
  await result.getByText('Refused').waitFor()
  await result
    .getByText(/Calls|call|balance|route/)
    .first()
    .waitFor()
  expect(await result.innerText()).not.toMatch(/Hidden|gateway|Reply to caller|Why/)
})

test('a reseller of its own is added with a cost tariff, and is in the list', async () => {
  const { page } = console_
  await page.goto('/vsr/tariffs/add')
  await field('Name').fill('Wholesale')
  await select('Kind').click()
  const kind = page.getByRole('option', { name: 'Reseller cost' })
  await kind.waitFor()
  expect(await page.getByRole('option', { name: 'Buy' }).count()).toBe(0)
  await kind.click()
  await button('Save').click()
  await page.waitForURL(/\/vsr\/tariffs\/\d+\/rates$/)
  await page.goto('/vsr/resellers')
  await row('Beryl').waitFor()
  await button('Add reseller').first().click()
  await page.waitForURL('**/vsr/resellers/2/add')
  await choose(select('Route plans of its clients (optional)'), 'Standard')
  await page.keyboard.press('Escape')
  await field('Name').fill('Citrine')
  await choose(select('Cost tariff'), 'Wholesale')
  await choose(select('Billing type'), 'Postpaid')
  await field('Credit limit').fill('1000000')
  await field('Username').fill('citrine')
  await button('Save').click()
  await page
    .getByText(/At most [0-9.]+: you have no more to lend/)
    .first()
    .waitFor()
  await choose(select('Billing type'), 'Prepaid')
  await field('Credit limit').fill('0')
  await button('Save').click()
  await page.waitForURL(/\/vsr\/resellers\/2\/\d+\/edit$/)
  await page.getByRole('navigation').getByText('Level 2 resellers').first().click()
  await row('Citrine').waitFor()
  await row('Citrine').getByRole('link', { name: '0', exact: true }).first().click()
  await page.getByRole('heading', { name: 'Children of Citrine' }).waitFor()
})

test('a rate file is compared with the cost, and applied', async () => {
  const { page } = console_
  await page.goto('/vsr/tariffs')
  await row('Retail').getByRole('link', { name: '1', exact: true }).click()
  await page.getByRole('link', { name: 'Import…' }).click()
  const buffer = Buffer.from('Prefix,Rate\n44,0.01\n45,0.03\n')
  const file = { name: 'prices.csv', mimeType: 'text/csv', buffer }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText('0.03 USD per minute').first().waitFor()
  expect(await page.getByText('Carrier').count()).toBe(0)
  await button('Preview').click()
  await page.getByText('The file is being compared.').waitFor()
  await doRateImports(console_.api)
  await page.getByText('Below cost').first().waitFor()
  await row('44').getByText('0.0250').waitFor()
  await page.getByRole('button', { name: 'Apply 2 changes' }).click()
  await dialog().getByRole('button', { name: 'Apply' }).click()
  await button('Stop').waitFor()
  await doRateImports(console_.api)
  await button('Undo').waitFor()
})

test('a client with a tariff below the own cost is warned about before it is saved', async () => {
  const { page } = console_
  await page.goto('/vsr/wholesale-clients/add')
  await choose(select('Tariff'), 'Retail')
  await page.getByText('Its rates are below your cost.').waitFor()
})

test('its tariffs are compared with the cost tariff, and searched for a number', async () => {
  const { page } = console_
  await page.goto('/vsr/rate-comparison')
  await choose(select('Tariff 1'), 'Retail')
  await choose(select('Tariff 2'), 'Cost')
  await row('44').getByText('not sold').waitFor()
  await row('49').getByText('0.0400').waitFor()
  await page.goto('/vsr/number-rates')
  await page.getByLabel('Number as dialled').fill('+493012345678')
  await row('Retail').getByText('0.0400').first().waitFor()
})

test('its own prices, payments and reports are there', async () => {
  const { page } = console_
  await page.goto('/vsr/cost-tariff')
  await row('44').getByText('0.0250').waitFor()
  await page.goto('/vsr/reports/payments')
  await row('Amber').getByText('100.0000').first().waitFor()
  await page.goto('/vsr/reports/receives')
  await row('Beryl').waitFor()
  for (const kind of ['hourly', 'daily', 'monthly', 'summary']) {
    await page.goto(`/vsr/reports/${kind}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  }
  await page.goto('/vsr/statement')
  await page.getByRole('heading', { level: 1, name: 'Statement' }).waitFor()
})

test('the log has what the reseller did, and the operator as Support', async () => {
  const { page } = console_
  await page.goto('/vsr/logs/activities?entity=payment')
  await row('Beryl').getByText('amber').waitFor()
  await page.goto('/vsr/logs/activities?entity=reseller')
  await row('Beryl').getByText('Support').waitFor()
  expect(await page.getByRole('cell', { name: 'admin', exact: true }).count()).toBe(0)
})
