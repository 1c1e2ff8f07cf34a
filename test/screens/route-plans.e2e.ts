import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createRoutePlan, getRoutePlan, updateRoutePlan } from '#contract/routing/route-plans.ts'
import { asSqlConnection } from '#db/database.ts'
import { addGateways } from '../support/configuration.ts'
import { routePlanForm, routeRuleForm } from '../support/forms.ts'
import { writeWorld } from '../support/write-world.ts'
import { adminCallOf, choose, consoleForFile } from './console.ts'
import { partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()
const call = adminCallOf(console_)
let ids: number[]
let serial = 0
let name: string

beforeAll(async () => {
  ids = await addGateways(console_.api, ['gw-1', 'gw-2', 'gw-3'])
})
beforeEach(() => {
  serial += 1
  name = `Premium ${serial}`
})

const { field, button } = partsOf(() => console_.page)
const rules = () => console_.page.getByRole('list', { name: 'Rules' }).getByRole('button')
const addGateway = (gateway: string) =>
  choose(console_.page.getByRole('combobox', { name: 'Add a gateway', exact: true }), gateway)

async function addRule(prefix: string): Promise<void> {
  await field('Prefix of a new rule').fill(prefix)
  await button('Add rule').click()
}
const plan = async (...prefixes: string[]) => {
  const form = routePlanForm(ids, name)
  const body = { ...form, rules: prefixes.map((prefix) => routeRuleForm(prefix, ids)) }
  return (await call(createRoutePlan, { body })).data
}
const read = async (id: number) => (await call(getRoutePlan, { params: { id } })).data

test('of two people who change one plan nobody loses anything', async () => {
  const { page } = console_
  const { id, version, rules: saved_rules } = await plan('', '44', '49')
  await page.goto(`/vsa/route-plans/${id}/edit`)
  await rules().filter({ hasText: '44' }).click()
  await page.getByRole('button', { name: 'Remove gw-3' }).click()
  await addRule('33')
  await addGateway('gw-1')

  const own = (at: number, gateway_ids: number[]) => ({
    ...routeRuleForm(saved_rules[at]?.dst_prefix ?? '', gateway_ids),
    id: saved_rules[at]?.id ?? 0,
  })
  const theirs = {
    ...routePlanForm(ids, `${name} of theirs`),
    rules: [own(0, ids), own(1, ids.slice(1)), routeRuleForm('7', ids)],
    version,
  }
  expect((await call(updateRoutePlan, { params: { id }, body: theirs })).status).toBe(200)

  await button('Save').click()
  await page.getByRole('alert').getByText('Changed by admin while you were editing.').waitFor()
  await page.getByText('changed name; changed rule 44; added rule 7; removed').waitFor()
  await page.getByText('Both changed rule 44').waitFor()
  await expect.poll(() => field('Name').inputValue()).toBe(`${name} of theirs`)
  await button('Take theirs').click()
  await button('Save').click()
  await page.waitForURL(/route-plans$/)
  const saved = await read(id)
  expect(saved.name).toBe(`${name} of theirs`)
  const pairs = saved.rules.map((one) => [one.dst_prefix, one.targets.map((t) => t.name)])
  expect(Object.fromEntries(pairs)).toEqual({
    '': ['gw-1', 'gw-2', 'gw-3'],
    '33': ['gw-1'],
    '44': ['gw-2', 'gw-3'],
    '7': ['gw-1', 'gw-2', 'gw-3'],
  })
})

test('a plan is copied from the list, and the copy is opened', async () => {
  const { page } = console_
  const { id } = await plan('44', '49')
  await page.goto(`/vsa/route-plans?q=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name }).waitFor()
  await page.getByRole('button', { name: 'Actions of this row' }).click()
  await page.getByRole('menuitem', { name: 'Copy' }).click()
  const dialog = page.getByRole('dialog', { name: `Copy ${name}` })
  await expect
    .poll(() => dialog.getByLabel('Name of the copy').inputValue())
    .toBe(`Copy of ${name}`)
  await dialog.getByLabel('Name of the copy').fill(name)
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  await dialog.getByText('This name is already in use.').waitFor()
  await dialog.getByLabel('Name of the copy').fill(`Twin of ${name}`)
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('heading', { name: `Twin of ${name}` }).waitFor()
  const copy = Number(/(\d+)\/edit/.exec(page.url())?.[1])
  expect(copy).not.toBe(id)
  expect((await read(copy)).rules.map((one) => one.dst_prefix)).toEqual(['44', '49'])
})

test('targets show what they cost, what is left, and which wins by a shorter prefix', async () => {
  const { page } = console_
  const { database } = console_.api
  const world = {
    tariffs: {
      Flat: { kind: 'BUY', rates: [{ prefix: '44', rate: 2_640_000 }] },
      Detailed: { kind: 'BUY', rates: [{ prefix: '4477', rate: 14_000_000 }] },
      Retail: { kind: 'SELL', rates: [{ prefix: '44', rate: 3_000_000 }] },
    },
    settlements: {
      North: { tariff: 'Flat', gateways: { Borealis: { host: '192.0.2.9' } } },
      South: { tariff: 'Detailed', gateways: { Cumulus: { host: '192.0.2.8' } } },
    },
    route_plans: {
      Least: { mode: 'LCR', rules: [{ dst_prefix: '44', targets: ['Borealis', 'Cumulus'] }] },
    },
    clients: { Payer: { tariff: 'Retail', terms: { route_plan: 'Least' } } },
  } as const
  const written = await writeWorld(asSqlConnection(database), world)
  await page.goto(`/vsa/route-plans/${written.get('Least')}/edit`)
  const first = page.getByLabel('Now: Borealis')
  await expect.poll(() => first.innerText()).toMatch(/Buy\s+0\.0264[\s\S]*Margin\s+0\.0036/)
  await expect.poll(() => first.innerText()).toMatch(/ASR\s+–[\s\S]*Calls now\s+0[\s\S]*Ping/)
  await page.getByText('Cheapest client tariff: Retail, 0.0300 USD per minute.').waitFor()
  await page
    .getByText('Borealis is the cheapest for 4477 by its rate for the shorter prefix 44: 0.0264.')
    .waitFor()
  // Another prefix, before it is saved.
  await field('Prefix').fill('4477')
  await expect.poll(() => first.innerText()).toMatch(/Buy\s+0\.0264 by 44/)
})

test('leaving with changes asks first', async () => {
  const { page } = console_
  const { id } = await plan('44')
  await page.goto(`/vsa/route-plans/${id}/edit`)
  await page.getByRole('switch', { name: 'Enabled' }).uncheck()
  await button('Cancel').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await page.getByText('1 change unsaved').waitFor()
  await button('Cancel').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL(/route-plans$/)
})

test('the list is narrowed by mode, status and gateway, in its address', async () => {
  const { page } = console_
  await plan('44')
  await page.goto('/vsa/route-plans?mode=ORDERED')
  await page.getByText('Nothing matches.').waitFor()
  await button('Clear filters').click()
  await choose(page.getByRole('combobox', { name: 'Gateway', exact: true }), 'gw-2')
  await page.waitForURL(new RegExp(`gateway_id=${ids[1]}`))
  await page.getByRole('link', { name }).waitFor()
})
