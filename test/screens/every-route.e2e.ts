// Every route, opened as its own kind of user: it has its heading, and no part of it fails.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClientIp } from '#contract/accounts/ip-list.ts'
import { listResellers } from '#contract/accounts/resellers.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { ENDPOINTS } from '#contract/all.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { createPermissionGroup } from '#contract/people/permission-groups.ts'
import { createUser } from '#contract/people/users.ts'
import { PERMISSIONS } from '#core/permission/permission.ts'
import { routeNameOf } from '#web/navigation/route-name.ts'
import type { TestApi } from '../support/api.ts'
import { recordAt, writeCalls } from '../support/calls.ts'
import { clientForm, clientIpForm, rechargeForm } from '../support/forms.ts'
import { PASSWORD } from '../support/password.ts'
import { permissionGroupForm, userForm } from '../support/people.ts'
import { addViewers } from '../support/viewers.ts'
import { openConsole, type TestConsole } from './console.ts'
import { crawl } from './support/crawl.ts'
import { addOneOfEach, addressOf } from './support/one-of-each.ts'
import { openWithin } from './support/open-within.ts'
import { ADMIN, CALLER, RESELLER, SETTLEMENT } from './support/routes.ts'

let console_: TestConsole
let page: Page
let open: (address: string) => Promise<void>
const refused: string[] = []

beforeAll(async () => {
  console_ = await openConsole()
  page = console_.page
  const viewers = await addViewers(console_.api)
  await addOneOfEach(console_.api)
  await addLimitedAdmin(console_.api, viewers.tariffs.sell)
  open = openWithin(page)
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
  })
})
afterAll(() => console_?.close())

async function logIn(path: string, heading: string, username: string): Promise<void> {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto(path)
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
}

describe.each([
  ['an admin', '/vsa/login', 'Admin Login', 'admin', ADMIN],
  ['a reseller', '/vsr/login', 'Reseller Login', 'reseller1', RESELLER],
  ['a wholesale client', '/login', 'Client Login', 'acme', CALLER],
  ['a retail client', '/login', 'Client Login', 'rita', CALLER],
  ['a settlement account', '/login', 'Client Login', 'london', SETTLEMENT],
] as const)('%s', (_who, login, title, username, routes) => {
  test('opens each of its routes', async () => {
    await logIn(login, title, username)
    for (const [path, heading] of routes) {
      refused.length = 0
      await open(await addressOf(console_.api, path))
      const main = page.locator('main')
      expect({
        path,
        route: await main.getAttribute('data-route'),
        headings: await main.getByRole('heading', { level: 1 }).allInnerTexts(),
        alerts: await main.getByRole('alert').allInnerTexts(),
        refused,
        complaints: console_.complaints,
      }).toEqual({
        path,
        route: routeNameOf(path.replace(/\?.*/, '')),
        headings: [heading instanceof RegExp ? expect.stringMatching(heading) : heading],
        alerts: [],
        refused: [],
        complaints: [],
      })
    }
  })
})

test('the payments of a client have its side, and nothing of the staff', async () => {
  await logIn('/login', 'Client Login', 'acme')
  await open('/reports/payments')
  const table = page.getByRole('table', { name: 'Payment Report' })
  await table.getByText('From Acme').waitFor()
  const text = await page.locator('main').innerText()
  expect(text).toMatch(/Recharge\s*5\.0000 USD/)
  expect(text).not.toMatch(/Secret of the operator|admin|Actions|undefined/i)
  await open('/reports/receives')
  await page.getByText('No receipts yet.').waitFor()
})

test('the home page of a client leads to its calls', async () => {
  await logIn('/login', 'Client Login', 'acme')
  const tile = page.getByText('Answered today', { exact: true }).locator('xpath=..')
  await tile.getByRole('link').click()
  await page.waitForURL(/\/cdr\?status=ANSWERED$/)
})

test('the home page has the last payments and 30 days, each leading to its report', async () => {
  // The page before may still be loading what its address says.
  await page.goto('/')
  const section = (name: string) =>
    page.getByRole('heading', { name }).locator('xpath=ancestor::section')
  await page.getByText('Charged, 30 days').waitFor()
  const payment = section('Last payments').locator('tbody tr')
  await expect.poll(() => payment.first().innerText()).toMatch(/^Recharge[\s\S]+5\.00 USD/)
  await payment.first().getByRole('link').click()
  await page.waitForURL(/\/reports\/payments\?from=/)
  await page.getByRole('table', { name: 'Payment Report' }).getByText('From Acme').waitFor()
  await logIn('/login', 'Client Login', 'london')
  await page.getByText('Owed, 30 days').waitFor()
  await section('Gateway health').getByRole('link', { name: 'London 1' }).waitFor()
  await expect.poll(() => payment.first().innerText()).toMatch(/^Payment[\s\S]+5\.00 USD/)
  await page.getByText('Minutes, 30 days').locator('xpath=..').getByRole('link').click()
  await page.waitForURL(/\/reports\/daily\?range=30d$/)
})

describe('the details of a call', () => {
  const openFirst = async () => {
    await open('/cdr')
    await page.locator('tbody tr:not([aria-hidden]) td').nth(1).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: 'Money' }).waitFor()
    return dialog.innerText()
  }

  test('are for a client what it dialled and pays, and nothing of the carriers', async () => {
    await logIn('/login', 'Client Login', 'acme')
    const text = await openFirst()
    expect(text).toMatch(/Kingdom/)
    expect(text).toMatch(/0\.012300/)
    expect(text).not.toMatch(/London|Paris|gateway|margin|0\.007/i)
  })

  test('are for a settlement account what was sent to it and what it gets', async () => {
    await logIn('/login', 'Client Login', 'london')
    const text = await openFirst()
    expect(text).toMatch(/00442071838750/)
    expect(text).toMatch(/0\.007000/)
    expect(text).not.toMatch(/Acme|Paris|Gold|Kingdom|margin|undefined/i)
  })
})

/** Text that the user does see, in some answer. */
const OWN = {
  limited: [/"name":"Nina"/, /"client_name":"Nina"/, /192\.0\.2\.66/, /Recharge of Nina/],
  reseller1: [/Reseller1/],
  acme: [/From Acme/, /Kingdom/],
  rita: [/Rita/],
  london: [/To London/, /London 1/],
} as const

/** Names of accounts that the user does not see; they are in no text but the data. */
const FOREIGN = {
  limited: /\b(Acme|Other|Rita|London 1|Paris 1)\b/,
  // Gold is the tariff of its client Nina.
  reseller1: /\b(Acme|Other|Rita|London|Paris|Silver)\b/,
  acme: /\b(Other|Rita|London|Paris|Silver|Carrier|Nina|Reseller\d|Secret of)\b/,
  rita: /\b(Acme|Other|London|Paris|Silver|Carrier|Nina|Reseller\d|Secret of)\b/,
  london: /\b(Acme|Other|Rita|Paris|Gold|Silver|Carrier|Nina|Reseller\d|Secret of)\b/,
} as const

/** An admin of the first reseller, who has a client with an address, a call and money. */
async function addLimitedAdmin({ admin, url }: TestApi, tariff_id: number): Promise<void> {
  const [top] = (await admin.call(listResellers, { query: { level: 1 } })).data
  const scope = { scope: 'LISTED' as const, account_ids: [top?.id ?? 0] }
  const body = { ...permissionGroupForm, name: 'Support of one reseller', ...scope }
  const group = await admin.call(createPermissionGroup, {
    body: { ...body, permissions: [...PERMISSIONS] },
  })
  const user = { ...userForm, username: 'limited', group_ids: [group.data.id] }
  await admin.call(createUser, { body: user })
  const parent_id = top?.id ?? 0
  const client = { ...clientForm(tariff_id, 'Nina'), parent_id }
  const { data } = await admin.call(createWholesaleClient, { body: client })
  await admin.call(createClientIp, { body: clientIpForm(data.id, '192.0.2.66') })
  await admin.call(createPayment, { body: rechargeForm(parent_id, 20) })
  const recharge = { ...rechargeForm(data.id, 5), note: 'Recharge of Nina' }
  await admin.call(createPayment, { body: recharge })
  const call = recordAt(Date.now(), { account_id: data.id, reseller_ids: [parent_id] })
  await writeCalls(url, { records: [call] })
}

/** More than there are of anything in this database. */
const IDS = Array.from({ length: 15 }, (_, at) => at + 1)

/** The answers of every endpoint that reads: of lists and totals, and of one thing for all ids. */
async function askForEverything(user_type: 'ADMIN' | 'RESELLER' | 'CLIENT', username: string) {
  const { send } = await console_.api.signIn(username, user_type)
  const reading = [...ENDPOINTS.values()].filter(
    ({ method, path }) => method === 'GET' && path.split(':').length <= 2,
  )
  const answers = new Map<string, string>()
  for (const [at, { path }] of reading.entries()) {
    const urls = path.includes(':') ? IDS.map((id) => path.replace(/:\w+/, String(id))) : [path]
    for (const url of urls) {
      // One address alone would be slowed down.
      const { statusCode, body } = await send({ url, remoteAddress: `198.18.1.${at}` })
      expect([url, statusCode]).not.toEqual([url, 429])
      if (statusCode === 403) break
      answers.set(url, body)
    }
  }
  return answers
}

describe.each([
  ['an admin of one reseller', '/vsa', 'ADMIN', 'limited', 'Admin Login'],
  ['a reseller', '/vsr', 'RESELLER', 'reseller1', 'Reseller Login'],
  ['a wholesale client', '/', 'CLIENT', 'acme', 'Client Login'],
  ['a retail client', '/', 'CLIENT', 'rita', 'Client Login'],
  ['a settlement account', '/', 'CLIENT', 'london', 'Client Login'],
] as const)('%s', (_who, first, user_type, username, title) => {
  const leaksIn = (answers: ReadonlyMap<string, string>) =>
    [...answers]
      .filter(([, body]) => FOREIGN[username].test(body))
      .map(([url, body]) => `${url}: ${FOREIGN[username].exec(body)}`)

  test('finds nothing foreign behind any link', async () => {
    await logIn(`${first === '/' ? '' : first}/login`, title, username)
    const { opened, answers } = await crawl(page, open, first)
    expect([opened.length > 10, leaksIn(answers)]).toEqual([true, []])
  })

  test('finds its own and nothing foreign by any request', async () => {
    const answers = await askForEverything(user_type, username)
    expect(leaksIn(answers)).toEqual([])
    const seen = [...answers.values()].join('\n')
    expect(OWN[username].filter((own) => !own.test(seen)).map(String)).toEqual([])
  })
})
