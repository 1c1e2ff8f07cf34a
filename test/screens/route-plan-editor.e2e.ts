import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createGatewayGroup } from '#contract/routing/gateway-groups.ts'
import { createRoutePlan, getRoutePlan, listRoutePlans } from '#contract/routing/route-plans.ts'
import { addGateways } from '../support/configuration.ts'
import { routePlanForm, routeRuleForm } from '../support/forms.ts'
import { addList, addWindow } from '../support/route-lists.ts'
import { adminCallOf, choose, consoleForFile } from './console.ts'
import { partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()
const call = adminCallOf(console_)
let ids: number[]
let serial = 0
let name: string

beforeAll(async () => {
  ids = await addGateways(console_.api, ['gw-1', 'gw-2', 'gw-3'])
  const members = ids.map((gateway_id) => ({ gateway_id, priority: 100, weight: 100 }))
  const group = { name: 'All of them', description: '', status: 'active', members } as const
  await call(createGatewayGroup, { body: { ...group, members } })
  await addWindow(console_.api, { name: 'Office hours' })
  await addList(console_.api, { name: 'Good callers' })
})
beforeEach(() => {
  serial += 1
  name = `Edited ${serial}`
})

const { field, button, select: picker } = partsOf(() => console_.page)
const rules = () => console_.page.getByRole('list', { name: 'Rules' }).getByRole('button')
const targets = () => console_.page.getByRole('list', { name: 'Targets of the rule' }).locator('li')
const targetNames = async () =>
  (await targets().allInnerTexts()).map((text) => /gw-\d|All of them/.exec(text)?.[0])
const addGateway = (gateway: string) => choose(picker('Add a gateway'), gateway)
const chooseMode = (mode: string) => choose(picker('Mode'), mode)

async function addRule(prefix: string): Promise<void> {
  await field('Prefix of a new rule').fill(prefix)
  await button('Add rule').click()
}
async function readByName() {
  const list = await call(listRoutePlans, { query: { q: name } })
  return (await call(getRoutePlan, { params: { id: list.data[0]?.id ?? 0 } })).data
}
async function save(): Promise<void> {
  await button('Save').click()
  await console_.page.waitForURL(/route-plans$/)
}

test('the first plan is written by clicking, with the order of its targets', async () => {
  const { page } = console_
  await page.goto('/vsa/route-plans')
  await page.getByText('No route plans yet.').waitFor()
  await button('Add route plan').first().click()
  await page.getByText('The longest matching prefix wins.').waitFor()
  await field('Name').fill(name)

  await addRule('44')
  for (const gateway of ['gw-1', 'gw-2', 'gw-3']) await addGateway(gateway)
  await choose(picker('Add a gateway group'), 'All of them')
  await expect.poll(targetNames).toEqual(['gw-1', 'gw-2', 'gw-3', 'All of them'])
  await page.getByRole('button', { name: 'Move gw-1 down' }).click()
  await page.getByRole('button', { name: 'Move gw-3 up' }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(targetNames).toEqual(['gw-3', 'gw-2', 'gw-1', 'All of them'])
  await page.getByRole('switch', { name: 'Use gw-1' }).press('Space')
  await page.getByRole('button', { name: 'Remove gw-3' }).click()

  await addRule('4490')
  await choose(picker('Action'), 'Block')
  await choose(picker('Response'), '480')
  await page.getByText('3 changes unsaved').waitFor()
  await save()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect.poll(() => row.innerText()).toMatch(/Ordered[\s\S]*Active[\s\S]*2[\s\S]*unused/)
  await row.getByRole('link', { name }).click()
  await expect
    .poll(() => rules().allInnerTexts())
    .toEqual([
      expect.stringMatching(/44\s+gw-2 ▸ gw-1 ▸ All of them/),
      expect.stringMatching(/4490\s+Block with 480/),
    ])
  await expect.poll(() => page.getByRole('switch', { name: 'Use gw-1' }).isChecked()).toBe(false)
})

test('a destination of the code deck gets a rule for each of its prefixes', async () => {
  const { page } = console_
  await page.goto('/vsa/route-plans/add')
  await field('Name').fill(name)
  await addRule('2127')
  await addGateway('gw-2')
  await button('Add destination…').click()
  const dialog = page.getByRole('dialog', { name: 'Add destination' })
  await choose(picker('Destination'), 'Belgium mobile')
  await button('Add 5 rules').waitFor()
  await choose(picker('Destination'), 'Morocco mobile')
  await dialog.getByText('1 prefix has a rule already.').waitFor()
  await choose(dialog.getByRole('combobox', { name: 'Add a gateway', exact: true }), 'gw-1')
  await button('Add 1 rule').click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Rule 2126' }).waitFor()
  await save()
  const { rules: saved } = await readByName()
  expect(saved.map(({ dst_prefix, targets }) => [dst_prefix, targets[0]?.name]).toSorted()).toEqual(
    [
      ['2126', 'gw-1'],
      ['2127', 'gw-2'],
    ],
  )
})

test('what a rule asks for is set in its fields and shown as words', async () => {
  const { page } = console_
  await page.goto('/vsa/route-plans/add')
  await field('Name').fill(name)
  await addRule('44')
  await addGateway('gw-1')
  await button('Conditions').click()
  await field('Caller prefix').fill('1202')
  await choose(picker('Caller list'), 'Good callers')
  await choose(picker('During'), 'Office hours')
  await picker('Client tags (all)').fill('gold')
  await picker('Client tags (all)').press('Enter')
  await page.getByLabel('Min length').fill('12')
  await page.getByRole('switch', { name: 'Exclusive' }).check()
  const words = ['from 1202', 'caller on Good callers', '#gold', '+2', 'exclusive']
  for (const word of words) await rules().first().getByText(word, { exact: true }).waitFor()
  await page.getByTitle('12 digits or more, Office hours').waitFor()
  await page.getByLabel('Max length').fill('3')
  await button('Save').click()
  await page.getByText('Must not be less than the min length.').waitFor()
  await page.getByLabel('Max length').fill('')
  await save()
  expect((await readByName()).rules).toMatchObject([
    { src_prefix: '1202', tags: ['gold'], min_length: 12, max_length: 100, exclusive: true },
  ])
})

test('a target has the fields that the mode asks for', async () => {
  const { page } = console_
  await page.goto('/vsa/route-plans/add')
  await field('Name').fill(name)
  await addRule('')
  await addGateway('gw-1')
  await addGateway('gw-2')
  await chooseMode('Static, then least cost')
  await page.getByRole('switch', { name: 'gw-2 is static' }).check()
  await field('Priority of gw-1').fill('40000')
  await targets().first().getByText('From 1 to 32767.').waitFor()
  await expect.poll(() => field('Priority of gw-1').inputValue()).toBe('40000')
  await field('Priority of gw-1').fill('200')
  await expect.poll(() => page.getByRole('button', { name: 'Move gw-1 down' }).count()).toBe(0)
  await button('More about gw-1').click()
  await field('Cost factor').fill('1.25')
  await field('Prepend (optional)').fill('00')
  await field('Max calls (optional)').fill('30')

  await chooseMode('Percentage share')
  await field('Percent of gw-1').fill('70')
  await page.getByText('70 % shared, 30 % left.').waitFor()
  await button('Save').click()
  await page.getByText('The shares of the active targets add up to 70 %').waitFor()
  await field('Percent of gw-2').fill('30')
  await page.getByText('100 % shared.').waitFor()
  await save()
  const { mode, rules: saved } = await readByName()
  expect(mode).toBe('PERCENT')
  expect(saved[0]?.targets).toMatchObject([
    { percent: 70, priority: 200, prepend: '00', channel_limit: 30, cost_multiplier: 12_500 },
    { percent: 30, is_static: true, channel_limit: null },
  ])
})

test('it is told which rule takes a number, before the plan is saved', async () => {
  const { page } = console_
  await page.goto('/vsa/route-plans/add')
  await addRule('')
  await addGateway('gw-1')
  await addRule('44')
  await addGateway('gw-2')
  const finder = page.getByRole('region', { name: 'Test a number' })
  await finder.getByLabel('Test a number').fill('+44 20 7183')
  await finder.getByRole('button', { name: '44' }).waitFor()
  await finder.getByText('gw-2').waitFor()
  await button('Conditions').click()
  await choose(picker('During'), 'Office hours')
  await finder.getByText('if Office hours; gw-2').waitFor()
  await finder.getByText('gw-1').waitFor()
  await field('Caller prefix').fill('9')
  await finder.getByRole('button', { name: 'default' }).click()
  await page.getByRole('region', { name: 'Rule default' }).waitFor()
  await button('Cancel').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL(/route-plans$/)
})

test('of two thousand rules one is found, changed and moved', async () => {
  const { page } = console_
  const prefixes = Array.from({ length: 2000 }, (_, at) => routeRuleForm(String(1000 + at), ids))
  const twins = [routeRuleForm('77', ids.slice(0, 1)), routeRuleForm('77', ids.slice(1, 2))]
  const body = { ...routePlanForm(ids, name), rules: [...prefixes, ...twins] }
  const { data: plan } = await call(createRoutePlan, { body })
  await page.goto(`/vsa/route-plans/${plan.id}/edit`)
  await rules().first().waitFor()
  await expect.poll(() => rules().count()).toBeLessThan(60)
  await field('Search in rules').fill('2999')
  await expect.poll(() => rules().count()).toBe(1)
  await rules().first().click()
  await field('Description (optional)').last().pressSequentially('the last')
  await page.getByText('1 change unsaved').waitFor()
  await field('Search in rules').fill('THE LAST')
  await expect.poll(() => rules().count()).toBe(1)
  await field('Search in rules').fill('gw-9')
  await page.getByText('No rules match.').waitFor()
  await field('Search in rules').fill('77')
  await rules().first().click()
  await button('Move rule down').click()
  await page.getByText('3 changes unsaved').waitFor()
  await expect
    .poll(() => rules().allInnerTexts())
    .toEqual([expect.stringContaining('gw-2'), expect.stringContaining('gw-1')])
  await expect.poll(() => button('Change 2 rules…').isDisabled()).toBe(true)
  await save()
  const { rules: saved } = await readByName()
  expect(saved).toHaveLength(2002)
  expect(saved.find((one) => one.dst_prefix === '2999')?.description).toBe('the last')
  expect(saved.slice(-2).map((one) => one.targets[0]?.name)).toEqual(['gw-2', 'gw-1'])

  // Many rules of the saved plan at once: previewed, changed, and undone.
  await page.goto(`/vsa/route-plans/${plan.id}/edit`)
  await field('Search in rules').fill('77')
  await button('Change 2 rules…').click()
  const dialog = page.getByRole('dialog')
  await choose(picker('Change'), 'Replace')
  await choose(picker('Target now'), 'gw-1')
  await choose(picker('New gateway'), 'gw-3')
  await button('Preview').click()
  await dialog.getByText('1 rule would change, 1 stays as it is.').waitFor()
  await dialog.getByRole('cell', { name: /^gw-3 \(\d+\)$/ }).waitFor()
  await button('Change 1 rule').click()
  await dialog.waitFor({ state: 'detached' })
  const listed = (...gateways: string[]) =>
    expect
      .poll(() => rules().allInnerTexts())
      .toEqual(gateways.map((gateway) => expect.stringContaining(gateway)))
  await listed('gw-2', 'gw-3')
  await button('Undo').click()
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
  await listed('gw-2', 'gw-1')
  expect(await page.getByText(/unsaved/).count()).toBe(0)
})

test('whoever saves with a mistake in a rule out of sight is led to it', async () => {
  const { page } = console_
  const form = { ...routePlanForm(ids, name), rules: [routeRuleForm('', ids)] }
  const { data: plan } = await call(createRoutePlan, { body: form })
  await page.goto(`/vsa/route-plans/${plan.id}/edit`)
  await addRule('33')
  await rules().filter({ hasText: 'default' }).click()
  await button('Save').click()
  await page.getByText('A route rule needs at least one gateway.').waitFor()
  await page.getByRole('region', { name: 'Rule 33' }).waitFor()
  await page.getByRole('button', { name: 'Remove rule' }).click()
  await page.getByText(/unsaved/).waitFor({ state: 'detached' })
})
