// The SIP messages of a traced call in the drawer of its record, and in that of an active call.
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { tracedCall, writeSipMessages } from '../support/sip-messages.ts'
import { callingForFile, type MadeCall } from './calling.ts'
import { consoleForFile } from './console.ts'
import { expectNoFault, loadAxe } from './support/axe.ts'
import { partsOf } from './support/page-parts.ts'

const GATEWAYS = ['127.0.3.1:5060', '127.0.3.2:5060'] as const

const console_ = consoleForFile()
const calling = callingForFile(console_)
let made: MadeCall

beforeAll(async () => {
  made = await calling.talked(30, {}, 1)
  await trace(made, 18)
})

/** As many of its messages as have come. */
async function trace({ call_id, invite }: MadeCall, count: number): Promise<void> {
  const messages = tracedCall({ sip_call_id: invite.sip_call_id, gateways: GATEWAYS })
  const began_ms = invite.received_at * 1000
  await writeSipMessages(console_.api.url, call_id, began_ms, messages.slice(0, count))
}

const { dialog: call } = partsOf(() => console_.page)
const flow = () => call().getByRole('region', { name: 'SIP flow' })
const message = (name: RegExp) => flow().getByRole('button', { name })
const text = () => flow().getByRole('region', { name: /^Text of/ })
const lines = async () =>
  (await flow().getByRole('listitem').allInnerTexts()).map((line) => line.replace(/\s+/g, ' '))

test('a traced call shows its messages, the decision between them, and the money', async () => {
  await console_.page.goto(`/vsa/cdr/wholesale?call=${made.call_id}`)
  await message(/Caller to Switch: INVITE/).waitFor()
  await expect
    .poll(lines)
    .toEqual([
      expect.stringMatching(/^\+0\.000 Caller to Switch: INVITE$/),
      expect.stringMatching(/^\+0\.001 Switch to Caller: 100 Trying$/),
      expect.stringMatching(/^\+0\.\d{3} Reserved \d+\.\d{4} USD for \d+ s$/),
      expect.stringMatching(/^\+0\.\d{3} Route 1 of 2: Gateway 1$/),
      expect.stringMatching(/^\+0\.021 Switch to Gateway 1: INVITE ×2$/),
      expect.stringMatching(/^\+0\.612 Gateway 1 to Switch: 503 Service Unavailable$/),
      expect.stringMatching(/^\+0\.612 Switch to Gateway 1: ACK$/),
      expect.stringMatching(/^\+\d\.\d{3} Route 2 of 2: Gateway 2$/),
      expect.stringMatching(/^\+0\.613 Switch to Gateway 2: INVITE$/),
      expect.stringMatching(/^\+0\.640 Gateway 2 to Switch: 100 Trying$/),
      expect.stringMatching(/^\+1\.500 Gateway 2 to Switch: 180 Ringing$/),
      expect.stringMatching(/^\+1\.500 Switch to Caller: 180 Ringing$/),
      expect.stringMatching(/^\+5\.020 Gateway 2 to Switch: 200 OK$/),
      expect.stringMatching(/^\+5\.020 Switch to Caller: 200 OK$/),
      expect.stringMatching(/^\+5\.060 Caller to Switch: ACK$/),
      expect.stringMatching(/^\+5\.06\d Switch to Gateway 2: ACK$/),
      expect.stringMatching(/^\+35\.020 Caller to Switch: BYE$/),
      expect.stringMatching(/^\+35\.020 Switch to Gateway 2: BYE$/),
      expect.stringMatching(/^\+35\.041 Gateway 2 to Switch: 200 OK$/),
      expect.stringMatching(/^\+35\.04\d Switch to Caller: 200 OK$/),
      expect.stringMatching(/ Client is charged 0\.0150 USD for 30 seconds$/),
      expect.stringMatching(/ is owed 0\.0060 USD for 30 seconds$/),
    ])
})

test('a message opens by Enter, and the arrow keys lead to the others', async () => {
  const { page } = console_
  await message(/Caller to Switch: INVITE/).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => text().innerText())
    .toMatch(/UDP, .*→ 127\.0\.3\.1:5060, sent again at \+0\.521.*INVITE sip:442071838750@127/s)
  await expect.poll(() => text().innerText()).toMatch(/Call-ID: TH-1-.*\n.*CSeq: 1 INVITE/)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => text().innerText()).toMatch(/SIP\/2\.0 503 Service Unavailable/)
  await page.keyboard.press('End')
  await expect.poll(() => text().innerText()).toMatch(/CSeq: 2 BYE/)
  await page.keyboard.press('Home')
  await expect.poll(() => text().innerText()).toMatch(/m=audio 40000/)
  await text().getByRole('button', { name: 'Copy message' }).waitFor()
  await page.keyboard.press('Enter')
  await text().waitFor({ state: 'detached' })
  // One stop of Tab for all of them.
  await expect.poll(() => flow().locator('[data-line][tabindex="0"]').count()).toBe(1)
})

test('the messages are downloaded as pcap', async () => {
  const waiting = console_.page.waitForEvent('download')
  await flow().getByRole('button', { name: 'Download PCAP' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe(`call-${made.call_id}.pcap`)
  const bytes = await readFile(await download.path())
  expect(bytes.readUInt32BE(0)).toBe(0xa1b2c3d4)
  expect(bytes.includes('SIP/2.0 503 Service Unavailable')).toBe(true)
})

test('on a phone the ladder scrolls, and the time stays in sight', async () => {
  const { page } = console_
  await page.setViewportSize({ width: 390, height: 844 })
  const box = flow().getByRole('group', { name: 'SIP messages' })
  await box.evaluate((element) => element.scrollTo({ left: 500 }))
  const last = message(/Switch to Gateway 2: INVITE/)
  const edges = await Promise.all([box.boundingBox(), last.locator('time').boundingBox()])
  expect(Math.round(edges[1]?.x ?? -1)).toBe(Math.round(edges[0]?.x ?? 0))
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('the ladder with the text of a message has no fault of accessibility', async () => {
  const { page } = console_
  await message(/Gateway 1 to Switch: 503/).click()
  await text().waitFor()
  await loadAxe(page)
  await expectNoFault(page)
  await page.emulateMedia({ colorScheme: 'light' })
})

test('a call that no rule traced says so, and a Call-ID of any leg finds a call', async () => {
  const { page } = console_
  const other = await calling.talked(10)
  await page.goto(`/vsa/cdr/wholesale?call=${other.call_id}`)
  await flow().getByText('SIP messages were not kept: no rule traced this call.').waitFor()
  await flow().getByText('INVITE 442071838750').first().waitFor()
  const leg = encodeURIComponent(`TH-2-${made.invite.sip_call_id}`)
  await page.goto(`/vsa/cdr/wholesale?sip_call_id=${leg}`)
  const { rows } = partsOf(() => page)
  await expect.poll(() => rows('Wholesale calls').count()).toBe(1)
})

test('calls like one that no rule traced get a rule of their own', async () => {
  const { page } = console_
  const active = await calling.ongoing()
  await page.goto(`/vsa/monitor/active-calls?call=${active.call_id}`)
  const link = flow().getByRole('link', { name: 'Trace calls like this' })
  const address = /\/logs\/sip-traces\/add\?account_id=\d+&called_prefix=44$/
  await expect.poll(() => link.getAttribute('href')).toMatch(address)
  await calling.hangUp(active)
  const other = await calling.talked(10)
  await page.goto(`/vsa/cdr/wholesale?call=${other.call_id}`)
  await link.click()
  await page.waitForURL(address)
  const { field, button, row } = partsOf(() => page)
  await expect.poll(() => field('Name').inputValue()).toBe('Calls of Client, to 44')
  await button('Save').click()
  await page.getByText('Trace rule added.').waitFor()
  await row('Calls of Client, to 44').getByText('Tracing').waitFor()
})

test('an active call shows its messages as they come', async () => {
  const active = await calling.ongoing({}, 1)
  await trace(active, 3)
  await console_.page.goto(`/vsa/monitor/active-calls?call=${active.call_id}`)
  await message(/Caller to Switch: INVITE/).waitFor()
  await expect
    .poll(lines)
    .toEqual([
      expect.stringMatching(/Caller to Switch: INVITE/),
      expect.stringMatching(/Switch to Caller: 100 Trying/),
      expect.stringMatching(/Reserved .* USD for \d+ s/),
      expect.stringMatching(/Switch to Gateway 1: INVITE/),
    ])
  await flow().getByText('Arrow keys move').waitFor()
  expect(await flow().getByRole('button', { name: 'Download PCAP' }).count()).toBe(0)
})
