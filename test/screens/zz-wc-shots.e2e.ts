import { test } from 'vitest'
import { openConsole } from './console.ts'
import { createTariff } from '#contract/tariffs.ts'
import { createWholesaleClient } from '#contract/wholesale-clients.ts'
import { createSettlement } from '#contract/settlements.ts'
import { createGateway } from '#contract/gateways.ts'
import { createRoutePlan } from '#contract/route-plans.ts'
import { createClientIp } from '#contract/ip-list.ts'
import { createPayment } from '#contract/payments.ts'
import { clientForm, gatewayForm, routePlanForm, settlementForm, tariffForm } from '#test/support/forms.ts'
import { money } from '#core/money.ts'

const OUT = '/tmp/w/shots-clients'
test('shots', async () => {
  const c = await openConsole()
  const { page, api } = c
  const only = process.env.SHOTS ?? 'empty,data,error'
  const shots = async (name: string, path: string, ready?: () => Promise<unknown>, sizes = [[1440, 900, 'light'], [1440, 900, 'dark'], [390, 844, 'light'], [390, 844, 'dark']] as const) => {
    for (const [w, h, theme] of sizes) {
      await page.setViewportSize({ width: w, height: h })
      await page.evaluate((t) => localStorage.setItem('theme', t), theme)
      await page.goto(path)
      await page.waitForLoadState('networkidle').catch(() => {})
      await ready?.()
      await page.waitForTimeout(500)
      await page.screenshot({ path: `${OUT}/${name}-${w}-${theme}.png` })
    }
  }
  const LISTS = [['clients', '/vsa/wholesale-clients'], ['ips', '/vsa/wholesale-clients/ip-list'], ['gateways', '/vsa/gateways'], ['settlements', '/vsa/settlements']] as const
  const SOME = [[1440, 900, 'light'], [390, 844, 'dark']] as const
  if (only.includes('empty')) for (const [n, p] of LISTS) await shots(`empty-${n}`, p, undefined, SOME as never)
  const sell = (await api.admin.call(createTariff, { body: { ...tariffForm, name: 'Gold A–Z' } })).data.id
  const buy = (await api.admin.call(createTariff, { body: { ...tariffForm, name: 'Telia buy', kind: 'BUY' } })).data.id
  const carriers: number[] = []
  for (const n of ['Telia', 'Tata', 'Orange']) carriers.push((await api.admin.call(createSettlement, { body: { ...settlementForm(buy, n), max_debt: n === 'Tata' ? money(500_000_000) : null } })).data.id)
  const gws: number[] = []
  for (const [i, n] of ['Telia FRA', 'Telia LON', 'Tata MUM', 'Orange PAR'].entries()) gws.push((await api.admin.call(createGateway, { body: { ...gatewayForm(carriers[[0, 0, 1, 2][i]!]!, n), host: `192.0.2.${i + 10}`, status: i === 2 ? 'maintenance' : i === 3 ? 'blocked' : 'active', channel_limit: i % 2 ? 400 : null, strip_digits: i === 1 ? 2 : 0, prepend: i === 1 ? '77' : '' } as never })).data.id)
  const plan = (await api.admin.call(createRoutePlan, { body: routePlanForm(gws.slice(0, 2)) })).data.id
  const ids: number[] = []
  for (const [i, n] of ['Acme', 'Borealis-Telecom', 'Cumulus', 'Delta-Voice', 'Echo'].entries()) {
    const r = await api.admin.call(createWholesaleClient, { body: { ...clientForm(sell, n), route_plan_id: i === 3 ? null : plan, credit_limit: money(i * 100_000_000), status: i === 2 ? 'blocked' : 'active', channel_limit: i === 0 ? 120 : null, country_iso2: i === 0 ? 'DE' : '' } })
    ids.push(r.data.id)
  }
  for (const [i, id] of ids.entries()) for (let k = 0; k < 6 - i; k++) await api.admin.call(createClientIp, { body: { account_id: id, ip: k === 4 ? `10.${i}.0.0/16` : `198.51.100.${i * 20 + k}`, port: k % 2 ? 5060 : null, transport: k % 2 ? 'UDP' : null, tech_prefix: k === 3 ? '77#' : '', description: k ? '' : 'main office', status: k === 2 ? 'blocked' : 'active' } })
  await api.admin.call(createPayment, { body: { kind: 'RECHARGE', account_id: ids[0]!, amount: money(1_234_567_890), method: 'bank', reference: '', note: '', private_note: '', idempotency_key: crypto.randomUUID() } })
  await api.admin.call(createPayment, { body: { kind: 'PAYMENT_MADE', account_id: carriers[0]!, amount: money(250_000_000), method: 'bank', reference: '', note: '', private_note: '', idempotency_key: crypto.randomUUID() } })
  if (only.includes('data')) for (const [n, p] of LISTS) await shots(n, p)
  if (only.includes('form')) {
    const LONG = [[1440, 1700, 'light'], [390, 3000, 'dark']] as const
    await shots('client-add', '/vsa/wholesale-clients/add', undefined, LONG as never)
    await shots('client-edit', `/vsa/wholesale-clients/${ids[0]}/edit`, undefined, [...LONG, [1440, 900, 'dark']] as never)
    await shots('client-error', '/vsa/wholesale-clients/add', () => page.getByRole('button', { name: 'Save', exact: true }).click(), [[1440, 1700, 'dark']] as never)
    await shots('gateway-edit', `/vsa/gateways/${gws[1]}/edit`, undefined, LONG as never)
    await shots('settlement-edit', `/vsa/settlements/${carriers[0]}/edit`, undefined, LONG as never)
    await shots('gateway-unknown', '/vsa/gateways/99999/edit', undefined, SOME as never)
  }
  if (only.includes('dialog')) {
    await shots('ip-dialog', '/vsa/wholesale-clients/ip-list', async () => {
      await page.getByRole('button', { name: 'Add address' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Address' }).fill('10.0.0.0/16:5060/udp')
      await page.keyboard.press('Tab')
    }, SOME as never)
    await shots('paste-dialog', '/vsa/wholesale-clients/ip-list', async () => {
      await page.getByRole('button', { name: 'Paste many' }).click()
      await page.getByLabel('One address per line').fill('203.0.113.7:5060/udp main\n203.0.113.0/16\nnonsense\n203.0.113.7:5060/udp again')
    }, SOME as never)
    await shots('menu', '/vsa/wholesale-clients', async () => {
      await page.getByRole('button', { name: 'Actions of this row' }).first().click()
    }, [[1440, 900, 'light']] as never)
    await shots('block', '/vsa/gateways', async () => {
      await page.getByRole('button', { name: 'Actions of this row' }).first().click()
      await page.getByRole('menuitem', { name: 'Maintenance' }).click()
    }, SOME as never)
    await shots('in-use', '/vsa/gateways', async () => {
      await page.getByRole('row', { name: /Telia FRA/ }).getByRole('button', { name: 'Actions of this row' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    }, SOME as never)
  }
  if (only.includes('error')) {
    await page.route(/\/api\/(wholesale-clients|ip-list|gateways|settlements)/, (r) => r.fulfill({ status: 500, json: { message: 'It broke.', code: 'our-fault' } }))
    for (const [n, p] of LISTS) await shots(`error-${n}`, p, undefined, SOME as never)
  }
  console.log(c.complaints)
  await c.close()
}, 500_000)
