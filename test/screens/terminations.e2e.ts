// Where calls go, in one walk: a tunnel, a failover policy, a gateway with all that can be folded
// away, a group, and a partner that both takes and sends calls.
import { beforeAll, expect, test } from 'vitest'
import { createSettlement } from '#contract/accounts/settlements.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { listFailoverPolicies } from '#contract/routing/failover-policies.ts'
import { listGatewayGroups } from '#contract/routing/gateway-groups.ts'
import { getGateway, listGateways } from '#contract/routing/gateways.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { clientForm, settlementForm, tariffForm } from '../support/forms.ts'
import { choose, consoleForFile } from './console.ts'
import { act, partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()

beforeAll(async () => {
  const { admin } = console_.api
  const { data: sell } = await admin.call(createTariff, { body: tariffForm })
  const body = { ...tariffForm, name: 'Buy', kind: 'BUY' } as const
  const { data: buy } = await admin.call(createTariff, { body })
  await admin.call(createSettlement, { body: settlementForm(buy.id, 'Telia') })
  await admin.call(createWholesaleClient, { body: clientForm(sell.id, 'Telia-in') })
})

const { field, select, button, row } = partsOf(() => console_.page)
/** A field of several words is one from which one could choose, although it offers nothing. */
const tags = select

test('a tunnel says whether this machine has its address', async () => {
  const { page } = console_
  await page.goto('/vsa/tunnels')
  await page.getByText('No tunnels yet').waitFor()
  await button('Add tunnel').first().click()
  await field('Name').fill('Frankfurt')
  await field('Local address').fill('192.0.2')
  await button('Save').click()
  await page.getByText('An IP address, for example 192.0.2.7.').waitFor()
  await field('Local address').fill('203.0.113.7')
  await button('Save').click()
  await page.getByText('Tunnel added.').waitFor()
  await row('Frankfurt').getByText('address not on this server').waitFor()
  await row('Frankfurt').getByRole('link', { name: 'Frankfurt' }).click()
  await page.getByText('203.0.113.7: address not on this server.').waitFor()
  await field('Local address').fill('127.0.0.77')
  await button('Save').click()
  await row('Frankfurt').getByText('up', { exact: true }).waitFor()
})

test('a failover policy begins as the default, and shows what it makes of an answer', async () => {
  const { page } = console_
  await page.goto('/vsa/failover-policies')
  await row('Default').getByText('default', { exact: true }).waitFor()
  await button('Add failover policy').click()
  await field('Name').fill('Grey routes')
  await field('Gateway response').fill('404')
  await page.getByText('The next gateway is tried.', { exact: true }).waitFor()
  await page
    .getByText('Rule 5 matches. If it was the last gateway, reply to caller: 404.')
    .waitFor()
  await field('Q.850 cause').fill('1')
  await page.getByText('after the same reply again, no further one').waitFor()
  await choose(select('Action of rule 3'), 'Next gateway')
  await page.getByText('The next gateway is tried.', { exact: true }).waitFor()

  await button('Add rule').click()
  await button('Save').click()
  await page.getByText('At least one SIP code.').waitFor()
  await tags('SIP codes of rule 7').pressSequentially('488,')
  await field('Reply to caller, rule 7').fill('480')
  await button('Move rule 7 up').click()
  await button('Save').click()
  await page.getByText('Failover policy added.').waitFor()
  const { data } = await console_.api.admin.call(listFailoverPolicies, { query: { q: 'Grey' } })
  expect(data[0]).toMatchObject({ rules_count: 7, used_by_count: 0 })

  // On a small screen beside the menu, too, every button of a rule is within reach.
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(`/vsa/failover-policies/${data[0]!.id}/edit`)
  await button('Remove rule 1').waitFor()
  const end = await button('Remove rule 1').evaluate((one) => one.getBoundingClientRect().right)
  expect(end).toBeLessThan(1024)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a gateway opens what is not as usual, and what is wrong', async () => {
  const { page } = console_
  await page.goto('/vsa/gateways/add')
  await field('Name').fill('Telia FRA')
  await choose(select('Settlement account'), 'Telia')
  await field('Host').fill('sip:192.0.2.10:5070;transport=tcp')
  await field('Port').click()
  await expect.poll(() => field('Host').inputValue()).toBe('192.0.2.10')
  await expect.poll(() => field('Port').inputValue()).toBe('5070')
  await field('Port').fill('5060 or so')
  await button('Save').click()
  await page.getByText('A whole number, for example 30.').waitFor()
  await expect.poll(() => field('Port').inputValue()).toBe('5060 or so')
  await button('1 field needs attention').waitFor()
  await field('Port').fill('5060')
  await button('1 field needs attention').waitFor({ state: 'detached' })
  await choose(select('Tunnel (optional)'), 'Frankfurt')
  await expect.poll(() => select('Failover policy (optional)').isVisible()).toBe(false)
  await button('Timers and failover').click()
  await choose(select('Failover policy (optional)'), 'Grey routes')
  await button('Accepted numbers').click()
  await tags('Called prefixes (optional)').pressSequentially('49,43 41 ')
  await button('Registration and digest').click()
  await field('Username (optional)').fill('us')
  await button('Registration and digest').click()
  await button('Save').click()
  // The server refuses, and the section with the mistake opens.
  await page.getByText('A username needs a password.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('a secret of ours')
  await page.getByRole('switch', { name: 'Register with this carrier' }).check()
  await button('Save').click()
  await page.getByText('Gateway added.').waitFor()
  await row('Telia FRA').getByText('Not registered').waitFor()

  await row('Telia FRA').getByRole('link', { name: 'Telia FRA' }).click()
  await select('Failover policy (optional)').waitFor()
  await expect.poll(() => select('Failover policy (optional)').inputValue()).toBe('Grey routes')
  await expect.poll(() => page.getByText('a secret of ours').count()).toBe(0)
  await button('Health').waitFor()
  await expect.poll(() => field('Down after').isVisible()).toBe(false)
  const { data } = await console_.api.admin.call(listGateways, {})
  expect(data[0]).toMatchObject({
    dst_prefixes: ['49', '43', '41'],
    has_auth_password: true,
    register: true,
  })
})

test('a gateway is locked by hand, unlocked, and asked whether it is there', async () => {
  const { page } = console_
  await page.goto('/vsa/gateways')
  await act(row('Telia FRA'), 'Lock')
  await page.getByText('For now: it gets no new calls until you unlock it.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Lock' }).click()
  await row('Telia FRA').getByText('Locked').waitFor()
  await choose(select('Lock'), 'Locked')
  await page.waitForURL(/lock_state=LOCKED/)
  await act(row('Telia FRA'), 'Unlock')
  await page.getByText('Telia FRA is unlocked.').waitFor()
  await button('Clear filters').click()
  await act(row('Telia FRA'), 'Ping now')
  await row('Telia FRA').getByText('pinging…').waitFor()
  const { data } = await console_.api.admin.call(listGateways, {})
  const now = '2026-11-01T10:00:00Z'
  await console_.api.database
    .updateTable('gateway_state')
    .set({ ping_state: 'UP', ping_ms: 12, ping_at: now, ping_since: now, ping_asked_at: null })
    .where('gateway_id', '=', data[0]!.id)
    .execute()
  await button('Refresh').click()
  await row('Telia FRA').getByText('12 ms').hover()
  await page.getByText('Up since 2026-11-01 10:00:00.').waitFor()
  const read = await console_.api.admin.call(getGateway, { params: { id: data[0]!.id } })
  expect(read.data).toMatchObject({ lock_state: 'OPEN', ping_state: 'UP' })
})

test('a gateway group shares calls among its gateways', async () => {
  const { page } = console_
  await page.goto('/vsa/gateway-groups')
  await page.getByText('No gateway groups yet').waitFor()
  await button('Add gateway group').first().click()
  await field('Name').fill('Germany')
  await button('Save').click()
  await page.getByText('Select at least one gateway.').waitFor()
  await choose(select('Add a gateway'), 'Telia FRA')
  await page.getByText('100.0 %').waitFor()
  await field('Weight of Telia FRA').fill('30')
  await button('Save').click()
  await page.getByText('Gateway group added.').waitFor()
  const { data } = await console_.api.admin.call(listGatewayGroups, {})
  expect(data[0]).toMatchObject({ name: 'Germany', members_count: 1, active_count: 1 })
  await act(row('Germany'), 'Block')
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await row('Germany').getByText('Blocked').waitFor()
})

test('a partner that also sends calls: what both owe stands together', async () => {
  const { page } = console_
  await page.goto('/vsa/settlements')
  await row('Telia').getByRole('link', { name: 'Telia', exact: true }).click()
  await choose(select('Inbound client account (optional)'), 'Telia-in')
  await field('Monthly minutes cap (optional)').fill('50000')
  await choose(select('Billing type'), 'Prepaid')
  await button('Save').click()
  await page.getByText('A prepaid account needs a limit').waitFor()
  await field('Max debt (optional)').fill('0')
  await button('Save').click()
  await page.getByText('Settlement account saved.').waitFor()
  await console_.api.database
    .updateTable('account_balance')
    .set({ balance: -70_000_000 as never, credit_limit: 100_000_000 as never })
    .where('account_id', 'in', (accounts) =>
      accounts.selectFrom('account').where('name', '=', 'Telia-in').select('id'),
    )
    .execute()
  await row('Telia').getByRole('link', { name: 'Telia', exact: true }).click()
  await page.getByText('they owe us').waitFor()
  await page.getByText('70.0000').waitFor()
  await page.getByText('0 / 50,000').waitFor()
  await page.getByRole('link', { name: 'Telia-in' }).waitFor()
})
