import { beforeAll, expect, test } from 'vitest'
import { callingForFile } from './calling.ts'
import { choose, consoleForFile } from './console.ts'

const console_ = consoleForFile()
const calling = callingForFile(console_, { balance: 500_000, sell_rate: 3_000_000 })

beforeAll(async () => {
  calling.setMinutesAgo(0)
  await calling.talked(60)
  await calling.talked(10)
  await calling.failed([503, 486])
})

/** The table of the report, not that of its bars. */
const report = () => console_.page.getByRole('table', { name: /report$/ })
const heads = () =>
  report()
    .getByRole('columnheader')
    .allInnerTexts()
    .then((texts) => texts.map((text) => text.trim()).filter(Boolean))
/** The cells of a row by the heads of their columns. */
async function cells(row: 'first' | 'total'): Promise<Record<string, string>> {
  const at = report().getByRole('row')
  const texts = await (row === 'total' ? at.last() : at.nth(1)).getByRole('cell').allInnerTexts()
  return Object.fromEntries((await heads()).map((head, i) => [head, texts[i]?.trim() ?? '']))
}

test('the daily report has the figures of the calls, and totals of the same', async () => {
  const { page } = console_
  await page.goto('/vsa/reports/daily')
  await page.getByRole('heading', { name: 'Daily report' }).waitFor()
  await expect.poll(() => cells('total')).toMatchObject({ Day: 'Total', Calls: '3' })
  await expect
    .poll(() => cells('first'))
    .toMatchObject({
      Day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      Attempts: '4',
      Calls: '3',
      Answered: '2',
      Failed: '1',
      Short: '1',
      ASR: '66.7 %',
      ACD: '00:35',
      Minutes: '1.2',
    })
  expect((await cells('total')).Revenue).toBe((await cells('first')).Revenue)
})

test('a further key is in the address, and a count leads to exactly its calls', async () => {
  const { page } = console_
  await page.getByRole('combobox', { name: 'Group by' }).click()
  await page.getByRole('option', { name: 'SIP code' }).click()
  await page.waitForURL(/group=day%2Csip_code/)
  await page.reload()
  // The parts above the rows no longer move them under the pointer.
  await page.getByRole('slider').waitFor()
  const busy = page.getByRole('row').filter({ hasText: '486 Busy Here' })
  await busy.getByRole('link', { name: '1' }).first().click()
  await page.waitForURL(/\/vsa\/cdr\/all\?from=.*&to=.*&sip_code=486/)
  await page.getByRole('row').filter({ hasText: '486' }).first().waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
})

test('calls are found by a destination of the code deck, which a report offers too', async () => {
  const { page } = console_
  for (const path of ['/vsa/cdr/wholesale', '/vsa/reports/daily']) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Destination', exact: true }).click()
    const deck = page.getByRole('combobox', { name: 'Destination by name' })
    await choose(deck, 'Morocco mobile')
    await page.waitForURL(/destination=Morocco(\+|%20)mobile/)
    await page.getByText('Nothing matches.').waitFor()
    await choose(deck, 'United Kingdom')
    await page.getByRole('button', { name: 'Destination contains United Kingdom' }).waitFor()
    await page.getByRole('row').filter({ hasText: /\d/ }).first().waitFor()
    await page.getByText('Nothing matches.').waitFor({ state: 'detached' })
  }
})

test('the chart shows what is chosen, and a point leads to its calls', async () => {
  const { page } = console_
  await page.goto('/vsa/reports/hourly')
  await page.getByText('Money', { exact: true }).click()
  await page.waitForURL(/chart=money/)
  const chart = page.getByRole('region', { name: 'Money, USD' })
  await chart.getByRole('button', { name: 'As table' }).click()
  await expect.poll(() => chart.locator('tbody tr').count()).toBeGreaterThan(0)
  await chart.getByRole('button', { name: 'As chart' }).click()
  await chart.getByRole('slider').press('End')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/vsa\/cdr\/all\?from=/)
})

test('the summary has a tab for each key, and sorts by any figure', async () => {
  const { page } = console_
  await page.goto('/vsa/reports/summary')
  await expect.poll(() => cells('first')).toMatchObject({ Client: 'Client', Calls: '3' })
  await page.getByText('Gateways', { exact: true }).first().click()
  await page.waitForURL(/group=gateway/)
  await report().getByRole('columnheader', { name: 'Attempts' }).getByRole('button').click()
  await page.waitForURL(/sort=-?attempts/)
  await expect.poll(async () => Object.keys(await cells('first'))[0]).toBe('Gateway')
  await expect.poll(() => cells('total')).toMatchObject({ Gateway: 'Total', Attempts: '4' })
})

test('the summary by two keys has a row for each pair', async () => {
  const { page } = console_
  await page.goto('/vsa/reports/summary')
  await page.getByRole('combobox', { name: 'Then by' }).click()
  await page.getByRole('option', { name: 'SIP code' }).click()
  await page.waitForURL(/group=client%2Csip_code/)
  await expect
    .poll(async () => Object.keys(await cells('first')).slice(0, 2))
    .toEqual(['Client', 'SIP code'])
  await expect.poll(() => cells('total')).toMatchObject({ Client: 'Total', Calls: '3' })
  await page
    .getByRole('link', { name: /^Client · 200/ })
    .first()
    .waitFor()
})

test('bars of the summary are the largest of what is chosen, and lead to calls', async () => {
  const { page } = console_
  await page.goto('/vsa/reports/summary?group=sip_code')
  const bars = (title: string) =>
    page.getByRole('heading', { name: title, exact: true }).locator('xpath=ancestor::section')
  await expect
    .poll(() => bars('Calls').getByRole('row').allInnerTexts())
    .toEqual([/^SIP code/, /^200/, /^486/, /^503/].map((text) => expect.stringMatching(text)))
  await page.getByText('ASR and NER', { exact: true }).click()
  await page.waitForURL(/chart=quality/)
  await bars('ASR and NER').getByRole('link', { name: '486 Busy Here' }).click()
  await page.waitForURL(/\/vsa\/cdr\/all\?from=.*&to=.*&sip_code=486/)
  await page.goto('/vsa/reports/summary?group=sip_code&range=yesterday')
  await bars('Calls').getByText('No calls in this time range.').waitFor()
})

test('the monthly report opens with twelve months', async () => {
  const { page } = console_
  await page.goto('/vsa/reports/monthly')
  await expect.poll(() => cells('total')).toMatchObject({ Month: 'Total', Calls: '3' })
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Time range' }).inputValue())
    .toBe('12 months')
})

const menu = () => console_.page.getByRole('button', { name: 'Views' }).click()
const chooseView = async (name: string) => {
  await menu()
  await console_.page.getByRole('menuitem', { name }).click()
}

test('a view is saved under a name, opened again, renamed and deleted', async () => {
  const { page } = console_
  await page.goto('/vsa/reports/summary?group=gateway&sort=-calls')
  await chooseView('Save view…')
  await page.getByRole('textbox', { name: 'Name' }).fill('Gateways by calls')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('View saved.').waitFor()
  await page.goto('/vsa/reports/summary')
  await chooseView('Gateways by calls')
  await page.waitForURL(/group=gateway&sort=-calls/)
  await report().getByRole('columnheader', { name: 'Gateway' }).waitFor()
  await chooseView('Rename view…')
  await page.getByRole('textbox', { name: 'Name' }).fill('Busy gateways')
  await page.getByLabel('Shared').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await menu()
  await page.getByRole('menuitem', { name: 'Busy gateways (shared)' }).waitFor()
  await page.getByRole('menuitem', { name: 'Delete view…' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('View Busy gateways deleted.').waitFor()
  await menu()
  await page.getByText('No saved views.').waitFor()
})

test('a view of payments gets the current filters instead of its own', async () => {
  const { page } = console_
  await page.goto('/vsa/reports/receives?view=sums')
  await chooseView('Save view…')
  await page.getByRole('textbox', { name: 'Name' }).fill('Money in')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('View saved.').waitFor()
  await page.goto('/vsa/reports/receives?view=balances&range=last_month')
  await chooseView('Replace view…')
  await choose(page.getByRole('dialog').getByRole('combobox', { name: 'View' }), 'Money in')
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  await page.getByText('View replaced.').waitFor()
  await page.goto('/vsa/reports/receives')
  await chooseView('Money in')
  await page.waitForURL(/receives\?range=last_month&view=balances$/)
  await page.goto('/vsa/reports/payments')
  await menu()
  await page.getByText('No saved views.').waitFor()
})
