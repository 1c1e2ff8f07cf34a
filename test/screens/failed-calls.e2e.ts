// The failed calls of a client: why each failed and what to do, and nothing of the operator.
import { beforeAll, expect, test } from 'vitest'
import { recordAt, writeCalls } from '../support/calls.ts'
import { addViewers } from '../support/viewers.ts'
import { consoleForFile } from './console.ts'
import { partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()

beforeAll(async () => {
  const now = Date.now()
  const { acme: account_id } = await addViewers(console_.api, now - 5000)
  const call = (seconds: number, change: Parameters<typeof recordAt>[1]) =>
    recordAt(now - seconds * 1000, { account_id, destination: 'Kingdom Mobile', ...change })
  await writeCalls(console_.api.url, {
    records: [
      call(4, { status: 'REJECTED', refusal: 'BALANCE_LOW', sip_code: 402 }),
      call(3, { status: 'REJECTED', refusal: 'NO_PROFIT', sip_code: 503 }),
      call(2, { status: 'FAILED', sip_code: 486 }),
    ],
  })
})

const { dialog: drawer, rows: rowsOf, table } = partsOf(() => console_.page)
const failed = () => rowsOf('Failed Calls')
const OF_OPERATOR =
  /below|margin|profit|gateway|carrier|London|Paris|settlement|reseller|NO_PROFIT/i

test('an admin has the refusals, and not the reasons that clients have', async () => {
  await console_.page.goto('/vsa/cdr/wholesale/failed')
  await rowsOf('Wholesale failed calls').nth(2).waitFor()
  const words = await table('Wholesale failed calls').innerText()
  expect(words).toMatch(/Refusal[\s\S]*Below min margin/)
  expect(words).not.toMatch(/Reason|Network busy/)
})

test('a client has the destination and the reason of each failed call', async () => {
  const { page } = console_
  await console_.enterAs('acme', 'CLIENT')
  await page.goto('/cdr/failed')
  await expect.poll(() => failed().count()).toBe(3)
  const header = await table('Failed Calls').locator('thead').innerText()
  expect(header).toMatch(/Destination[\s\S]*SIP code[\s\S]*Reason/)
  expect(header).not.toMatch(/Refusal|client/)
  const texts = await failed().allInnerTexts()
  expect(texts[0]).toMatch(/\tKingdom Mobile\tFailed\t486 Busy Here\tBusy\t/)
  expect(texts[1]).toMatch(/\tKingdom Mobile\tRejected\t503 Service Unavailable\tNetwork busy\t/)
  expect(texts[2]).toMatch(
    /\tKingdom Mobile\tRejected\t402 Payment Required\tInsufficient balance\t/,
  )
  expect(await page.locator('main').innerHTML()).not.toMatch(OF_OPERATOR)
})

test('the list of all calls has the reason as their outcome', async () => {
  await console_.page.goto('/cdr')
  await expect.poll(() => rowsOf('Calls').count()).toBe(4)
  const texts = await rowsOf('Calls').allInnerTexts()
  expect(texts[0]).toMatch(/486 Busy Here/)
  expect(texts[1]).toMatch(/Network busy/)
  expect(texts[2]).toMatch(/Insufficient balance/)
  expect(texts[3]).toMatch(/Answered/)
})

test('the drawer of a call says what it means and what to do', async () => {
  const { page } = console_
  await page.goto('/cdr/failed')
  await failed().nth(2).locator('td').nth(1).click()
  await drawer()
    .getByText('The balance does not cover the call: recharge the account, then call again.')
    .waitFor()
  await page.keyboard.press('[')
  await drawer()
    .getByText(
      'The call cannot be connected now: try again in a few minutes, then contact support.',
    )
    .waitFor()
  await drawer().getByText('Not billed: not answered.').waitFor()
  expect(await drawer().innerHTML()).not.toMatch(OF_OPERATOR)
  await page.keyboard.press('[')
  await drawer().getByText('The called party is busy: try again later.').waitFor()
})
