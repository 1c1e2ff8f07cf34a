import { beforeAll, expect, test } from 'vitest'
import { callingForFile } from './calling.ts'
import { choose, consoleForFile } from './console.ts'
import { partsOf } from './support/page-parts.ts'

const console_ = consoleForFile()
const calling = callingForFile(console_)

beforeAll(async () => {
  await calling.cancelled()
  await calling.refused({ dialled_number: '331234567' })
})

const open = (search = '') => console_.page.goto(`/vsa/cdr/wholesale${search}`)
const { dialog: call, rows: rowsOf } = partsOf(() => console_.page)
const rows = () => rowsOf('Wholesale calls')
const part = (name: string) => call().getByRole('region', { name })
const line = (name: string) => part('Money').getByRole('row', { name: new RegExp(`^${name}`) })

test('a call shows its attempts, the money of each party, and why it went there', async () => {
  const domains = { from_domain: 'carrier.example', dialled_domain: 'sip.example' }
  const made = await calling.talked(30, domains, 1)
  await open(`?call=${made.call_id}`)
  await call().getByRole('heading', { name: '4930123456 → 442071838750' }).waitFor()
  await call().getByText('Answered', { exact: true }).first().waitFor()
  await expect
    .poll(() => call().innerText())
    .toMatch(/Early media\s+No.*From domain\s+carrier\.example.*Dialled domain\s+sip\.example/s)
  await expect
    .poll(() => call().innerText())
    .toMatch(/User agent.*Gateway user agent\s+Vendor SBC 4\s+From domain/s)
  const attempts = part('Attempts').locator('tbody tr')
  await expect.poll(() => attempts.count()).toBe(2)
  await expect
    .poll(() => attempts.nth(0).innerText())
    .toMatch(/Gateway 1.*127\.0\.3\.1:5060.*503 Service Unavailable\s+400 ms/s)
  await expect
    .poll(() => attempts.nth(1).innerText())
    .toMatch(/Gateway 2.*Answered\s+\d+ ms.*00:00:30.*0\.0120/s)

  await expect.poll(() => line('Rate per minute').innerText()).toMatch(/0\.0300 USD\s+0\.0120 USD/)
  await expect.poll(() => line('Increments').innerText()).toMatch(/1\/1 s\s+1\/1 s/)
  await expect.poll(() => line('Billed').innerText()).toMatch(/30 seconds\s+30 seconds/)
  await expect.poll(() => line('Net').innerText()).toMatch(/0\.015000 USD\s+0\.006000 USD/)
  await expect.poll(() => line('Amount').innerText()).toMatch(/0\.015000 USD\s+0\.006000 USD/)
  await expect
    .poll(() => line('Balance after').innerText())
    .toMatch(/9\.985000 USD\s+0\.006000 USD/)
  await expect
    .poll(() => part('Money').innerText())
    .toMatch(/revenue 0\.015000 USD, cost 0\.006000 USD, margin 0\.009000 USD \(60\.0 %\)/)

  const steps = () => part('Why this route').innerText()
  await expect.poll(steps).toMatch(/127\.0\.0\.1:5060 is Client/)
  await expect
    .poll(steps)
    .toMatch(/Gateway 1\s+eligible\s+44\s+0\.0100 USD\s+0\.033333\s+0\.100000/)
  await expect.poll(steps).toMatch(/Tried in this order: Gateway 1, Gateway 2\./)
  const course = await part('SIP flow').getByRole('listitem').allInnerTexts()
  expect(course.map((text) => text.replace(/\s+/g, ' '))).toEqual([
    expect.stringMatching(/\+0\.000 Caller to Switch: INVITE 442071838750/),
    expect.stringMatching(/Switch to Gateway 1: INVITE 442071838750/),
    expect.stringMatching(/\+0\.420 Gateway 1 to Switch: 503 Service Unavailable/),
    expect.stringMatching(/\+1\.020 Switch to Gateway 2: INVITE/),
    expect.stringMatching(/\+1\.920 Gateway 2 to Switch: 180 Ringing/),
    expect.stringMatching(/\+1\.920 Switch to Caller: 180 Ringing/),
    expect.stringMatching(/\+5\.020 Gateway 2 to Switch: 200 OK/),
    expect.stringMatching(/\+5\.020 Switch to Caller: 200 OK/),
    expect.stringMatching(/\+35\.020 Caller to Switch: BYE/),
    expect.stringMatching(/\+35\.020 Switch to Gateway 2: BYE/),
  ])
})

test('the keys [ and ] go through the calls of the list, and a refused one says why', async () => {
  const { page } = console_
  await open()
  await rows().nth(1).getByRole('link').first().click()
  await call()
    .getByText('No rate', { exact: false })
    .or(call().getByText('has no rate'))
    .first()
    .waitFor()
  await call().getByText('Not billed: not answered.').waitFor()
  await call().getByText('No gateway attempted.').waitFor()
  // Why it failed comes before what it was, and the destination is that of the code deck.
  const heading = call().getByRole('heading', { level: 3 }).first()
  await expect.poll(() => heading.innerText()).toBe('Why there is no route')
  await expect.poll(() => call().innerText()).toMatch(/Destination\s+France.*33/)
  expect(await call().innerText()).not.toMatch(/Answered at|PDD\s/)
  const add = part('Why there is no route').getByRole('link', { name: /^Add a rate to / })
  expect(await add.getAttribute('href')).toMatch(/rates\/add\?prefix=33/)
  await page.keyboard.press(']')
  await call().getByText('The caller hung up before the call was answered.').waitFor()
  await page.keyboard.press('[')
  await call().getByText('No gateway attempted.').waitFor()
  await page.goBack()
  await call().waitFor({ state: 'detached' })
  // Closing leaves nothing behind that Back would have to go through.
  await page.goto('/vsa/gateways')
  await open()
  await rows().nth(1).getByRole('link').first().click()
  await call().getByText('Why there is no route').waitFor()
  await page.keyboard.press('Escape')
  await call().waitFor({ state: 'detached' })
  await page.goBack()
  await page.waitForURL('**/vsa/gateways')
})

test('by the keyboard a call is opened and closed, and the focus is on its row again', async () => {
  const { page } = console_
  await open()
  const row = page.locator('tr[data-index="1"]')
  await row.focus()
  await page.keyboard.press('Enter')
  await call().getByText('Why there is no route').waitFor()
  await page.keyboard.press('Escape')
  await call().waitFor({ state: 'detached' })
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-index'))
  await expect.poll(focused).toBe('1')
})

test('a call is tested again by a link that holds the whole test', async () => {
  const { page } = console_
  const made = await calling.talked(30)
  await open(`?call=${made.call_id}`)
  await call().getByRole('link', { name: 'Test this number' }).click()
  await page.waitForURL(/route-tester\?by=address&source_ip=.*dialled_number=/)
  const result = page.getByRole('region', { name: 'Result' })
  await result.getByText('Routed').waitFor()
  await result.getByRole('link', { name: 'Gateway 1' }).first().waitFor()
  await result.getByRole('link', { name: 'Client', exact: true }).first().click()
  await page.waitForURL(/wholesale-clients\/\d+\/edit/)
  await page.goBack()
  await result.getByText('Routed').waitFor()

  await page.goto('/vsa/route-tester')
  await page.getByLabel('Dialled number').fill('442071838750')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText('Select a client.').waitFor()
  await choose(page.getByRole('combobox', { name: 'Client' }), 'Client')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.waitForURL(/route-tester\?client_id=\d+&dialled_number=442071838750$/)
  await result.getByText('Caller identified as Client.').waitFor()
})

test('a call that does not exist is not an error of the page', async () => {
  await open('?call=123456')
  await call().getByText('No call with id 123456').waitFor()
  await console_.page.keyboard.press('Escape')
  await rows().first().waitFor()
})
