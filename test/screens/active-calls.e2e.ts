import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { type Calling, type MadeCall, startCalling } from './calling.ts'
import { choose, consoleForFile } from './console.ts'

const console_ = consoleForFile()
let calling: Calling

afterAll(() => calling?.stop())

const rows = () =>
  console_.page.getByRole('table', { name: 'Active calls' }).locator('tbody tr[data-index]')
const row = (caller: string) => rows().filter({ hasText: caller })
const question = () => console_.page.getByRole('dialog')
/** The event of the browser for a page whose tab is in the background, or in front again. */
const setVisibility = (state: 'hidden' | 'visible') =>
  console_.page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
const endAsked = (call: MadeCall) =>
  vi.waitFor(() => expect(calling.ended()).toContain(call.invite.dialog))

test('nothing goes on, and then a call appears by itself', async () => {
  const { page } = console_
  await page.goto('/vsa/monitor/active-calls')
  await page.getByText('No active calls.').waitFor()
  await page.getByText('Live · 2 s').waitFor()
  calling = await startCalling(console_.api)
  await calling.ringing({ caller_number: '12025550101' })
  await row('12025550101').getByText('Ringing').waitFor()
})

test('a call shows its state, its money, and grows by the second', async () => {
  const { page } = console_
  await calling.ongoing({ caller_number: '12025550102' }, 1)
  await row('12025550102').getByText('Answered').waitFor()
  await expect
    .poll(() => row('12025550102').innerText())
    .toMatch(/Client.*442071838750.*United Kingdom.*Gateway 2.*0\.0300.*0\.0300.*0\.0120/s)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Paused').waitFor()
  const duration = () => row('12025550102').locator('td').nth(2).innerText()
  const before = await duration()
  await expect.poll(duration).not.toBe(before)
  await page.keyboard.press('.')
  await page.getByText('Live · 2 s').waitFor()
})

test('the title of the tab counts calls, also while the tab is hidden', async () => {
  const { page } = console_
  await expect.poll(() => page.title()).toMatch(/^2 calls · 2 active · \d+ min – Active Calls$/)
  await setVisibility('hidden')
  const call = await calling.ongoing({ caller_number: '12025550109' })
  await expect.poll(() => page.title()).toContain('3 calls · 3 active')
  await calling.hangUp(call)
  await setVisibility('visible')
  await row('12025550109').waitFor({ state: 'detached' })
})

test('groups are counted by the server, are filters, and stay when one is chosen', async () => {
  const { page } = console_
  const totals = page.getByRole('region', { name: 'All calls' })
  await expect.poll(() => totals.innerText()).toMatch(/2 calls\s+1 answered.*Peak 2 at \d\d:/s)
  await page.getByRole('button', { name: /Gateway 2.*1 answered/ }).click()
  await page.waitForURL(/gateway_id=/)
  await expect.poll(() => rows().count()).toBe(1)
  await page.getByRole('button', { name: /Gateway 1.*0 answered/ }).waitFor()
  await page.getByRole('button', { name: /Gateway 2/, pressed: true }).click()
  await expect.poll(() => rows().count()).toBe(2)

  await page.getByText('By destination', { exact: true }).click()
  await page.waitForURL(/by=destination/)
  await page.getByRole('button', { name: /^United Kingdom.*2 · 1 answered/ }).click()
  await page.waitForURL(/destination=United\+Kingdom/)
  await page.getByRole('button', { name: 'Remove the filter by destination' }).click()
  await page.getByText('By gateway', { exact: true }).click()
  await choose(page.getByRole('combobox', { name: 'State' }), 'Ringing')
  await expect.poll(() => rows().count()).toBe(1)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect.poll(() => rows().count()).toBe(2)
})

test('rows stand still under the pointer, and new ones wait where they would move it', async () => {
  const { page } = console_
  const first = await calling.ongoing({ caller_number: '12025550107' })
  await row('12025550107').waitFor()
  const numbers = () => rows().locator('td:nth-child(5)').allInnerTexts()
  const before = await numbers()
  await row('12025550102').hover()
  const second = await calling.ongoing({ caller_number: '12025550108' })
  await calling.hangUp(first)
  await row('12025550108').waitFor()
  expect(await numbers()).toEqual([...before, '12025550108'])
  await expect.poll(() => row('12025550107').getAttribute('class')).toMatch(/over/)
  await page.mouse.move(0, 0)
  await row('12025550107').waitFor({ state: 'detached' })

  const sorted = page.waitForResponse(/active-calls\?.*sort=called_number/)
  await page.getByRole('button', { name: 'Called', exact: true }).click()
  // A call that begins before the first answer is among those rows, and is no new one.
  await sorted
  const third = await calling.ringing({ caller_number: '12025550109' })
  await page.getByRole('button', { name: 'Show 1 new call' }).waitFor()
  expect(await row('12025550109').count()).toBe(0)
  await page.getByRole('button', { name: 'Show 1 new call' }).click()
  await row('12025550109').waitFor()
  await page.goto('/vsa/monitor/active-calls')
  for (const call of [second, third]) await calling.hangUp(call)
})

test('a call opens with what is known of it, and leads to its record when it is over', async () => {
  const { page } = console_
  const call = await calling.ongoing({ caller_number: '12025550110' })
  await row('12025550110').getByRole('button', { name: 'Actions of this row' }).click()
  await page.getByRole('menuitem', { name: 'Open' }).click()
  const drawer = page.getByRole('dialog', { name: '12025550110 → 442071838750' })
  await drawer.getByText('Why this route').waitFor()
  await drawer.getByText('United Kingdom').first().waitFor()
  expect(await drawer.getByText('by a recording rule').count()).toBe(0)
  // As a recording rule decides it.
  await sql`update open_call
    set decided = jsonb_set(decided::jsonb, '{routes,0,is_recorded}', 'true')::json
    where call_id = ${call.call_id}::bigint`.execute(console_.api.database)
  await drawer.getByText('From the answer, by a recording rule').waitFor()
  await drawer.getByRole('button', { name: 'Hang up…' }).waitFor()
  await calling.hangUp(call)
  await drawer.getByText('This call is over.').waitFor()
  await drawer.getByRole('link', { name: 'Open its call record' }).click()
  await page.waitForURL(`**/cdr/wholesale?call=${call.call_id}`)
  await page.getByRole('dialog').getByText('Caller', { exact: true }).first().waitFor()
  await page.goto('/vsa/monitor/active-calls')
  await row('12025550102').waitFor()
})

test('a call that ends is struck for a moment and goes', async () => {
  const call = await calling.ongoing({ caller_number: '12025550103' })
  await row('12025550103').waitFor()
  await console_.page.mouse.move(0, 0)
  await calling.hangUp(call)
  await expect
    .poll(() =>
      row('12025550103')
        .locator('td')
        .first()
        .evaluate((cell) => [
          getComputedStyle(cell).textDecorationLine,
          document.querySelector('nav[aria-label="Pages"] [role="status"]')?.textContent,
        ]),
    )
    .toEqual(['line-through', '2 calls'])
  await row('12025550103').waitFor({ state: 'detached' })
})

test('one call is hung up after a question that says what it is worth', async () => {
  const { page } = console_
  const call = await calling.ongoing({ caller_number: '12025550104' })
  await row('12025550104').getByRole('button', { name: 'Actions of this row' }).click()
  await page.getByRole('menuitem', { name: 'Hang up…' }).click()
  await question().getByText('Hang up 12025550104 to 442071838750?').waitFor()
  await question()
    .getByText(
      'Call of Client via Gateway 1, sell rate 0.0300 USD per minute, buy rate 0.0100 USD.',
    )
    .waitFor()
  await question().getByText('Reserved: 0.0300 USD for 00:01:00.').waitFor()
  await question().getByRole('button', { name: 'Keep' }).click()
  await question().waitFor({ state: 'detached' })
  expect(calling.ended()).toEqual([])

  await row('12025550104').getByRole('button', { name: 'Actions of this row' }).click()
  await page.getByRole('menuitem', { name: 'Hang up…' }).click()
  await question().getByRole('button', { name: 'Hang up' }).click()
  await page.getByText('Hanging up 1 call.').waitFor()
  await row('12025550104').getByText('Hanging up').waitFor()
  await endAsked(call)
  await calling.hangUp(call)
  await row('12025550104').waitFor({ state: 'detached' })
})

test('several calls are hung up together', async () => {
  const { page } = console_
  const calls = [
    await calling.ongoing({ caller_number: '12025550105' }),
    await calling.ongoing({ caller_number: '12025550106' }),
  ]
  await page.getByRole('checkbox', { name: 'Select 12025550105 to 442071838750' }).check()
  await page.getByRole('checkbox', { name: 'Select 12025550106 to 442071838750' }).check()
  await page.getByText('2 calls selected').waitFor()
  await page.getByRole('button', { name: 'Hang up…' }).click()
  await question().getByText('Hang up 2 calls?').waitFor()
  await question()
    .getByText(/12025550105 to 442071838750; 12025550106 to/)
    .waitFor()
  await question().getByRole('button', { name: 'Hang up' }).click()
  await page.getByText('Hanging up 2 calls.').waitFor()
  for (const call of calls) {
    await endAsked(call)
    await calling.hangUp(call)
  }
  await row('12025550105').waitFor({ state: 'detached' })
})

test('a call that has ended and cannot be closed is told on every page', async () => {
  const { page } = console_
  const change = (set: { close_failed_at: string | null; close_error: string }) =>
    console_.api.database
      .updateTable('open_call')
      .set(set)
      .where('caller_number', '=', '12025550101')
      .execute()
  await change({ close_failed_at: new Date().toISOString(), close_error: 'the odd constraint' })
  await page.goto('/vsa/tariffs')
  const banner = page
    .getByRole('alert')
    .filter({ hasText: '1 call has ended and cannot be closed.' })
  await banner.getByText('the odd constraint').waitFor()
  await banner.getByRole('link', { name: 'active calls' }).click()
  await row('12025550101').waitFor()
  await change({ close_failed_at: null, close_error: '' })
  await banner.waitFor({ state: 'detached' })
})

test('a server that is silent leaves the rows and says how old they are', async () => {
  const { page } = console_
  await row('12025550101').waitFor()
  await page.route('**/api/active-calls?*', (route) => route.abort())
  await page.getByText(/Stale · last update \d\d:\d\d:\d\d/).waitFor()
  await expect.poll(() => row('12025550101').count()).toBe(1)
  await page.unroute('**/api/active-calls?*')
  await page.getByText('Live · 2 s').waitFor()
})

test('a browser without a network says how old the rows are, and sends nothing later', async () => {
  const { page } = console_
  const call = await calling.ongoing({ caller_number: '12025550107' })
  await row('12025550107').waitFor()
  await page.context().setOffline(true)
  await page.getByText(/Stale · last update \d\d:\d\d:\d\d/).waitFor()
  await row('12025550107').getByRole('button', { name: 'Actions of this row' }).click()
  await page.getByRole('menuitem', { name: 'Hang up…' }).click()
  await question().getByRole('button', { name: 'Hang up' }).click()
  await page.getByText('The server does not respond. Check the network').waitFor()
  await page.context().setOffline(false)
  await page.getByText('Live · 2 s').waitFor()
  expect(calling.ended()).not.toContain(call.invite.dialog)
})
