import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { listTariffs } from '#contract/tariffs/tariffs.ts'
import { getTrafficReportTotals } from '#contract/traffic/traffic-reports.ts'
import { formatAmount } from '#web/ui/values/format.ts'
import { clientForm } from '../support/forms.ts'
import { type Calling, startCalling } from './calling.ts'
import { choose, consoleForFile } from './console.ts'

const console_ = consoleForFile()
let calling: Calling

afterAll(() => calling?.stop())

/** The figure and the line under it. */
const tile = (name: string) =>
  console_.page
    .getByText(name, { exact: true })
    .locator('xpath=..')
    .innerText()
    .then((text) => text.split('\n').slice(1))
const panel = (name: string) =>
  console_.page.getByRole('heading', { name }).locator('xpath=ancestor::section')
const attention = (tab: string) =>
  console_.page
    .getByRole('radiogroup', { name: 'Attention' })
    .getByText(tab, { exact: true })
    .click()
const top = (tab: string) =>
  console_.page
    .getByRole('radiogroup', { name: 'Top today' })
    .getByText(tab, { exact: true })
    .click()

test('before the first call everything is nothing, and nothing is broken', async () => {
  const { page } = console_
  await page.goto('/vsa')
  await page.getByText('No calls today.').waitFor()
  await attention('Refusals')
  await page.getByText('No call was refused today.').waitFor()
  await attention('Gateways')
  await panel('Gateway health').getByText('No gateways.').waitFor()
  await attention('Balances')
  await top('Gateways')
  await page.getByText('No gateway attempts today.').waitFor()
  await top('Clients')
  await expect.poll(() => tile('Calls now')).toEqual(['0', 'in progress or ringing'])
  await expect.poll(() => tile('ASR today')).toEqual(['–', 'of 0 calls, too few to compare'])
  await page.getByText('Amounts in USD, excl. VAT').waitFor()
})

test('the figures follow the calls by themselves', async () => {
  calling = await startCalling(console_.api, { balance: 50_000, sell_rate: 3_000_000 })
  calling.setMinutesAgo(0)
  await calling.talked(60)
  await calling.failed([503, 486])
  await calling.ongoing()
  await expect.poll(() => tile('Calls now')).toContain('1')
  await expect.poll(() => tile('Calls today')).toEqual(['2', 'none yesterday'])
  await expect.poll(() => tile('Answered today')).toEqual(['1', 'none yesterday'])
  await expect.poll(() => tile('ASR today')).toEqual(['50.0 %', 'of 2 calls, too few to compare'])
  await expect.poll(() => tile('ACD today')).toEqual(['01:00', 'of 1 answered, too few to compare'])
  await expect.poll(() => tile('Revenue today')).toEqual(['0.03 USD', 'none yesterday'])
  await expect.poll(() => tile('Cost today')).toEqual(['0.01 USD', 'none yesterday'])
  expect((await tile('Margin today')).slice(0, 2)).toEqual(['0.02 USD', '66.7 % of revenue'])
})

test('a chart is a table for whoever wants one, and says that its end is not final', async () => {
  const { page } = console_
  const calls = panel('Calls')
  await calls.getByRole('slider', { name: 'Calls' }).waitFor()
  await calls.getByRole('button', { name: 'As table' }).click()
  await expect.poll(() => calls.locator('tbody tr').count()).toBe(96)
  await expect
    .poll(() => calls.locator('tbody tr').last().innerText())
    .toMatch(/\(unfinished\)\s+\d/)
  await calls.getByRole('button', { name: 'As chart' }).click()
  await page.getByText('6 hours', { exact: true }).click()
  await page.waitForURL(/\?range=6h/)
})

test('charts show the same time, by keyboard too, and a bucket leads to its calls', async () => {
  const { page } = console_
  const time = (name: string) => panel(name).locator('time').innerText()
  const slider = panel('Calls').getByRole('slider')
  await slider.focus()
  await page.keyboard.press('End')
  const unfinished = /^[\d-]{10} \d\d:\d\d–\d\d:\d\d, unfinished$/
  await expect.poll(() => time('ASR')).toMatch(unfinished)
  // A quarter of an hour may have ended since the calls.
  const text = async () => (await slider.getAttribute('aria-valuetext')) ?? ''
  await expect.poll(text).toMatch(/unfinished: /)
  let quarters_ago = 0
  for (; !(await text()).endsWith('Calls 2, Answered 1'); quarters_ago += 1) {
    const before = await text()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(text).not.toBe(before)
  }
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => time('Money')).not.toMatch(/unfinished/)
  await expect.poll(() => time('Minutes')).toBe(await time('Calls'))

  const plot = panel('Calls').locator('.u-over')
  const box = (await plot.boundingBox())!
  await plot.hover({ position: { x: box.width - 1, y: 40 } })
  await expect.poll(() => time('Minutes')).toMatch(/unfinished/)
  const x = box.width * (1 - quarters_ago / 24) - 1
  await plot.click({ position: { x, y: 40 } })
  await page.waitForURL(/cdr\/all\?from=\d{4}-\d\d-\d\dT\d\d(%3A|:)\d\d&to=/)
  const { searchParams } = new URL(page.url())
  const minutes = (name: string) => Date.parse(`${searchParams.get(name)}Z`) / 60_000
  expect(minutes('to') - minutes('from')).toBe(15)
  const rows = page.getByRole('table', { name: 'Calls' }).locator('tbody tr')
  await expect.poll(() => rows.filter({ hasText: 'Client' }).count()).toBe(2)

  await page.goto('/vsa?range=6h')
  await plot.hover({ position: { x: box.width * 0.5, y: 40 } })
  // The page above was scrolled, this one is not.
  const drawn = (await plot.boundingBox())!
  await page.mouse.down()
  await page.mouse.move(drawn.x + drawn.width - 1, drawn.y + 40, { steps: 5 })
  await page.mouse.up()
  await page.waitForURL(/cdr\/all\?from=/)
  const marked = new URL(page.url()).searchParams
  const hours = (Date.parse(`${marked.get('to')}Z`) - Date.parse(`${marked.get('from')}Z`)) / 3.6e6
  expect(hours).toBeGreaterThan(2)
  await page.goto('/vsa')
})

test('names lead to the calls behind the figures', async () => {
  const { page } = console_
  await expect
    .poll(() => panel('Top clients today').locator('tbody').innerText())
    .toMatch(/Client\s+2\s+1\s+50\.0 %\s+0\.03 USD\s+0\.02 USD/)
  await panel('Low balances').getByRole('link', { name: 'Client' }).waitFor()
  await top('Gateways')
  await panel('Top gateways today').getByRole('link', { name: 'Gateway 1' }).click()
  await page.waitForURL(/\/cdr\/all\?gateway_id=\d+&range=today$/)
  const rows = page.getByRole('table', { name: 'Calls' }).locator('tbody tr')
  await expect.poll(() => rows.filter({ hasText: 'Gateway 1' }).count()).toBe(1)
  await page.goto('/vsa')
  await page.getByRole('link', { name: '1', exact: true }).first().click()
  await page.waitForURL('**/monitor/active-calls')
})

test('each number of the overview is that of what it leads to', async () => {
  const { page } = console_
  await page.goto('/vsa?top=destinations')
  const calls = page.getByRole('table', { name: 'Calls' }).locator('tbody tr:not([aria-hidden])')
  for (const [tab, title] of [
    ['Destinations', 'Top destinations today'],
    ['Countries', 'Top countries today'],
  ] as const) {
    await page.goto('/vsa')
    await top(tab)
    const first = panel(title).locator('tbody tr').first()
    const counted = Number(await first.getByRole('cell').nth(1).innerText())
    expect(counted).toBeGreaterThan(0)
    await first.getByRole('link').click()
    await page.waitForURL(/\/cdr\/all\?(exact_destination|country)=/)
    await expect.poll(() => calls.count()).toBe(counted)
  }
  const { data: sums } = await console_.api.admin.call(getTrafficReportTotals, {
    query: { range: 'today' },
  })
  await page.goto('/vsa')
  await expect.poll(() => tile('Calls today')).toContain(String(sums.calls))
  await expect.poll(() => tile('Answered today')).toContain(String(sums.answered))
  await expect.poll(() => tile('Revenue today')).toContain(`${formatAmount(sums.revenue, 2)} USD`)
})

test('the health of gateways is theirs now, and the switch has its queue', async () => {
  const { page } = console_
  await page.goto('/vsa?list=gateways')
  const gateway = panel('Gateway health').getByRole('row', { name: /Gateway 1/ })
  await expect.poll(() => gateway.innerText()).toMatch(/\s1\s/)
  await expect.poll(() => tile('Calls not closed')).toEqual(['0'])
  await page.getByText('Records in the queue').locator('xpath=..').getByRole('link').click()
  await page.waitForURL('**/vsa/settings/management')
})

test('who is refused for money is a low balance, and is recharged from there', async () => {
  const { page } = console_
  // The active call holds the rest of the balance.
  await calling.refused({})
  await page.goto('/vsa')
  const low = panel('Low balances').getByRole('row', { name: /^Client \d/ })
  await expect.poll(() => low.innerText()).toMatch(/nothing left\s+1 call refused\s+Recharge/)
  await low.getByRole('link', { name: '1 call refused' }).click()
  await page.waitForURL(/\/cdr\/all\/failed\?account_id=\d+&refusal=BALANCE_LOW&range=24h$/)
  await page.getByRole('table', { name: 'Failed calls' }).getByRole('link').first().waitFor()
  await page.goto('/vsa?list=refusals')
  const refusal = panel('Refusals today').getByRole('row', { name: /^Insufficient balance/ })
  await expect.poll(() => refusal.innerText()).toMatch(/\s1\s/)
  expect(await refusal.getByRole('link').getAttribute('href')).toMatch(/refusal=BALANCE_LOW/)
  await attention('Balances')
  await low.getByRole('button', { name: 'Recharge Client' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('50')
  await dialog.getByRole('button', { name: 'Recharge', exact: true }).click()
  await expect.poll(() => low.innerText()).toMatch(/49\.99 USD/)
})

const openPanel = async (group: string, label: string) => {
  const { page } = console_
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await page.goto('/vsa')
  await menu.getByRole('button', { name: group, exact: true }).click()
  await menu.getByRole('link', { name: label, exact: true }).click()
  await page.getByRole('heading', { name: label, level: 1 }).waitFor()
}

test('the statistics lead to the calls behind them', async () => {
  await openPanel('Reports', 'Statistics')
  await panel('Destinations').locator('tbody tr').first().waitFor()
  await panel('Calls').getByRole('slider').waitFor()
  await panel('Countries').getByRole('link', { name: 'United Kingdom' }).click()
  await console_.page.waitForURL(/reports\/summary\?group=destination&country=GB&range=7d/)
})

test('the usage to bill leads to the calls of a client', async () => {
  const { page } = console_
  await openPanel('Account', 'Invoice')
  const client = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Client' }) })
  await expect.poll(() => client.innerText()).toMatch(/Prepaid[\s\S]*01:00[\s\S]*0\.03/)
  await client.getByRole('link', { name: /^\d+$/ }).click()
  await page.waitForURL(/cdr\/all\?account_id=\d+&range=this_month/)
})

test('several accounts are recharged at once, each found by what identifies it', async () => {
  const { page } = console_
  await openPanel('Account', 'Smart Recharge')
  const row = (at: number) => page.getByRole('group', { name: `Recharge ${at}`, exact: true })
  await page.getByRole('button', { name: 'Recharge', exact: true }).click()
  await row(1).getByText('Required.').waitFor()
  await choose(row(1).getByRole('combobox', { name: 'Account' }), 'Client')
  await row(1).getByRole('textbox', { name: 'Amount' }).fill('7')
  await choose(row(1).getByRole('combobox', { name: 'Method' }), 'Cash')
  await row(1).getByRole('textbox', { name: 'Reference (optional)' }).fill('Receipt 1')
  await row(1).getByText('→').waitFor()
  await page.getByRole('button', { name: 'Add row' }).click()
  await row(2).getByRole('button', { name: 'Remove Recharge 2' }).click()
  await row(1).getByRole('textbox', { name: 'Amount' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Client: Recharge of 7.00 USD').waitFor()
  await dialog.getByRole('button', { name: 'Recharge' }).click()
  await row(1).getByText('Recorded').waitFor()
  const last = panel('My last recharges').locator('tbody tr').first()
  await expect.poll(() => last.innerText()).toMatch(/7\.00 USD[\s\S]*Cash\s+Receipt 1/)
})

test('pasted lines become rows, and those without an account have their reason', async () => {
  const { page } = console_
  await openPanel('Account', 'Smart Recharge')
  await page.getByRole('button', { name: 'Paste lines' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Lines', { exact: true }).fill('Ghost, 1\nclient, 20000, Invoice 7')
  await dialog.getByRole('button', { name: 'Check 2 lines' }).click()
  await dialog.getByText('There is no account Ghost.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const row = page.getByRole('group', { name: 'Recharge 1', exact: true })
  await row.getByText('→').waitFor()
  await page.getByRole('button', { name: 'Recharge', exact: true }).click()
  const yes = dialog.getByRole('button', { name: 'Recharge' })
  await expect.poll(() => yes.isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill('RECHARGE')
  await yes.click()
  await row.getByText('Recorded').waitFor()
  const last = panel('My last recharges').locator('tbody tr').first()
  await expect.poll(() => last.innerText()).toMatch(/20,000\.00 USD[\s\S]*Invoice 7/)
})

test('unused clients are blocked together, and all clients are in the tree', async () => {
  const { page, api } = console_
  const { data: tariffs } = await api.admin.call(listTariffs, { query: { kind: 'SELL' } })
  const body = clientForm(tariffs[0]?.id ?? 0, 'Silent')
  const { data } = await api.admin.call(createWholesaleClient, { body })
  await openPanel('Clients', 'Unused Clients')
  await page.getByText('Every active client had an answered call').waitFor()
  await sql`update account set created_at = now() - interval '90 days'
    where id = ${data.id}`.execute(api.database)
  await page.reload()
  await page.getByRole('checkbox', { name: 'Select Silent' }).click()
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await page.getByText('1 client blocked.').waitFor()
  await page.getByText('Every active client had an answered call').waitFor()
  await openPanel('Resellers', 'Show Children')
  const tree = page.getByRole('table', { name: 'Resellers and clients' })
  await expect
    .poll(() => tree.getByRole('row', { name: /^Silent/ }).innerText())
    .toMatch(/Wholesale\s+Blocked/)
})

test('figures that cannot be had leave the page and can be tried again', async () => {
  const { page } = console_
  const answer = { status: 500, json: { message: 'It broke.', code: 'our-fault' } }
  await page.route('**/api/home?*', (route) => route.fulfill(answer))
  await page.goto('/vsa')
  await page.getByText('It broke.').waitFor()
  await page.unroute('**/api/home?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Top clients today').waitFor()
})

test('a warning of the switch is acknowledged with a reason, and shown again', async () => {
  const { page } = console_
  await sql`insert into process_state (name, state, detail, seen_at)
    values ('kamailio', 'running', 'a module is loaded', now() + interval '1 hour')
    on conflict (node_id, name) do update set state = 'running', detail = excluded.detail,
      seen_at = excluded.seen_at`.execute(console_.api.database)
  await page.goto('/vsa/settings/management')
  const banner = page.getByRole('alert').filter({ hasText: 'is running, but a module is loaded' })
  await banner.getByRole('button', { name: 'Acknowledge' }).click()
  const dialog = page.getByRole('dialog', { name: 'Acknowledge the warning of kamailio' })
  await dialog.getByRole('textbox').fill('Reboot on Sunday')
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await banner.waitFor({ state: 'detached' })
  const row = page.getByRole('row').filter({ hasText: 'Reboot on Sunday' })
  await row.getByText('Acknowledged by admin until').waitFor()
  await row.getByRole('button', { name: 'Show again' }).click()
  await banner.waitFor()
  await sql`delete from process_state`.execute(console_.api.database)
})
