// Every text of a SIP request is shown in the console as text, and never runs as script: calls with
// every kind of attack, in every text that a request can carry.
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { makePool } from '#db/database.ts'
import { obfuscate } from '#web/storage/vault.ts'
import { callingForFile, type MadeCall } from './calling.ts'
import { consoleForFile } from './console.ts'

/** A script that runs sets `window.ran`; the field names the text that it came in. */
const ATTACKS: readonly ((field: string) => string)[] = [
  (field) => `"><script>window.ran='${field}'</script>`,
  (field) => `"><img src=x onerror="window.ran='${field}'">'`,
  (field) => `javascript:window.ran='${field}'//`,
  // Turned round, behind a line end of JavaScript, in wide brackets, with a bell.
  (field) => `\u202e\u2028\u0007<svg onload=window.ran='${field}'>\uff1cscript\uff1e${field}`,
  (field) => `{{constructor.constructor('window.ran=1')()}}</title></textarea>${field}`,
]

const FIELDS = ['caller_name', 'caller_number', 'user_agent', 'pai', 'rpid', 'diversion'] as const
const SHOWN = [...FIELDS, 'privacy', 'from_domain', 'dialled_domain', 'sip_call_id'] as const
const HEADERS = [...SHOWN, 'auth_username', 'to_number'] as const

const console_ = consoleForFile()
const calling = callingForFile(console_)
/** By attack: an answered call that has ended, and an active one. */
const talked: MadeCall[] = []
const requests: string[] = []
const dialogs: string[] = []

const textsOf = (attack: (field: string) => string, mark: string) =>
  Object.fromEntries(HEADERS.map((field) => [field, attack(`${mark} ${field}`)]))

async function registerPhone(attack: (field: string) => string, at: number): Promise<void> {
  const pool = makePool(console_.api.url, 'test', 1)
  const username = `phone${at}`
  await pool.query('insert into sip_user (account_id, username, ha1) values ($1, $2, $3)', [
    calling.world.client_id,
    username,
    '0'.repeat(32),
  ])
  await pool.end()
  const phone = {
    username,
    contact: attack('contact'),
    source_ip: '127.0.0.1',
    source_port: 5062,
    transport: 'UDP' as const,
    user_agent: attack('phone'),
    expires_at: Date.now() / 1000 + 3600,
  }
  calling.kamailio.registrations.push({ ...phone, registered_at: Date.now() / 1000 })
  calling.kamailio.listener?.onNotice?.({ kind: 'registered', ...phone })
}

function failToRegister(attack: (field: string) => string, at: number): void {
  calling.kamailio.listener?.onNotice?.({
    kind: 'auth_failed',
    method: 'REGISTER',
    reason: 'wrong_password',
    username: attack('username'),
    realm: attack('realm'),
    source_ip: `127.0.9.${at + 1}`,
    source_port: 5062,
    transport: 'UDP',
    user_agent: attack('agent'),
    sip_call_id: attack('call-id'),
    from: attack('from'),
    to: attack('to'),
    ruri: attack('ruri'),
    at: Date.now() / 1000,
    suppressed: 0,
  })
}

/** Shows every column that the list has: what is hidden by default could run as well. */
async function showAllColumns(): Promise<void> {
  const shown = { shown: Object.fromEntries(COLUMNS.map((id) => [id, true])) }
  const value = obfuscate(JSON.stringify({ ...shown, order: [], widths: {} }))
  const keys = LISTS.map((name) => obfuscate(`columns ${name}`))
  await console_.page.evaluate(
    ([keys, value]) => {
      for (const key of keys) localStorage.setItem(key, value)
    },
    [keys, value] as const,
  )
}

// biome-ignore format: names in a row
const LISTS = [
  'call-records-wholesale', 'failed-calls-wholesale', 'active-calls', 'registrations',
  'routing-logs', 'routing-errors', 'auth-failures', 'bans',
]
// biome-ignore format: names in a row
const COLUMNS = [
  'caller_name', 'caller_number', 'dialled_number', 'user_agent', 'sip_call_id', 'pai', 'rpid',
  'diversion', 'privacy', 'from_domain', 'dialled_domain', 'sent_caller_name', 'sent_caller_number',
  'contact', 'from_uri', 'to_uri', 'realm', 'request_uri', 'username', 'routed_caller_number',
  'called_number',
]

beforeAll(async () => {
  const { page } = console_
  page.on('request', (request) => void requests.push(request.url()))
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  for (const [at, attack] of ATTACKS.entries()) {
    const { auth_username: _, ...known } = textsOf(attack, 'talked')
    talked.push(await calling.talked(5, known))
    await calling.failed([503, 486], textsOf(attack, 'failed'), attack('reason'))
    await calling.ongoing({ ...known, sip_call_id: attack('ongoing') })
    await calling.refused({ ...textsOf(attack, 'refused'), dialled_number: attack('dialled') })
    await calling.refused({ ...textsOf(attack, 'stranger'), source_ip: `127.0.9.${at + 100}` })
    await registerPhone(attack, at)
    failToRegister(attack, at)
  }
  await showAllColumns()
})

/** Nothing has run, asked, fetched or broken out of its place. */
afterEach(async () => {
  const { page } = console_
  expect(dialogs).toEqual([])
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  expect(requests.filter((url) => /\/x$/.test(url))).toEqual([])
  const broken = 'script:not([src]), img[src="x"], svg[onload], [href^="javascript:" i]'
  await expect.poll(() => page.locator(broken).count()).toBe(0)
})

/** Waits until all these texts are on the page, letter by letter. */
async function stands(place: ReturnType<Page['locator']>, ...texts: string[]): Promise<void> {
  const missing = async () => {
    const text = (await place.textContent()) ?? ''
    return texts.filter((one) => !text.includes(one))
  }
  await expect.poll(missing).toEqual([])
}

const eachOf = (...fields: string[]) =>
  ATTACKS.flatMap((attack) => fields.map((field) => attack(field)))

test('in call records, with every column shown', async () => {
  const { page } = console_
  await page.goto('/vsa/cdr/wholesale')
  await stands(page.locator('main'), ...eachOf(...SHOWN.map((name) => `talked ${name}`)))
  await stands(page.locator('main'), ...eachOf('dialled', 'stranger caller_name'))
  await page.goto('/vsa/cdr/wholesale/failed')
  await stands(page.locator('main'), ...eachOf('failed caller_number', 'refused user_agent'))
})

test('in the whole call: its facts, its course and its routing', async () => {
  const { page } = console_
  for (const [at, call] of talked.entries()) {
    await page.goto(`/vsa/cdr/wholesale?call=${call.call_id}`)
    const texts = SHOWN.map((name) => ATTACKS[at]?.(`talked ${name}`) ?? '')
    await stands(page.getByRole('dialog'), ...texts)
  }
})

test('in active calls, also in the question whether to hang up', async () => {
  const { page } = console_
  await page.goto('/vsa/monitor/active-calls')
  await stands(page.locator('main'), ...eachOf('talked caller_number'))
  const text = ATTACKS[0]?.('talked caller_number') ?? ''
  const row = page.getByRole('row').filter({ hasText: text })
  await row.getByRole('button', { name: 'Actions of this row' }).click()
  await page.getByRole('menuitem', { name: 'Hang up…' }).click()
  await stands(page.getByRole('dialog'), text)
  await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click()
})

test('in routing errors and routing logs', async () => {
  const { page } = console_
  await page.goto('/vsa/logs/routing-errors')
  await stands(page.locator('main'), ...eachOf('dialled', 'stranger caller_number'))
  await page.goto('/vsa/logs/routing-logs')
  await stands(page.locator('main'), ...eachOf('talked caller_number'))
})

test('in auth failures, and in the question whether to ban', async () => {
  const { page } = console_
  await page.goto('/vsa/logs/auth-failures')
  const names = ['username', 'agent', 'from', 'to', 'realm', 'ruri', 'call-id']
  await stands(page.locator('main'), ...eachOf(...names))
  const text = ATTACKS[1]?.('username') ?? ''
  const row = page.getByRole('row').filter({ hasText: text })
  await row.getByRole('button', { name: 'Actions of this row' }).click()
  await page.getByRole('menuitem', { name: 'Ban this address…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
})

test('in registrations', async () => {
  const { page } = console_
  await page.goto('/vsa/registrations')
  await stands(page.locator('main'), ...eachOf('contact', 'phone'))
})

test('in an address that somebody was lured to', async () => {
  const { page } = console_
  for (const attack of ATTACKS) {
    const text = attack('address')
    const search = new URLSearchParams({ q: text, destination: text, username: text })
    await page.goto(`/vsa/cdr/wholesale?${search}`)
    await page.getByText('Nothing matches.').waitFor()
    await page.goto(`/vsa/cdr/wholesale?${new URLSearchParams({ call: text })}`)
    await page.getByRole('button', { name: 'Export' }).waitFor()
  }
})
