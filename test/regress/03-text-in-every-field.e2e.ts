// The text of an alarm, stored by one user, ran in the browser of another. Here every text that a
// form may store holds an attack, and every screen that shows it is opened.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClientIp } from '#contract/accounts/ip-list.ts'
import { createReseller } from '#contract/accounts/resellers.ts'
import { createRetailClient } from '#contract/accounts/retail-clients.ts'
import { createSettlement } from '#contract/accounts/settlements.ts'
import { createSipUser } from '#contract/accounts/sip-users.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createTunnel } from '#contract/machine/tunnels.ts'
import { createPackage } from '#contract/packages/packages.ts'
import { createGatewayGroup } from '#contract/routing/gateway-groups.ts'
import { createGateway } from '#contract/routing/gateways.ts'
import { createNumberListItem } from '#contract/routing/number-list-items.ts'
import { createNumberList } from '#contract/routing/number-lists.ts'
import { createRoutePlan } from '#contract/routing/route-plans.ts'
import { createTimeWindow } from '#contract/routing/time-windows.ts'
import { createTranslation } from '#contract/routing/translations.ts'
import { createTariffRate } from '#contract/tariffs/tariff-rates.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { openConsole, type TestConsole } from '../screens/console.ts'
import * as forms from '../support/forms.ts'
import * as lists from '../support/route-lists.ts'

/** Short, so that names may hold it, and different each time, because names are taken once. */
const attackNo = (count: number) => `"><img src=x onerror="window.ran=${count}">`

let console_: TestConsole
let page: Page
const dialogs: string[] = []
const attacked: string[] = []

/** Stores the form with the attack in every text; what the contract refuses keeps its own text. */
async function store(endpoint: Endpoint, form: object, params: object = {}): Promise<number> {
  const kept = new Set(['username', 'password', 'currency', 'timezone'])
  const attack = attackNo(attacked.length)
  for (let tries = 0; tries < 20; tries++) {
    const body = Object.fromEntries(
      Object.entries(form).map(([key, value]) => [
        key,
        typeof value === 'string' && !kept.has(key) ? attack : value,
      ]),
    )
    const answer = await console_.api.admin.call(endpoint, { body, params } as never)
    if (answer.status < 300) {
      const texts = Object.keys(form).filter((key) => body[key as keyof typeof body] === attack)
      attacked.push(...texts.map((key) => `${endpoint.path} ${key}`))
      return (answer.data as unknown as { id: number }).id
    }
    expect(answer.status, answer.response.body).toBe(400)
    for (const field of Object.keys(answer.problem.fields ?? {})) {
      kept.add(field.split('.')[0] ?? field)
    }
  }
  throw new Error(`${endpoint.path} took no form: all but ${[...kept].join(', ')}`)
}

const screens: string[] = []

async function storeEverything(): Promise<void> {
  const tariff = await store(createTariff, forms.tariffForm)
  const rate = await store(createTariffRate, forms.rateForm, { tid: tariff })
  const buy = await store(createTariff, { ...forms.tariffForm, name: 'Buy', kind: 'BUY' })
  const settlement = await store(createSettlement, forms.settlementForm(buy))
  const tunnel = await store(createTunnel, forms.tunnelForm())
  const gateway = await store(createGateway, forms.gatewayForm(settlement))
  const group = await store(createGatewayGroup, {
    name: 'Group',
    description: '',
    status: 'active',
    members: [{ gateway_id: gateway, priority: 100, weight: 100 }],
  })
  const list = await store(createNumberList, lists.listForm())
  await store(createNumberListItem, lists.itemForm, { number_list_id: list })
  const window = await store(createTimeWindow, lists.windowForm())
  const translation = await store(createTranslation, lists.translationForm({}))
  const plan = await store(createRoutePlan, forms.routePlanForm([gateway]))
  const pack = await store(createPackage, forms.packageForm)
  const cost = await store(createTariff, { ...forms.tariffForm, kind: 'RESELLER_COST' })
  const reseller = await store(createReseller, forms.resellerForm(cost))
  const wholesale = await store(createWholesaleClient, forms.clientForm(tariff))
  await store(createClientIp, forms.clientIpForm(wholesale, '192.0.2.7'))
  const retail = await store(createRetailClient, forms.clientForm(tariff, 'Retail'))
  await store(createSipUser, forms.sipUserForm(retail))
  screens.push(
    ...['', '/wholesale-clients', '/wholesale-clients/ip-list', '/retail-clients', '/resellers/1'],
    ...['/tariffs', `/tariffs/${tariff}/rates`, `/tariffs/${tariff}/rates/${rate}/edit`],
    ...[`/tariffs/${tariff}/edit`, '/packages', `/packages/${pack}/edit`, '/settlements'],
    ...[`/settlements/${settlement}/edit`, '/tunnels', `/tunnels/${tunnel}/edit`, '/gateways'],
    ...[`/gateways/${gateway}/edit`, '/gateway-groups', `/gateway-groups/${group}/edit`],
    ...['/number-lists', `/number-lists/${list}/items`, `/number-lists/${list}/edit`],
    ...['/time-windows', `/time-windows/${window}/edit`, `/translations/${translation}/edit`],
    ...['/translations', '/route-plans', `/route-plans/${plan}/edit`, '/re-ratings/add'],
    ...[`/resellers/1/${reseller}/edit`, `/resellers/1/${reseller}/tree`, '/route-tester'],
    ...[`/wholesale-clients/${wholesale}/edit`, `/retail-clients/${retail}/edit`],
  )
}

beforeAll(async () => {
  console_ = await openConsole()
  page = console_.page
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await storeEverything()
})
afterAll(() => console_?.close())

test('the attack stands in every name, description and note', () => {
  expect(attacked.length).toBeGreaterThan(40)
})

test('and runs on no screen', async () => {
  for (const screen of screens) {
    await page.goto(`/vsa${screen}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const broken = page.locator('img[src="x"], script:not([src])')
    expect(await broken.count(), screen).toBe(0)
    expect(await page.evaluate(() => 'ran' in window), screen).toBe(false)
  }
  expect(dialogs).toEqual([])
  expect(console_.complaints).toEqual([])
})
