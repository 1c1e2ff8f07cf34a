// The live tail of calls: what ends comes on top, and waits while the user reads.
import { expect, test } from 'vitest'
import { callingForFile } from './calling.ts'
import { consoleForFile } from './console.ts'

const console_ = consoleForFile()
const calling = callingForFile(console_)

const table = () => console_.page.getByRole('table', { name: 'Wholesale calls' })
const rows = () => table().locator('tbody tr[data-index]')
const row = (caller: string) => rows().filter({ hasText: caller })
const callers = async () =>
  (await rows().allInnerTexts()).map((text) => /\b1202555\d{4}\b/.exec(text)?.[0])
const lined = () => table().locator('tr[class*="line"]')
const waitingCalls = (words: string) => console_.page.getByRole('button', { name: words })
const talk = async (caller_number: string) =>
  calling.hangUp(await calling.ongoing({ caller_number }))
const refuse = (caller_number: string) => calling.refused({ caller_number, source_ip: '127.0.9.9' })
const awayFromRows = () => console_.page.mouse.move(0, 0)

test('calls that end come on top, above a line, by the filters of the list', async () => {
  const { page } = console_
  await talk('12025550101')
  await page.goto('/vsa/cdr/wholesale')
  await row('12025550101').waitFor()
  await page.getByRole('button', { name: 'Live tail' }).click()
  await page.waitForURL(/live=yes/)
  await page.getByText('Live · 2 s').waitFor()
  await talk('12025550102')
  await row('12025550102').waitFor()
  await refuse('12025550103')
  await row('12025550103').waitFor()
  await expect.poll(callers).toEqual(['12025550103', '12025550102', '12025550101'])
  await expect.poll(() => lined().innerText()).toContain('12025550101')

  await page.getByRole('radiogroup', { name: 'Result' }).getByText('Answered').click()
  await row('12025550103').waitFor({ state: 'detached' })
  await refuse('12025550104')
  await talk('12025550105')
  await row('12025550105').waitFor()
  expect(await callers()).toEqual(['12025550105', '12025550102', '12025550101'])
})

test('calls wait behind a button while a row has the pointer, and while it is paused', async () => {
  const { page } = console_
  await row('12025550105').hover()
  await talk('12025550106')
  await waitingCalls('Show 1 new call').click()
  await row('12025550106').waitFor()
  await expect.poll(() => lined().innerText()).toContain('12025550105')

  await page.keyboard.press('.')
  await page.getByText('Paused').waitFor()
  await talk('12025550107')
  await talk('12025550108')
  await waitingCalls('Show 2 new calls').click()
  await page.getByText('Live · 2 s').waitFor()
  await row('12025550107').waitFor()
  await expect
    .poll(async () => (await callers()).slice(0, 3))
    .toEqual(['12025550108', '12025550107', '12025550106'])
  await expect.poll(() => lined().innerText()).toContain('12025550106')
})

test('the list stays live over a reload, and is as any other after it is turned off', async () => {
  const { page } = console_
  await page.reload()
  await page.getByText('Live · 2 s').waitFor()
  await awayFromRows()
  await talk('12025550109')
  await row('12025550109').waitFor()
  await page.getByRole('button', { name: 'Live tail', pressed: true }).click()
  await page.getByText('Live · 2 s').waitFor({ state: 'detached' })
  await expect.poll(() => lined().count()).toBe(0)
  await row('12025550109').waitFor()
  await page.goto('/vsa/cdr/wholesale?range=yesterday&live=yes')
  const disabled = page.getByRole('button', { name: 'Live tail' })
  await expect.poll(() => disabled.getAttribute('aria-disabled')).toBe('true')
})

test('while the user reads further down, calls wait', async () => {
  const { page } = console_
  await page.setViewportSize({ width: 1000, height: 520 })
  await page.goto('/vsa/cdr/wholesale?live=yes')
  await page.getByText('Live · 2 s').waitFor()
  await rows().nth(6).waitFor()
  await table().evaluate((element) => element.parentElement?.scrollTo({ top: 120 }))
  await talk('12025550110')
  await waitingCalls('Show 1 new call').click()
  await row('12025550110').waitFor()
  await expect.poll(() => table().evaluate((element) => element.parentElement?.scrollTop)).toBe(0)
})
