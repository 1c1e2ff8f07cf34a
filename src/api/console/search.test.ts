// One search over everything, within what the caller may see.
import { beforeAll, expect, test } from 'vitest'
import { createClientIp } from '#contract/accounts/ip-list.ts'
import { createReseller } from '#contract/accounts/resellers.ts'
import { createSettlement } from '#contract/accounts/settlements.ts'
import { createSipUser } from '#contract/accounts/sip-users.ts'
import { SEARCH_KINDS, type SearchKind, search } from '#contract/console/search.ts'
import { createInvoice, issueInvoice } from '#contract/invoices/invoices.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { createGateway } from '#contract/routing/gateways.ts'
import { createRoutePlan } from '#contract/routing/route-plans.ts'
import { deleteTariff } from '#contract/tariffs/tariffs.ts'
import { readSearchText } from '#core/search-text.ts'
import { findByText } from '#db/console/search.ts'
import { apiForFile } from '#test/support/api.ts'
import { recordAt, writeCalls } from '#test/support/calls.ts'
import {
  addClient,
  addRate,
  addRetailClient,
  addTariff,
  addTimeWindow,
} from '#test/support/configuration.ts'
import {
  clientIpForm,
  gatewayForm,
  rechargeForm,
  resellerForm,
  routePlanForm,
  settlementForm,
  sipUserForm,
} from '#test/support/forms.ts'
import { bookPastCalls } from '#test/support/past-calls.ts'
import { changeRows } from '#test/support/rows.ts'

const api = apiForFile()
let gulf: number
let sell: number
let reseller: number
let call_id: string

beforeAll(async () => {
  const { admin } = api
  sell = await addTariff(api, 'SELL', 'Atlas sell')
  const buy = await addTariff(api, 'BUY', 'Atlas buy')
  const cost = await addTariff(api, 'RESELLER_COST', 'Atlas cost')
  for (const prefix of ['4', '44', '4477']) await addRate(api, sell, { prefix })
  await addRate(api, buy, { prefix: '44' })
  await addRate(api, cost, { prefix: '49' })
  gulf = (await addClient(api, { name: 'Gulf Link', username: 'gulf', tariff_id: sell })).id
  await admin.call(createClientIp, { body: clientIpForm(gulf, '10.61.0.0/16') })
  await admin.call(createClientIp, { body: clientIpForm(gulf, '10.61.0.7') })
  const home = (await addRetailClient(api, { name: 'Atlas home', username: 'home' })).id
  const phone = { ...sipUserForm(home), username: 'atlasphone', number: '447700900123' }
  await admin.call(createSipUser, { body: phone })
  const above = resellerForm(cost, 'Atlas partner')
  reseller = (await admin.call(createReseller, { body: { ...above, username: 'partner' } })).data.id
  const form = { ...settlementForm(buy, 'Atlas carrier'), username: 'carrier' }
  const settlement = (await admin.call(createSettlement, { body: form })).data.id
  const gateway = { ...gatewayForm(settlement, 'atlas-dallas'), host: '10.62.0.1' }
  const { data } = await admin.call(createGateway, { body: gateway })
  await admin.call(createRoutePlan, { body: routePlanForm([data.id], 'Atlas plan') })
  const record = recordAt(Date.now() - 60_000, { account_id: gulf })
  call_id = record.call_id
  await writeCalls(api.url, { records: [record] })
})

async function found(q: string, session = api.admin): Promise<[SearchKind, string][]> {
  const { status, data } = await session.call(search, { query: { q } })
  expect(status).toBe(200)
  return data.map(({ kind, name }) => [kind, name])
}

test('what has the name is found, of every kind', async () => {
  expect(await found('gulf')).toEqual([['WHOLESALE', 'Gulf Link']])
  expect(await found('ATLAS')).toEqual([
    ['RETAIL', 'Atlas home'],
    ['RESELLER', 'Atlas partner'],
    ['SETTLEMENT', 'Atlas carrier'],
    ['GATEWAY', 'atlas-dallas'],
    ['ROUTE_PLAN', 'Atlas plan'],
    ['TARIFF', 'Atlas buy'],
    ['TARIFF', 'Atlas cost'],
    ['TARIFF', 'Atlas sell'],
    ['SIP_USER', 'atlasphone'],
  ])
})

test('digits find the rate of each tariff that counts, the longest prefix first', async () => {
  expect(await found('+44 7700')).toEqual([
    ['RATE', '4477 United Kingdom'],
    ['RATE', '44 United Kingdom'],
    ['SIP_USER', 'atlasphone'],
  ])
  const { data } = await api.admin.call(search, { query: { q: '4477' } })
  expect(data[0]).toMatchObject({ hint: 'Atlas sell 0.0123 USD', under: sell })
})

test('a rate that has ended is not found', async () => {
  const tid = await addTariff(api, 'SELL')
  const ended = new Date(Date.now() - 1000).toISOString()
  await addRate(api, tid, { prefix: '881' })
  expect(await found('8816')).toHaveLength(1)
  const period = { effective_from: '2026-01-01T00:00:00Z', effective_until: ended }
  await changeRows(api, 'tariff_rate', { tariff_id: tid }, period)
  expect(await found('8816')).toEqual([])
  await api.admin.call(deleteTariff, { params: { id: tid } })
})

test('a rate is found in its hours only', async () => {
  const tid = await addTariff(api, 'SELL')
  const window_id = await addTimeWindow(api)
  await addRate(api, tid, { prefix: '882', window_id })
  expect(await found('8826')).toEqual([['RATE', '882 United Kingdom']])
  await changeRows(api, 'time_window', { id: window_id }, { status: 'blocked' })
  expect(await found('8826')).toEqual([])
  await api.admin.call(deleteTariff, { params: { id: tid } })
})

test('an address finds the rows that hold it, and gateways', async () => {
  expect(await found('10.61.0.7:5060')).toEqual([
    ['CLIENT_IP', '10.61.0.7'],
    ['CLIENT_IP', '10.61.0.0/16'],
  ])
  expect(await found('10.61.0.8')).toEqual([['CLIENT_IP', '10.61.0.0/16']])
  expect(await found('10.6')).toEqual([
    ['GATEWAY', 'atlas-dallas'],
    ['CLIENT_IP', '10.61.0.7'],
    ['CLIENT_IP', '10.61.0.0/16'],
  ])
  for (const odd of ['::', '10.999.0.1', 'fe80::1%eth0', '::ffff:10.61.0.7', '[::1]:x']) {
    expect(await found(odd)).toEqual([])
  }
})

test('documents are found by number, payments by reference, destinations by name', async () => {
  const pay = (account_id: number, reference: string) =>
    api.admin.call(createPayment, { body: { ...rechargeForm(account_id, 20), reference } })
  await bookPastCalls(api, gulf, [['2026-08-03T12:00:00Z', -10]])
  expect((await pay(gulf, 'WIRE-77')).status).toBe(200)
  const draft = { account_id: gulf, from_on: null, to_on: '2026-08-31' }
  const { data: made } = await api.admin.call(createInvoice, { body: draft })
  const { data: issued } = await api.admin.call(issueInvoice, { params: { id: made.id } })
  const number = issued.document_number ?? ''
  expect(await found(number.toLowerCase())).toEqual([['INVOICE', number]])
  expect(await found('wire-7')).toEqual([['PAYMENT_RECEIVED', 'WIRE-77']])
  expect((await found('moroc')).slice(0, 2)).toEqual([
    ['DESTINATION', 'Morocco'],
    ['DESTINATION', 'Morocco mobile'],
  ])
})

test('a call id finds the call', async () => {
  const { data } = await api.admin.call(search, { query: { q: call_id } })
  expect(data).toEqual([
    {
      kind: 'WHOLESALE_CALL',
      id: call_id,
      name: '12025550123 → 00442071838750',
      hint: 'Gulf Link',
      under: null,
    },
  ])
  expect(await found(String(BigInt(call_id) + 1n))).toEqual([])
  expect(await found('9999999999999999999')).toEqual([])
})

test('at most five of a kind are answered, and wildcards are characters', async () => {
  const tariff_id = await addTariff(api, 'SELL')
  for (const letter of 'abcdefg') {
    const name = `Many ${letter}`
    await addClient(api, { name, username: `many_${letter}`, tariff_id })
  }
  const clients = (await found('many')).filter(([kind]) => kind === 'WHOLESALE')
  expect(clients.map(([, name]) => name)).toEqual(
    ['a', 'b', 'c', 'd', 'e'].map((letter) => `Many ${letter}`),
  )
  expect(await found('many_c')).toEqual([['WHOLESALE', 'Many c']])
  expect(await found('man%c')).toEqual([])
})

test('who may not search is refused, and a stranger is not answered', async () => {
  const sessions = [
    await api.signIn('partner', 'RESELLER'),
    await api.signIn('gulf', 'CLIENT'),
    await api.signIn('home', 'CLIENT'),
    await api.signIn('carrier', 'CLIENT'),
  ]
  for (const session of sessions) {
    for (const q of ['gulf', 'atlas', '4477', '10.61.0.7', call_id]) {
      const answer = await session.call(search, { query: { q } })
      expect(answer.problem.code).toBe('not-allowed')
    }
  }
  const stranger = await api.app.inject({ method: 'GET', url: '/api/search?q=gulf' })
  expect(stranger.statusCode).toBe(401)
})

test('every kind keeps to the scope', async () => {
  const kindsFound = async (account_id: number) => {
    const scope = { kind: 'account', account_id } as const
    const texts = ['gulf', 'atlas', '4477', '10.61.0.7', call_id].map(readSearchText)
    const hits = await Promise.all(
      texts.map((text) => findByText(api.database, scope, SEARCH_KINDS, text)),
    )
    return hits.flat().map(({ kind, name }) => [kind, name])
  }
  expect(await kindsFound(reseller)).toEqual([['RESELLER', 'Atlas partner']])
  expect(await kindsFound(gulf)).toEqual([
    ['WHOLESALE', 'Gulf Link'],
    ['CLIENT_IP', '10.61.0.7'],
    ['CLIENT_IP', '10.61.0.0/16'],
    ['WHOLESALE_CALL', '12025550123 → 00442071838750'],
  ])
})

test('an empty text finds nothing, and an endless one is refused', async () => {
  for (const q of ['', ' ']) {
    const { status, data } = await api.admin.call(search, { query: { q } })
    expect([status, data]).toEqual([200, []])
  }
  const { status, problem } = await api.admin.call(search, { query: { q: 'x'.repeat(101) } })
  expect(status).toBe(400)
  expect(problem.fields).toHaveProperty('q')
})
