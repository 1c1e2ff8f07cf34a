import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { type Calling, startCalling } from './calling.ts'
import { choose, consoleForFile } from './console.ts'

const console_ = consoleForFile()
let calling: Calling

afterAll(() => calling?.stop())

const open = (search = '') => console_.page.goto(`/vsa/cdr/wholesale${search}`)
const table = (name = 'Wholesale calls') => console_.page.getByRole('table', { name })
const rows = (name?: string) => table(name).locator('tbody tr:not([aria-hidden])')
const call = () => console_.page.getByRole('dialog')
const chip = (words: string) => console_.page.getByRole('button', { name: words })
const cell = (row: number, column: string) => rows().nth(row).locator(`td[data-column="${column}"]`)

test('a day without calls says so', async () => {
  const { page } = console_
  await open()
  await page.getByText('No calls today.').waitFor()
  await page.getByText('Answered', { exact: true }).click()
  await page.getByText('Nothing matches.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.waitForURL(/\/wholesale$/)
})

test('calls are listed with what became of them, and their numbers and money', async () => {
  calling = await startCalling(console_.api)
  calling.setMinutesAgo(3 * 24 * 60)
  await calling.talked(10, { caller_number: '4930111' })
  calling.setMinutesAgo(0)
  await calling.talked(30, { dialled_number: '+442071838750' })
  await calling.failed([503, 486])
  await calling.cancelled()
  await calling.refused({ dialled_number: '331234567' })
  await calling.refused({ source_ip: '127.0.9.9' })
  await open()
  await rows().nth(4).waitFor()
  const texts = await rows().allInnerTexts()
  expect(texts).toHaveLength(5)
  expect(texts[0]).toMatch(/Unknown.*Unknown source IP/s)
  // A number that was refused before it was read is shown as it was dialled.
  expect(texts[0]).toMatch(/442071838750/)
  expect(texts[1]).toMatch(/Client.*331234567.*No rate/s)
  expect(texts[2]).toMatch(/Cancelled/)
  expect(texts[3]).toMatch(/Gateway 2.*486 Busy Here/s)
  expect(texts[4]).toMatch(
    /442071838750.*Gateway 1.*Answered.*00:00:30.*0\.0150\s+0\.0050\s+0\.0100$/s,
  )
  // The currency is said once, and a call without money has none.
  await console_.page.getByRole('columnheader', { name: 'Revenue USD' }).waitFor()
  expect(texts.slice(0, 4).filter((text) => !/–\s+–\s+–$/.test(text))).toEqual([])
})

test('the list has totals of all that match, which it does not wait for', async () => {
  const { page } = console_
  const totals = page.getByRole('region', { name: 'Totals' })
  await open()
  await expect
    .poll(() => totals.innerText().then((text) => text.replace(/\s+/g, ' ')))
    .toBe(
      'Calls 5 Minutes 1 Revenue 0.02 USD Cost 0.01 USD Margin 0.01 USD Margin % 66.7 % ' +
        'ASR 20.0 % ACD 00:30',
    )
  await open('?status=FAILED')
  await expect.poll(() => totals.innerText()).toMatch(/Calls\s+4\s/)
  const problem = { message: 'Choose a shorter range of time.', code: 'bad-input' }
  await page.route('**/api/cdr/totals?*', (route) => route.fulfill({ status: 400, json: problem }))
  await open()
  await totals.getByText('Choose a shorter range of time.').waitFor()
  await expect.poll(() => rows().count()).toBe(5)
  await page.unroute('**/api/cdr/totals?*')
  await totals.getByRole('button', { name: 'Retry' }).click()
  await totals.getByText('66.7 %').waitFor()
})

test('filters, tabs and the time range stand in the address', async () => {
  const { page } = console_
  await open()
  await page.getByText('Failed', { exact: true }).first().click()
  await page.waitForURL(/status=FAILED/)
  await expect.poll(() => rows().count()).toBe(4)
  // A view takes the place of a result.
  await page.getByText('Rerouted', { exact: true }).click()
  await page.waitForURL(/wholesale\?preset=rerouted$/)
  await expect.poll(() => rows().count()).toBe(1)
  await page.getByText('All', { exact: true }).click()
  await page.waitForURL(/\/wholesale$/)

  // Typed and entered at once, before the hits are there.
  await page.getByRole('combobox', { name: 'Gateway' }).fill('way 2')
  await page.keyboard.press('Enter')
  await chip('Gateway is Gateway 2').waitFor()
  await expect.poll(() => rows().count()).toBe(1)
  await page.reload()
  await expect.poll(() => rows().count()).toBe(1)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()

  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('menuitem', { name: 'Refusal' }).click()
  // Enter takes the first hit of what was typed.
  await page.getByRole('combobox', { name: 'Refusal' }).fill('No ra')
  await page.keyboard.press('Enter')
  await page.waitForURL(/refusal=DEST_NO_RATE/)
  await page.keyboard.press('Escape')
  await expect.poll(() => rows().count()).toBe(1)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()

  await page.getByRole('textbox', { name: 'Number or call id' }).fill('4930111')
  await page.getByText('Nothing matches.').waitFor()
  await choose(page.getByRole('combobox', { name: 'Time range' }), '7 days')
  await page.waitForURL(/range=7d/)
  await expect.poll(() => rows().count()).toBe(1)
  await page.getByRole('button', { name: 'Previous period' }).click()
  await page.waitForURL(/from=.*to=/)
  await page.getByText('Nothing matches.').waitFor()
  await page.getByRole('button', { name: 'Next period' }).click()
  await expect.poll(() => rows().count()).toBe(1)
})

test('the filter that hides the most is named, and taken away alone', async () => {
  const { page } = console_
  await open()
  await page.getByRole('radiogroup', { name: 'Result' }).getByText('Answered').click()
  await expect.poll(() => rows().count()).toBeGreaterThan(0)
  await page.getByRole('textbox', { name: 'Number or call id' }).fill('no such number')
  await page.getByText(/^Without the filter “search” there (is|are) \d+ calls?\.$/).waitFor()
  await page.getByRole('button', { name: 'Remove this filter' }).click()
  await expect.poll(() => rows().count()).toBeGreaterThan(0)
  expect(new URL(page.url()).search).toBe('?status=ANSWERED')
})

test('chips say what is asked for, can be turned round, and take several values', async () => {
  const { page } = console_
  await open()
  await choose(page.getByRole('combobox', { name: 'Gateway' }), 'Gateway 1')
  await chip('Gateway is Gateway 1').click()
  await page.getByText('is not', { exact: true }).click()
  await page.waitForURL(/wholesale\?gateway_id_not=\d+$/)
  await chip('Gateway is not Gateway 1').waitFor()
  // All that were tried were tried there: what is left never got so far.
  await expect.poll(() => rows().count()).toBe(2)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove the filter Gateway' }).click()
  await page.waitForURL(/\/wholesale$/)

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('textbox', { name: 'Find a filter' }).fill('sip code')
  await page.keyboard.press('Enter')
  const code = page.getByRole('combobox', { name: 'SIP code' })
  for (const typed of ['486', '487']) {
    await code.fill(typed)
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`sip_code=.*${typed}`))
  }
  await page.waitForURL(/sip_code=486%2C487/)
  await chip('SIP code is one of 486 Busy Here, 487 Request Terminated').waitFor()
  await expect.poll(() => rows().count()).toBe(2)
  await page.reload()
  await chip('SIP code is one of').waitFor()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.waitForURL(/\/wholesale$/)

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Duration' }).click()
  await page.getByRole('textbox', { name: 'Duration ≥, seconds' }).fill('20')
  await page.getByRole('textbox', { name: 'Duration ≤, seconds' }).fill('40')
  await chip('Duration between 20 and 40 seconds').waitFor()
  await expect.poll(() => rows().count()).toBe(1)
})

test('a cell filters the list, excludes, and is copied, by menu and by keys', async () => {
  const { page } = console_
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await open()
  await cell(4, 'gateway_name').click({ button: 'right', position: { x: 80, y: 8 } })
  await page.getByRole('menuitem', { name: 'Exclude this value' }).click()
  await chip('Gateway is not Gateway 1').waitFor()
  await expect.poll(() => rows().count()).toBe(2)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect.poll(() => rows().count()).toBe(5)

  // The row is the tab stop; its cells are reached by arrows.
  await rows().nth(3).focus()
  for (let column = 0; column < 4; column += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('442071838750')
  await page.keyboard.press('f')
  await page.waitForURL(/called_number=442071838750/)
  await chip('Called starts with 442071838750 United Kingdom').waitFor()
  await expect.poll(() => rows().count()).toBeLessThan(5)
  await rows().first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Filter to this value' }).click()
  await page.waitForURL(/account_id=\d+/)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect.poll(() => rows().count()).toBe(5)
  await rows().nth(3).focus()
  await page.keyboard.press('Shift+f')
  await chip('Client is not').waitFor()
})

test('the button of a cell covers no text, and a click beside it opens the call', async () => {
  const { page } = console_
  await open()
  const box = await cell(1, 'called_number').boundingBox()
  if (!box) throw new Error('The cell is not in sight')
  const [right, middle] = [box.x + box.width, box.y + box.height / 2]
  await page.mouse.click(right - 3, middle)
  await page.waitForURL(/call=\d+/)
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => !url.searchParams.has('call'))
  await page.mouse.move(box.x + 20, middle)
  const button = page.getByRole('button', { name: 'Actions of this cell' })
  const over = await button.boundingBox()
  // Ten pixels at both ends of a cell are padding.
  expect(over?.x).toBeGreaterThanOrEqual(right - 10)
  expect((over?.x ?? 0) + (over?.width ?? 0)).toBeLessThanOrEqual(right + 10)
  await button.click()
  await page.getByRole('menuitem', { name: 'Filter to this value' }).waitFor()
  await page.keyboard.press('Escape')
})

test('what a column cuts off is in its tooltip, and a double click fits the column', async () => {
  const { page } = console_
  await open()
  const head = table().getByRole('columnheader', { name: 'Gateway' })
  const edge = head.locator('span').last()
  const box = await edge.boundingBox()
  await edge.hover()
  await page.mouse.down()
  await page.mouse.move((box?.x ?? 0) - 400, box?.y ?? 0, { steps: 4 })
  await page.mouse.up()
  const gateway = cell(3, 'gateway_name')
  await expect.poll(() => gateway.locator('[data-cut]').innerText()).toMatch(/…/)
  await gateway.hover()
  await page.getByRole('tooltip').getByText('Gateway 2').waitFor()
  await edge.dblclick()
  await expect.poll(() => gateway.locator('[data-cut]').count()).toBe(0)
  await page.getByRole('button', { name: 'Choose columns' }).click()
  await page.getByRole('button', { name: 'Reset' }).click()
})

test('a page size is remembered, whether the list or the address chose it', async () => {
  const { page } = console_
  const perPage = page.getByRole('combobox', { name: 'Rows per page' })
  await open()
  await perPage.selectOption('50')
  await page.waitForURL(/limit=50/)
  const asked = page.waitForRequest(/api\/gateways\?.*limit=50/)
  await page.goto('/vsa/gateways')
  await asked
  await expect.poll(() => perPage.inputValue()).toBe('50')
  await open('?limit=100')
  await rows().first().waitFor()
  await open()
  await expect.poll(() => perPage.inputValue()).toBe('100')
})

test('the next page goes on behind the last call of this one', async () => {
  const { page } = console_
  await open('?limit=2')
  await expect.poll(() => rows().count()).toBe(2)
  await page.getByText('1–2 of 5').waitFor()
  const first = await rows().first().innerText()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByText('3–4 of 5').waitFor()
  // Until the next rows are there, the ones before stay.
  await expect.poll(() => rows().first().innerText()).not.toBe(first)
  // A call that is opened and closed does not lose the place.
  await rows().first().getByRole('link').first().click()
  await call().getByText('Why this route').waitFor()
  await page.keyboard.press('Escape')
  await call().waitFor({ state: 'detached' })
  await page.getByText('3–4 of 5').waitFor()
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await page.getByText('1–2 of 5').waitFor()
  await expect.poll(() => rows().first().innerText()).toBe(first)
  await table().getByRole('columnheader', { name: 'Started' }).waitFor()
  const sorted = page.locator('th[aria-sort="descending"]')
  await expect.poll(() => sorted.allInnerTexts()).toEqual(['Started'])
  // The size of the page is remembered.
  await open('?limit=100')
  await expect.poll(() => rows().count()).toBe(5)
})

test('failed calls are those that nobody answered', async () => {
  const { page } = console_
  await page.goto('/vsa')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByText('Failed Calls', { exact: true }).click()
  await menu.getByText('Wholesale failed calls').click()
  await page.waitForURL('**/cdr/wholesale/failed')
  const failed = rows('Wholesale failed calls')
  await expect.poll(() => failed.count()).toBe(4)
  await expect.poll(() => table('Wholesale failed calls').innerText()).not.toMatch(/Answered\n/)
  await page.getByText('Rejected', { exact: true }).first().click()
  await expect.poll(() => failed.count()).toBe(2)
  // The status in the address cannot bring answered calls in.
  await page.goto('/vsa/cdr/wholesale/failed?status=ANSWERED')
  await expect.poll(() => failed.count()).toBe(4)
})

test('the export holds what matches', async () => {
  const { page } = console_
  await open('?status=ANSWERED')
  await rows().first().waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('API names').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^wholesale-calls-.*-utc\.csv$/)
  const [head, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(head).toMatch(/^started_at,.*sell_currency/)
  expect(lines).toHaveLength(await rows().count())
})

test('a list asks again by itself, as often as one wants, in every range', async () => {
  const { page } = console_
  await open('?range=this_month')
  await rows().first().waitFor()
  const before = await rows().count()
  await page.getByRole('button', { name: 'Refresh every: off' }).click()
  await page.getByRole('menuitemradio', { name: '5 s' }).click()
  await page.waitForURL(/range=this_month&refresh=5s/)
  await calling.refused({ dialled_number: '331234567' })
  await expect.poll(() => rows().count()).toBe(before + 1)
  const calls = page.getByRole('region', { name: 'Totals' }).getByRole('definition').first()
  await expect.poll(() => calls.innerText()).toBe(String(before + 1))
  await page.getByRole('button', { name: 'Refresh every: 5 s' }).click()
  await page.getByRole('menuitemradio', { name: 'Off' }).click()
  await page.waitForURL(/range=this_month$/)
  // On the first days of a month, the call of three days ago is of last month.
  await page.getByRole('textbox', { name: 'Number or call id' }).fill('331234567')
  await choose(page.getByRole('combobox', { name: 'Time range' }), 'Last month')
  await page.waitForURL(/range=last_month/)
  await page.getByText('Nothing matches.').waitFor()
})
