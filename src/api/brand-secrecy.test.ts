// No answer at the domain of a brand has a word of the operator or of another reseller. Both brands
// are alike: an everyday run reads everything at one of them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createReseller } from '#contract/accounts/resellers.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { ENDPOINTS } from '#contract/all.ts'
import { getSettings, updateSettings } from '#contract/console/settings.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { beginSecondFactor } from '#contract/people/second-factor.ts'
import { createPriceNotification } from '#contract/price-notifications/price-notifications.ts'
import { textOfAnswer } from '#test/support/answer-text.ts'
import {
  headersAfter,
  loginOf,
  type Session,
  sessionOf,
  startApi,
  type TestApi,
} from '#test/support/api.ts'
import { makeDns, setBrand, setImage } from '#test/support/brands.ts'
import { recordAt, writeCalls } from '#test/support/calls.ts'
import { addRate, addTariff } from '#test/support/configuration.ts'
import { clientForm, rechargeForm, resellerForm } from '#test/support/forms.ts'
import { sampleOf } from '#test/support/sample.ts'

/** Words that are in no other text. */
const OPERATOR = 'Quetzalcorp'
const BRANDS = ['Falcon', 'Heron'] as const
type Brand = (typeof BRANDS)[number]
const hostOf = (brand: Brand) => `voice.${brand.toLowerCase()}.example`

const dns = makeDns()
let api: TestApi
const sessions = {} as Record<Brand, Record<'reseller' | 'client', Session>>
const accounts = {} as Record<Brand, readonly number[]>
let notification: number
let asked = 0

async function signInAt(host: string, username: string, user_type: string) {
  const login = await api.app.inject(loginOf({ username, user_type }, { headers: { host } }))
  expect(login.statusCode).toBe(200)
  return sessionOf(api.app, { ...headersAfter(login), host })
}

async function addBrand(brand: Brand, cost: number, sell: number) {
  const { admin, url } = api
  const body = resellerForm(cost, brand, null)
  const { id } = (await admin.call(createReseller, { body })).data
  const domain = hostOf(brand)
  const links = { support_email: `help@${domain}`, terms_url: `https://${domain}/terms` }
  await setBrand(api, id, { domain, title: `${brand} Voice`, ...links }, dns)
  await setImage(api, id, 'LOGO')
  const client = {
    ...clientForm(sell, `${brand} client`),
    username: `${brand.toLowerCase()}-client`,
  }
  const added = await admin.call(createWholesaleClient, { body: { ...client, parent_id: id } })
  await admin.call(createPayment, { body: rechargeForm(id, 100) })
  await admin.call(createPayment, { body: rechargeForm(added.data.id, 5) })
  await writeCalls(url, {
    records: [recordAt(Date.now(), { account_id: added.data.id, reseller_ids: [id] })],
  })
  accounts[brand] = [id, added.data.id]
  sessions[brand] = {
    reseller: await signInAt(domain, brand.toLowerCase(), 'RESELLER'),
    client: await signInAt(domain, client.username, 'CLIENT'),
  }
}

beforeAll(async () => {
  api = await startApi(undefined, { readTextRecords: dns.readTextRecords })
  const { data } = await api.admin.call(getSettings, {})
  const words = {
    title: OPERATOR,
    company: OPERATOR,
    support_email: `help@${OPERATOR.toLowerCase()}.example`,
    terms_url: `https://${OPERATOR.toLowerCase()}.example/terms`,
    company_address: `${OPERATOR} street`,
    company_tax_number: `${OPERATOR} 17`,
    document_footer: `${OPERATOR} greets`,
    bank_details: `${OPERATOR} bank`,
  }
  expect(Object.keys(data)).toEqual(expect.arrayContaining(Object.keys(words)))
  expect((await api.admin.call(updateSettings, { body: words })).status).toBe(204)
  const cost = await addTariff(api, 'RESELLER_COST')
  const sell = await addTariff(api, 'SELL')
  await addRate(api, sell, { notes: OPERATOR })
  for (const brand of BRANDS) await addBrand(brand, cost, sell)
  const since = new Date(api.clock.now - 1000).toISOString()
  const body = { account_id: null, basis: 'KNOWN', since, is_full: true } as const
  const made = await api.admin.call(createPriceNotification, { params: { tid: sell }, body })
  notification = made.data.id
})
afterAll(() => api.close())

const foreignTo = (brand: Brand) =>
  new RegExp([OPERATOR, 'soft ?switch', ...BRANDS.filter((one) => one !== brand)].join('|'), 'i')

/** The SIP realm of every switch: the hashes of passwords contain it. */
const REALM = '"realm":"softswitch"'
const IDS = Array.from({ length: 12 }, (_, at) => at + 1)

/** A workbook has the rows of the CSV file, and takes ten times as long to read. */
const LISTS = [...ENDPOINTS.values()].filter(({ list, path }) => list && !path.includes(':'))
const WORKBOOKS = new Set(sampleOf(LISTS.map(({ path }) => path)))

/** The addresses of all that is read: lists and their files, one thing for all ids, and PDFs. */
function urlsOf(brand: Brand): string[] {
  const reading = [...ENDPOINTS.values()].filter(({ method }) => method === 'GET')
  const urls = reading.flatMap(({ path, list }) => {
    const count = path.split(':').length - 1
    if (count > 1) return []
    if (count === 1) return IDS.map((id) => path.replace(/:\w+/, String(id)))
    if (!list) return [path]
    const workbook = WORKBOOKS.has(path) ? [`${path}?format=xlsx`] : []
    return [path, `${path}?format=csv`, ...workbook]
  })
  const prices = accounts[brand].map((id) => `/api/price-notifications/${notification}/pdf/${id}`)
  return [...urls, ...prices, '/api/openapi.json', '/api/favicon', '/api/no-such-path', '/no-page']
}

/** The operator bills the reseller of the first level, which knows it by these documents. */
const isOfSupplier = (url: string, brand: Brand) =>
  [`/accounts/${accounts[brand][0]}/statement`, `/pdf/${accounts[brand][0]}`].some((end) =>
    url.endsWith(end),
  )

async function leaksOf(session: Session, brand: Brand, urls: readonly string[]) {
  const leaks: string[] = []
  const answered = new Set<string>()
  for (const url of urls) {
    asked += 1
    const remoteAddress = `198.18.1.${Math.floor(asked / 50)}`
    const answer = await session.send({ url, remoteAddress })
    expect([url, answer.statusCode]).not.toEqual([url, 429])
    if (answer.statusCode === 200) answered.add(url)
    const text = `${JSON.stringify(answer.headers)}\n${textOfAnswer(answer)}`.replace(REALM, '')
    const found = foreignTo(brand).exec(text)
    if (found) leaks.push(`${url}: ${text.slice(Math.max(0, found.index - 60), found.index + 40)}`)
  }
  return { leaks, answered }
}

describe.each(sampleOf(BRANDS))('at the domain of %s', (brand) => {
  test.each(['reseller', 'client'] as const)('its %s finds no foreign name', async (who) => {
    const urls = urlsOf(brand).filter((url) => who === 'client' || !isOfSupplier(url, brand))
    const { leaks, answered } = await leaksOf(sessions[brand][who], brand, urls)
    expect(leaks).toEqual([])
    const documents = [...answered].filter((url) => url.match(/\/pdf|\/statement/))
    expect(documents.length).toBeGreaterThan(0)
  })

  test('nor does a stranger', async () => {
    const stranger = sessionOf(api.app, { host: hostOf(brand) })
    const { leaks, answered } = await leaksOf(stranger, brand, urlsOf(brand))
    expect(leaks).toEqual([])
    expect(answered).toContain('/api/initial-data')
  })
})

describe.each(BRANDS)('at the domain of %s', (brand) => {
  test('the documents of its client are its own', async () => {
    const [, client] = accounts[brand]
    const urls = [
      `/api/accounts/${client}/statement`,
      `/api/price-notifications/${notification}/pdf/${client}`,
    ]
    for (const url of urls) {
      const answer = await sessions[brand].client.send({ url })
      expect([url, answer.statusCode]).toEqual([url, 200])
      expect(textOfAnswer(answer)).toContain(brand)
      expect(answer.rawPayload.toString('latin1')).toContain('/Subtype /Image')
    }
  })

  test('a second factor has its title', async () => {
    const { data } = await sessions[brand].client.call(beginSecondFactor, {})
    expect(decodeURIComponent(data.uri)).toContain(`${brand} Voice`)
  })
})
