import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createGateway } from '#contract/gateways.ts'
import { createRoutePlan, getRoutePlan, updateRoutePlan } from '#contract/route-plans.ts'
import { createSettlement } from '#contract/settlements.ts'
import { createTariff } from '#contract/tariffs.ts'
import { createWholesaleClient } from '#contract/wholesale-clients.ts'
import {
  clientForm,
  gatewayForm,
  routePlanForm,
  settlementForm,
  tariffForm,
} from '../support/forms.ts'
import { choose, openConsole, type TestConsole } from './console.ts'

let console_: TestConsole
let page: Page
let ids: number[]
let serial = 0
let name: string

const call: TestConsole['api']['admin']['call'] = (endpoint, what) =>
  console_.api.admin.call(endpoint, what)

beforeAll(async () => {
  console_ = await openConsole()
  page = console_.page
  const buy = await call(createTariff, { body: { ...tariffForm, name: 'Buy', kind: 'BUY' } })
  const settlement = await call(createSettlement, { body: settlementForm(buy.data.id) })
  const gateways = ['gw-1', 'gw-2', 'gw-3'].map((gateway) =>
    call(createGateway, { body: gatewayForm(settlement.data.id, gateway) }),
  )
  ids = (await Promise.all(gateways)).map(({ data }) => data.id)
})
afterAll(() => console_.close())
beforeEach(() => {
  serial += 1
  name = `Premium ${serial}`
})
afterEach(() => expect(console_.complaints).toEqual([]))

const button = (label: string) => page.getByRole('button', { name: label, exact: true })
const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
const rules = () => page.getByRole('list', { name: 'Rules' }).getByRole('button')
const targets = () => page.getByRole('list', { name: /^Gateways in the order/ }).locator('li')
const targetNames = async () =>
  (await targets().allInnerTexts()).map((text) => /gw-\d/.exec(text)?.[0])
const addGateway = (gateway: string) =>
  choose(page.getByRole('combobox', { name: 'Add a gateway' }), gateway)

async function addRule(prefix: string): Promise<void> {
  await field('Prefix of a new rule').fill(prefix)
  await button('Add rule').click()
}
const rule = (dst_prefix: string, gateway_ids: number[]) => ({
  dst_prefix,
  description: '',
  action: 'ROUTE' as const,
  status: 'active' as const,
  targets: gateway_ids.map((gateway_id) => ({ gateway_id, status: 'active' as const })),
})
const plan = async (...prefixes: string[]) => {
  const form = routePlanForm(ids, name)
  const body = { ...form, rules: prefixes.map((prefix) => rule(prefix, ids)) }
  return (await call(createRoutePlan, { body })).data
}
const read = async (id: number) => (await call(getRoutePlan, { params: { id } })).data

test('the first plan is written by clicking, with the order of its gateways', async () => {
  await page.goto('/vsa/route-plans')
  await page.getByText('There are no route plans yet.').waitFor()
  await button('Add route plan').first().click()
  await page.getByText('the one with the longest prefix counts').waitFor()
  await field('Name').fill(name)
  await choose(page.getByRole('combobox', { name: 'Mode' }), 'Least cost')

  await addRule('44')
  for (const gateway of ['gw-1', 'gw-2', 'gw-3']) await addGateway(gateway)
  await expect.poll(targetNames).toEqual(['gw-1', 'gw-2', 'gw-3'])
  await page.getByRole('button', { name: 'Try gw-1 later' }).click()
  await page.getByRole('button', { name: 'Try gw-3 earlier' }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(targetNames).toEqual(['gw-3', 'gw-2', 'gw-1'])
  await targets().nth(0).dragTo(targets().nth(2))
  await expect.poll(targetNames).toEqual(['gw-2', 'gw-1', 'gw-3'])
  await page.getByRole('switch', { name: 'Use gw-1' }).press('Space')
  await page.getByRole('button', { name: 'Take gw-3 away' }).click()

  await addRule('4490')
  await choose(page.getByRole('combobox', { name: 'Action' }), 'Block')
  await page.getByText('4 changes unsaved').waitFor()
  await button('Save').click()
  await page.getByText('The route plan is saved.').or(page.getByText('is added')).waitFor()
  const row = page.getByRole('row').filter({ hasText: name })
  expect(await row.innerText()).toMatch(/Least cost[\s\S]*Active[\s\S]*2[\s\S]*nobody/)
  await row.getByRole('link', { name }).click()
  await expect
    .poll(() => rules().allInnerTexts())
    .toEqual([expect.stringMatching(/44\s+gw-2 ▸ gw-1/), expect.stringMatching(/4490\s+Block/)])
  expect(await page.getByRole('switch', { name: 'Use gw-1' }).isChecked()).toBe(false)
})

test('a prefix that is there already is refused while one types', async () => {
  const { id } = await plan('', '44')
  await page.goto(`/vsa/route-plans/${id}/edit`)
  await field('Prefix of a new rule').fill('44')
  await page.getByText('There is a rule 44 already.').waitFor()
  expect(await button('Add rule').isDisabled()).toBe(true)
  await field('Prefix of a new rule').fill('33')
  await button('Add rule').click()
  await field('Prefix').fill('44')
  await page.getByText('There is a rule 44 already.').waitFor()
  await button('Save').click()
  await page
    .getByText(/needs? attention/)
    .first()
    .waitFor()
  await field('Prefix').fill('33')
  // The new rule has no gateway yet, and one is led to it from another.
  await rules().first().click()
  await button('Save').click()
  await page.getByText('A rule that routes needs at least one gateway.').waitFor()
  await page.getByRole('region', { name: 'Rule 33' }).waitFor()
  await page.getByRole('button', { name: 'Remove rule' }).click()
  await page.getByText(/unsaved/).waitFor({ state: 'detached' })
})

test('rules are found among many, by prefix, description and gateway', async () => {
  const prefixes = Array.from({ length: 400 }, (_, at) => String(1000 + at))
  const { id } = await plan(...prefixes)
  await page.goto(`/vsa/route-plans/${id}/edit`)
  await rules().first().waitFor()
  expect(await rules().count()).toBeLessThan(60)
  await field('Search in rules').fill('1399')
  await expect.poll(() => rules().count()).toBe(1)
  await rules().first().click()
  await field('Description (optional)').last().fill('the last')
  await page.getByText('1 change unsaved').waitFor()
  await field('Search in rules').fill('THE LAST')
  await expect.poll(() => rules().count()).toBe(1)
  await field('Search in rules').fill('gw-9')
  await page.getByText('No rule fits.').waitFor()
  await button('Clear the search').click()
  await button('Save').click()
  await page.waitForURL(/route-plans$/)
  const { rules: saved } = await read(id)
  expect(saved).toHaveLength(400)
  expect(saved.at(-1)).toMatchObject({ dst_prefix: '1399', description: 'the last' })
})

test('of two people who change one plan nobody loses anything', async () => {
  const { id, version } = await plan('', '44', '49')
  await page.goto(`/vsa/route-plans/${id}/edit`)
  await rules().filter({ hasText: '44' }).click()
  await page.getByRole('button', { name: 'Take gw-3 away' }).click()
  await addRule('33')
  await addGateway('gw-1')

  const theirs = {
    ...routePlanForm(ids, `${name} of theirs`),
    rules: [rule('', ids), rule('44', ids.slice(1)), rule('7', ids)],
    version,
  }
  expect((await call(updateRoutePlan, { params: { id }, body: theirs })).status).toBe(200)

  await button('Save').click()
  await page.getByText('Somebody else has changed it meanwhile.').waitFor()
  await page.getByText('changed the name; changed the rule 44; added the rule 7; removed').waitFor()
  await page.getByText('Both of you changed the rule 44').waitFor()
  expect(await field('Name').inputValue()).toBe(`${name} of theirs`)
  await button('Take theirs').click()
  await button('Save').click()
  await page.waitForURL(/route-plans$/)
  const saved = await read(id)
  expect(saved.name).toBe(`${name} of theirs`)
  expect(
    saved.rules.map((one) => [one.dst_prefix, one.targets.map((t) => t.gateway_name)]),
  ).toEqual([
    ['', ['gw-1', 'gw-2', 'gw-3']],
    ['33', ['gw-1']],
    ['44', ['gw-2', 'gw-3']],
    ['7', ['gw-1', 'gw-2', 'gw-3']],
  ])
})

test('leaving with changes asks first', async () => {
  const { id } = await plan('44')
  await page.goto(`/vsa/route-plans/${id}/edit`)
  await page.getByRole('switch', { name: 'In use' }).uncheck()
  await button('Cancel').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await page.getByText('1 change unsaved').waitFor()
  await button('Cancel').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL(/route-plans$/)
})

test('a plan in use is not deleted, and says who uses it; another one is', async () => {
  const used = await plan('44')
  const sell = await call(createTariff, { body: { ...tariffForm, name } })
  const client = { ...clientForm(sell.data.id, `acme${serial}`), route_plan_id: used.id }
  await call(createWholesaleClient, { body: client })
  await page.goto(`/vsa/route-plans?q=${encodeURIComponent(name)}`)
  const remove = async () => {
    await page.getByRole('button', { name: 'Actions of this row' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const question = page.getByRole('dialog')
    await question.getByText('1 rule goes with it. This cannot be undone.').waitFor()
    await question.getByRole('button', { name: 'Delete' }).click()
  }
  await page.getByRole('link', { name: '1 client' }).waitFor()
  await remove()
  await page.getByText(`The route plan ${name} is in use`).waitFor()
  await page.getByRole('alert').getByText(`acme${serial}`).waitFor()
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()

  name = `Unused ${serial}`
  await plan('44')
  await page.getByRole('textbox', { name: 'Search by name' }).fill(name)
  await page.getByRole('link', { name }).waitFor()
  await remove()
  await page.getByText('Nothing matches.').waitFor()
})

test('the list is narrowed by mode, status and gateway, in its address', async () => {
  await plan('44')
  await page.goto('/vsa/route-plans?mode=ORDERED')
  await page.getByText('Nothing matches.').waitFor()
  await button('Clear filters').click()
  await choose(page.getByRole('combobox', { name: 'Gateway' }), 'gw-2')
  await page.waitForURL(new RegExp(`gateway_id=${ids[1]}`))
  await page.getByRole('link', { name }).waitFor()
})
