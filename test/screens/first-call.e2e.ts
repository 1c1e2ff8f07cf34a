// The walk of a newcomer: the product as `npm start` runs it, everything set up by clicking, and a
// real call through it, seen while it lasts and accounted for when it is over.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_NUMBERS } from '#core/test-line.ts'
import { openDatabase } from '#db/database.ts'
import { writeSetting } from '#db/settings.ts'
import { sendSignal } from '#db/signals.ts'
import { tryPort as freePort } from '#supervisor/ports.ts'
import { findPostgresUrl } from '#supervisor/postgres/postgres.ts'
import { shareOfTone } from '../sip/alaw.ts'
import { openRawCaller } from '../sip/raw-caller.ts'
import { type RunningSipp, runSipp, startSipp } from '../sip/sipp.ts'
import { until } from '../sip/until.ts'
import { type Product, startProduct } from '../support/product.ts'
import { openBrowser } from './browser.ts'
import { choose } from './console.ts'
import { fillLogin } from './support/enter.ts'
import { partsOf } from './support/page-parts.ts'

const SWITCH = '127.0.47.1'
const CALLER = '127.0.47.11'
const GATEWAYS = ['127.0.47.21', '127.0.47.22'] as const

let product: Product
let context: BrowserContext
let closeBrowser: () => Promise<void>
let page: Page
const phones: RunningSipp[] = []

beforeAll(async () => {
  product = await startProduct({ http_port: 18720, sip_address: SWITCH, first_rtp_port: 17_000 })
  const browser = await openBrowser(product.console)
  context = browser.context
  closeBrowser = browser.close
  page = context.pages()[0] ?? (await context.newPage())
})
afterAll(async () => {
  for (const phone of phones) await phone.stop()
  await closeBrowser?.()
  await product?.remove()
})

const { field, select, button, row } = partsOf(() => page)

async function save(): Promise<void> {
  await button('Save').click()
  await page
    .getByText(/(added|saved)\.$/)
    .first()
    .waitFor()
}

/** The next step to a first call is over every page. */
const goOn = (label: string) =>
  page.getByRole('region', { name: 'First call' }).getByRole('link', { name: label }).click()

/** The form leads on to the rates of the tariff. */
async function fillTariff(name: string, rate: string): Promise<void> {
  await field('Name').fill(name)
  await field('First increment').fill('1')
  await field('Next increment').fill('1')
  await save()
  await page.waitForURL(/\/tariffs\/\d+\/rates$/)
  await page.getByRole('link', { name: 'Add rate' }).or(button('Add rate')).first().click()
  await field('Prefix').fill('44')
  await field('Destination (optional)').fill('United Kingdom')
  await field('Rate').fill(rate)
  await save()
}

async function fillGateway(name: string, host: string): Promise<void> {
  await field('Name').fill(name)
  await field('Host').fill(host)
  await save()
}

test('an admin logs in', async () => {
  await page.goto('/vsa')
  await fillLogin(page, product.username, product.password)
  await page.waitForURL('**/vsa')
})

test('is led from the home page to tariffs, a carrier with two gateways, and a plan', async () => {
  await page.getByRole('link', { name: 'Set up the first call' }).click()
  const steps = page.getByRole('list', { name: 'Steps' })
  await steps.getByRole('link', { name: 'Add sell tariff' }).click()
  await fillTariff('Gold', '0.03')
  await goOn('Add buy tariff')
  await expect.poll(() => select('Kind').inputValue()).toBe('Buy')
  await fillTariff('Northern', '0.0123')

  await goOn('Add settlement account')
  await field('Name').fill('Northern Carrier')
  await expect.poll(() => select('Tariff').inputValue()).toBe('Northern')
  await save()
  await goOn('Add gateway of Northern Carrier')
  await expect.poll(() => select('Settlement account').inputValue()).toBe('Northern Carrier')
  await fillGateway('North 1', GATEWAYS[0])
  await page.goto('/vsa/gateways/add')
  await choose(select('Settlement account'), 'Northern Carrier')
  await fillGateway('North 2', GATEWAYS[1])

  await goOn('Add route plan')
  await field('Name').fill('Standard')
  await choose(select('Mode'), 'Ordered')
  await field('Prefix of a new rule').fill('44')
  await button('Add rule').click()
  await choose(select('Add a gateway'), 'North 1')
  await choose(select('Add a gateway'), 'North 2')
  await save()
})

test('adds a client with an address, and recharges it', async () => {
  await goOn('Add wholesale client')
  await field('Name').fill('Acme Telecom')
  await field('Username').fill('acme')
  await expect.poll(() => select('Tariff').inputValue()).toBe('Gold')
  await expect.poll(() => select('Route plan (optional)').inputValue()).toBe('Standard')
  await button('Save').click()
  await page.getByText('Add its IP addresses next.').waitFor()
  await button('Add address').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Address' }).fill(CALLER)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Address added.').waitFor()

  const readiness = page.getByRole('region', { name: 'Readiness' })
  await readiness.getByText('1 address').waitFor()
  await readiness.getByRole('button', { name: 'Recharge' }).click()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('10')
  await dialog.getByRole('button', { name: 'Recharge' }).click()
  await expect.poll(() => readiness.getAttribute('data-ready')).toBe('true')
})

test('tests the route of a number, and reads how to make the call', async () => {
  await goOn('Test call')
  await field('Dialled number').fill('+442071838750')
  await button('Test the route').click()
  const part = page.getByRole('region', { name: 'Test call' })
  await part.getByText('Gateways in this order: North 1, North 2.').waitFor()
  await part.getByText(/Acme Telecom pays 0\.0300 USD .* 60 seconds cost 0\.030000 USD/).waitFor()
  await part.getByText(`${SWITCH}:5060`).waitFor()
  await part.getByText(CALLER).waitFor()
  await part.getByText('Waiting for a call…').waitFor()
})

test('sees the call while it lasts', async () => {
  phones.push(
    await startSipp({ scenario: 'gateway-refuses', address: GATEWAYS[0], places: { CODE: 503 } }),
    await startSipp({ scenario: 'gateway', address: GATEWAYS[1], places: { RING_MS: 500 } }),
  )
  await page.goto('/vsa/monitor/active-calls')
  phones.push(
    await startSipp({
      scenario: 'caller',
      address: CALLER,
      to: SWITCH,
      number: '+442071838750',
      places: { TALK_MS: 7000 },
    }),
  )
  const call = row('442071838750')
  // In one look: the call does not last long.
  const answered = call.filter({ hasText: 'Answered' })
  await answered.filter({ hasText: 'Acme Telecom' }).filter({ hasText: 'North 2' }).waitFor()
  const result = await phones.at(-1)?.finished
  expect(result?.successful).toBe(1)
  await call.waitFor({ state: 'detached' })
})

test('finds its record, its attempts and its cost to the sixth decimal', async () => {
  await page.goto('/vsa/cdr/wholesale')
  const record = row('442071838750')
  await record.waitFor()
  await expect.poll(() => record.innerText()).toMatch(/Acme Telecom[\s\S]*North 2[\s\S]*Answered/)
  await record.getByRole('link').first().click()
  const call = page.getByRole('dialog')
  await call.getByText('503').first().waitFor()
  // 7 seconds at 0.03 and at 0.0123 a minute.
  await expect.poll(() => call.innerText()).toContain('0.003500')
  await expect.poll(() => call.innerText()).toContain('0.001435')
  await expect.poll(() => call.innerText()).toMatch(/North 1[\s\S]*North 2/)
})

test('the first call is over, with its duration and its charge', async () => {
  await page.goto('/vsa/first-call')
  const calls = page.getByRole('list', { name: 'Calls of Acme Telecom' })
  await calls.getByText(/442071838750 answered, 00:07, charged 0\.003500 USD/).waitFor()
})

test('finds the new balance and the ledger', async () => {
  await page.goto('/vsa/wholesale-clients')
  await row('Acme Telecom').getByText('9.9965').first().waitFor()
  await page.goto('/vsa/account/ledger')
  await row('Acme Telecom').filter({ hasText: '9.9965' }).first().waitFor()
  await row('Northern Carrier').filter({ hasText: '0.001435' }).first().waitFor()
})

test('hears its own voice over the test line, which is a carrier after one click', async () => {
  await page.goto('/vsa/first-call')
  await button('Use the test line').click()
  const line = page.getByRole('region', { name: 'Test line' })
  await line.getByText(TEST_NUMBERS.echo).waitFor()
  const caller = await openRawCaller(CALLER, SWITCH)
  try {
    const call = await caller.call(TEST_NUMBERS.echo, { hertz: 700 })
    await until('the echo', () => shareOfTone(call.media.lastReceived(50), 700) > 0.9)
    call.bye()
    await until('its BYE is answered', () => call.answersTo('BYE').includes(200))
  } finally {
    caller.close()
  }
  await page.goto('/vsa/cdr/wholesale')
  await row(TEST_NUMBERS.echo).filter({ hasText: 'Test line' }).getByText('Answered').waitFor()
})

/** Executes an action of the screen Management, and answers its result. */
async function execute(label: string, typed?: string): Promise<string> {
  await button(label).click()
  if (typed) {
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill(typed)
    await dialog.getByRole('button', { name: label, exact: true }).click()
  }
  const result = row(label, 'Actions').getByRole('status')
  await result.waitFor()
  return result.innerText()
}

test('sees the machine, and executes what only the supervisor can do', async () => {
  await page.goto('/vsa/settings/management')
  const machine = page.getByRole('region', { name: 'Machine' })
  await expect.poll(() => machine.innerText()).toContain(hostname())
  expect(await machine.innerText()).toMatch(/PostgreSQL\s+18[\s\S]*Kamailio\s+\d+\.\d+\.\d+/)
  await row('supervisor', 'Processes').getByText('running').waitFor()
  expect(await execute('Verify the books')).toMatch(/^done\s+(\d+) of \1 rules hold/)
  expect(await execute('Rebuild report sums')).toMatch(/^done\s+Rebuilt the sums of 1 days/)
  expect(await execute('Vacuum the database')).toMatch(/^done/)
  expect(await execute('Rotate logs')).toMatch(/^done\s+Rotated [4-9] log files/)
  const rotated = await readFile(`${product.folder}/logs/engine-a.log.1`, 'utf8')
  expect(rotated).toContain('the switch is connected')
  expect(await execute('Restart rtpengine', 'restart_rtpengine')).toMatch(/^done\s+rtpengine rest/)
  expect(await execute('Restart Kamailio', 'restart_kamailio')).toMatch(
    /^done\s+Kamailio restarted/,
  )
  await expect.poll(() => row('Restart Kamailio', 'Recent actions').innerText()).toContain('done')
})

test('refuses new calls during a drain, and only then', async () => {
  expect(await execute('Drain on', 'drain_on')).toMatch(/^done/)
  await page.getByText('New calls are refused: the switch is drained.').waitFor()
  // The engine follows a moment after the answer.
  await until('a call is refused', async () => {
    const caller = { scenario: 'caller-is-refused', address: CALLER, to: SWITCH } as const
    const { received } = await runSipp({ ...caller, number: '+442071838750' })
    return received.includes('SIP/2.0 503')
  })
  expect(await execute('Drain off')).toMatch(/^done/)
  await expect.poll(() => button('Drain on').isEnabled()).toBe(true)
})

const portsForm = () => page.getByRole('form', { name: 'SIP ports' })

/** Fills in the only listener and has it tried. */
async function tryPort(port: number, address = SWITCH): Promise<void> {
  await portsForm().getByRole('combobox', { name: 'Address of listener 1' }).fill(address)
  await portsForm().getByRole('textbox', { name: 'Port of listener 1' }).fill(String(port))
  await portsForm().getByRole('button', { name: 'Try' }).click()
}

const inTrial = (port: number) =>
  page.getByText(`In use for a trial: udp:${SWITCH}:${port}.`).waitFor({ timeout: 100_000 })

/** Short calls until one is answered: one that meets a start of Kamailio waits until SIPp ends. */
async function callTo(port: number): Promise<void> {
  const caller = { scenario: 'caller', address: CALLER, port: 5061, to: `${SWITCH}:${port}` }
  const isAnswered = async () =>
    (await runSipp({ ...caller, number: '+442071838750' })).successful === 1
  await until(`a call to port ${port}`, isAnswered, 150)
}

test('is told which SIP listeners cannot be used', async () => {
  await page.goto('/vsa/settings')
  await tryPort(5060, '192.0.2.9')
  await portsForm().getByText('192.0.2.9 is not an address of this machine').waitFor()
  const other = createSocket('udp4').bind(5090, SWITCH)
  await once(other, 'listening')
  await tryPort(5090)
  await portsForm().getByText(`UDP port 5090 of ${SWITCH} is in use`).waitFor()
  other.close()
})

test('changes the SIP port during a call, which continues; undone unless confirmed', async () => {
  const database = openDatabase(await findPostgresUrl(`${product.folder}/postgres`), 'test', 1)
  // The caller by hand sends no media, and the test may take its time.
  await writeSetting(database, 'general', { rtp_timeout_seconds: 0 })
  await sendSignal(database, { changed: 'setting' })
  for (const phone of phones.splice(0)) await phone.stop()
  for (const address of GATEWAYS) {
    // The call lasts as long as the console and three starts of Kamailio take.
    const bounds = { seconds: 400, patience_seconds: 400 }
    phones.push(await startSipp({ scenario: 'gateway', address, ...bounds }))
  }
  const caller = await openRawCaller(CALLER, SWITCH)
  try {
    const call = await caller.call('+442071838750')
    await until('the call is answered', () => call.finals().some((code) => code.startsWith('200')))

    let confirm_seconds = 15
    await page.route('**/api/settings/sip-ports?*', (route) => {
      const body = route.request().postDataJSON() as object | null
      return route.continue(body ? { postData: { ...body, confirm_seconds } } : {})
    })
    await tryPort(5070)
    await inTrial(5070)
    await page.getByText('The last change was undone: Not confirmed in time.').waitFor()
    await callTo(5060)

    // A slow machine needs longer for an answered call than the console gives.
    confirm_seconds = 300
    await tryPort(5071)
    await inTrial(5071)
    await callTo(5071)
    await button('Confirm').click()
    await page.getByText('SIP ports confirmed.').waitFor()
    call.bye()
    await expect.poll(() => call.answersTo('BYE')).toContain(200)
    await until('it is billed', async () => {
      const { rows } = await sql<{ revenue: number; duration_ms: number }>`
        select revenue, duration_ms from call_record
        order by duration_ms desc limit 1`.execute(database)
      return rows.some(({ revenue, duration_ms }) => revenue > 0 && duration_ms > 5_000)
    })
    // Without calls the ports of before are closed.
    const isClosed = async () => (await freePort('udp', 5060, SWITCH)) === 5060
    await until('the first port is closed', isClosed)
    await callTo(5071)
  } finally {
    caller.close()
    await database.destroy()
  }
  // As long as the call: the switch starts three times.
}, 400_000)
