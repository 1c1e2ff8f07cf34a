// What a reader who cannot see, or cannot use a mouse, depends on: axe finds no fault of WCAG 2.2
// AA on any screen of the three areas, in light and in dark. The screens are the places of the
// areas, so that a new one is looked at without being named here.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGatewayGroup } from '#contract/gateway-groups.ts'
import { createNumberListItem } from '#contract/number-list-items.ts'
import { createPackage } from '#contract/packages.ts'
import { createPermissionGroup } from '#contract/permission-groups.ts'
import { createReRating } from '#contract/re-ratings.ts'
import { createReseller } from '#contract/resellers.ts'
import { createRoutePlan } from '#contract/route-plans.ts'
import { createSettlement } from '#contract/settlements.ts'
import { createTariffRate } from '#contract/tariff-rates.ts'
import { createTunnel } from '#contract/tunnels.ts'
import { adminArea } from '#web/areas/admin.tsx'
import { clientArea } from '#web/areas/client.tsx'
import { resellerArea } from '#web/areas/reseller.tsx'
import type { Area } from '#web/navigation/area.ts'
import {
  addClient,
  addGateway,
  addNumberList,
  addRetailClient,
  addTariff,
  addTimeWindow,
} from '../support/configuration.ts'
import {
  packageForm,
  rateForm,
  resellerForm,
  routePlanForm,
  settlementForm,
  tunnelForm,
} from '../support/forms.ts'
import { PASSWORD } from '../support/password.ts'
import { permissionGroupForm } from '../support/people.ts'
import { addTranslation, itemForm } from '../support/route-lists.ts'
import { type Calling, startCalling } from './calling.ts'
import { openConsole, type TestConsole } from './console.ts'

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** What differs in dark. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

let console_: TestConsole
let calling: Calling
let page: Page

beforeAll(async () => {
  console_ = await openConsole({ colorScheme: 'light' })
  page = console_.page
  calling = await startCalling(console_.api.url)
  await calling.talked(30)
  await calling.failed([503, 486])
  await calling.ongoing()
  await makeOneOfEach()
  await trackRequests()
})
afterAll(async () => {
  await calling?.stop()
  await console_?.close()
})

/** Each list has a row, and each form something to edit. */
async function makeOneOfEach(): Promise<void> {
  const { api } = console_
  const { admin } = api
  const sell = await addTariff(api, 'SELL')
  const cost = await addTariff(api, 'RESELLER_COST')
  await admin.call(createTariffRate, { params: { tid: sell }, body: rateForm })
  await addRetailClient(api, { tariff_id: sell })
  await addClient(api, { username: 'acme' })
  const reseller = resellerForm(cost, 'Reseller1')
  const { data: above } = await admin.call(createReseller, { body: reseller })
  const below = { ...resellerForm(cost, 'Reseller2'), level: 2, parent_id: above.id } as const
  await admin.call(createReseller, { body: below })
  const form = settlementForm(await addTariff(api, 'BUY'), 'Carrier')
  const { data: settlement } = await admin.call(createSettlement, { body: form })
  const gateway_id = await addGateway(api, settlement.id)
  const members = [{ gateway_id, priority: 1, weight: 1 }]
  const group = { name: 'Group', description: '', status: 'active', members } as const
  await admin.call(createGatewayGroup, { body: group })
  await admin.call(createRoutePlan, { body: routePlanForm([gateway_id]) })
  await admin.call(createTunnel, { body: tunnelForm() })
  await admin.call(createPackage, { body: packageForm })
  const id = await addNumberList(api)
  await admin.call(createNumberListItem, { params: { number_list_id: id }, body: itemForm })
  await addTimeWindow(api)
  await addTranslation(api, {})
  await admin.call(createPermissionGroup, { body: permissionGroupForm })
  const period = { from_at: '2026-01-02T00:00:00Z', until_at: '2099-01-01T00:00:00Z' }
  const nothing = { account_id: null, tariff_id: null, new_tariff_id: null, prefix: '' }
  const reRating = { reason: 'Wrong price list', ...nothing, ...period }
  await admin.call(createReRating, { body: reRating })
}

/** Lists that are not called as their address is. */
const API_OF: Readonly<Record<string, string>> = {
  '/settings/users': '/users',
  '/settings/acl': '/permission-groups',
}

/** The ids in a place's path: of the first row that the list above it has. */
async function addressOf(area: Area, path: string): Promise<string> {
  let address = ''
  for (const part of path.slice(area.prefix.length).split('/').filter(Boolean)) {
    if (!part.startsWith('$')) address += `/${part}`
    else {
      const resellers = /^\/resellers\/(\d)$/.exec(address)
      const list = resellers ? `/resellers?level=${resellers[1]}` : `${API_OF[address] ?? address}?`
      const answer = await console_.api.admin.send({ method: 'GET', url: `/api${list}&limit=1` })
      const row = answer.json().data?.[0]
      if (!row) throw new Error(`${path}: /api${list} has no row; make one above.`)
      address += `/${row.id}`
    }
  }
  return `${area.prefix}${address}` || area.home
}

interface Fault {
  readonly id: string
  readonly nodes: readonly { readonly html: string }[]
}

async function faults(only: string): Promise<string[]> {
  const found = (await page.evaluate(
    `axe.run(document, { runOnly: ${only} }).then((found) => found.violations)`,
  )) as Fault[]
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)
}

/** Answers that the page waits for. */
let waits_for = 0
async function trackRequests(): Promise<void> {
  const change = (by: number) => (request: { url(): string }) => {
    if (request.url().includes('/api/')) waits_for += by
  }
  page.on('request', change(1))
  page.on('requestfinished', change(-1))
  page.on('requestfailed', change(-1))
}

/** Within the page, as by a link: loading a page would take most of the time. */
async function open(address: string): Promise<void> {
  await page.locator('h1').waitFor()
  await page.evaluate((to) => {
    if (to === location.pathname) return
    document.querySelector('h1')?.setAttribute('data-before', '')
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, address)
  await page.locator('h1:not([data-before])').waitFor()
  await expect.poll(() => waits_for).toBe(0)
  await page.locator('main').getByText('Loading', { exact: true }).waitFor({ state: 'detached' })
}

async function expectNoFault(): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await faults(JSON.stringify(RULES))).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  expect(await faults(JSON.stringify({ type: 'rule', values: OF_COLOURS }))).toEqual([])
}

describe.each([
  [adminArea, 'admin'],
  [resellerArea, 'reseller1'],
  [clientArea, 'acme'],
])('$name', (area, username) => {
  test('the login has no fault, and lets in', async () => {
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto(area.login)
    await page.getByLabel('Username').waitFor()
    await page.evaluate(AXE)
    await page.addStyleTag({ content: '* { transition: none !important }' })
    await expectNoFault()
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
  })

  // Below the second level of resellers the same screens come again.
  const paths = area.places.map(({ path }) => path)
  const different = paths.filter((path) => !/\/resellers\/[345]/.test(path))

  test.each(different)('%s has no fault', async (path) => {
    await open(await addressOf(area, path))
    await expectNoFault()
  })
})
