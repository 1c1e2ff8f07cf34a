// Lists of changed prices for clients: what has changed and what will, and nothing twice.

import { expect, test } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  createPriceNotification,
  getPriceNotification,
  getPriceNotificationPdf,
  listPriceNotificationRows,
  listPriceNotifications,
  previewPriceNotification,
} from '#contract/price-notifications/price-notifications.ts'
import { copyTariff } from '#contract/tariffs/markups.ts'
import {
  type createTariffRate,
  deleteTariffRate,
  listTariffRates,
  updateTariffRate,
} from '#contract/tariffs/tariff-rates.ts'
import { percent, rate } from '#core/money.ts'
import { apiForFile } from '#test/support/api.ts'
import {
  addClient,
  addRate,
  addResellerNamed,
  addTariff,
  named,
} from '#test/support/configuration.ts'
import { doMarkups } from '#test/support/do-jobs.ts'
import { rateForm } from '#test/support/forms.ts'
import { COPY } from '#test/support/markups.ts'
import { pdfPages } from '#test/support/pdf-text.ts'
import { readRows } from '#test/support/rows.ts'

const api = apiForFile()

const at = (days: number) => new Date(api.clock.now + days * 86_400_000).toISOString()

type RateForm = BodyOf<typeof createTariffRate>
type Form = BodyOf<typeof createPriceNotification>

const add = async (tid: number, prefix: string, price: number, change: Partial<RateForm> = {}) =>
  (await addRate(api, tid, { prefix, rate: rate(price), effective_from: at(-9), ...change })).id

async function change(tid: number, prefix: string, changed: Partial<RateForm>) {
  const { data } = await api.admin.call(listTariffRates, { params: { tid }, query: { prefix } })
  const { id, version } = data.find((row) => row.prefix === prefix)!
  const body = { ...rateForm, prefix, effective_from: at(-9), ...changed, version }
  const { status } = await api.admin.call(updateTariffRate, { params: { tid, id }, body })
  expect(status).toBe(200)
}

const ask = (tid: number, form: Partial<Form> = {}) =>
  api.admin.call(createPriceNotification, {
    params: { tid },
    body: { account_id: null, basis: 'KNOWN', since: null, is_full: false, ...form },
  })

/** Kind, prefix, old and new rate, and the day from today on which it takes effect. */
async function told(tid: number, form: Partial<Form> = {}) {
  const { data } = await ask(tid, form)
  const { data: rows } = await api.admin.call(listPriceNotificationRows, {
    params: { id: data.id },
  })
  return rows.map(({ kind, prefix, old_rate, rate, effective_from }) => [
    ...[kind, prefix, old_rate, rate],
    Math.round((Date.parse(effective_from) - api.clock.now) / 86_400_000),
  ])
}

test('a notification has what has changed since the last one or will, only once', async () => {
  const tid = await addTariff(api, 'SELL')
  await addClient(api, { tariff_id: tid })
  for (const [prefix, price] of [
    ['1', 10],
    ['44', 20],
    ['49', 30],
    ['61', 40],
    ['7', 50],
  ] as const)
    await add(tid, prefix, price)
  const nothing = await ask(tid)
  expect(nothing.problem.fields).toEqual({
    since:
      'There is no earlier notification: select a time, or switch "Full list" on for all rates.',
  })
  expect(await told(tid, { since: at(-1) })).toEqual([
    ['NEW', '1', null, 10, 0],
    ['NEW', '44', null, 20, 0],
    ['NEW', '49', null, 30, 0],
    ['NEW', '61', null, 40, 0],
    ['NEW', '7', null, 50, 0],
  ])

  await change(tid, '1', { rate: rate(11) })
  await change(tid, '1', { rate: rate(12) })
  await change(tid, '49', { rate: rate(30), next_increment: 30 })
  await change(tid, '61', { rate: rate(40), blocked: true })
  await add(tid, '44', 15, { effective_from: at(3), effective_until: at(5) })
  await add(tid, '33', 60, { effective_from: null })
  const changes = [
    ['INCREASE', '1', 10, 12, 0],
    ['NEW', '33', null, 60, 0],
    ['DECREASE', '44', 20, 15, 3],
    // A rate that has ended gives its place back to the one before.
    ['INCREASE', '44', 15, 20, 5],
    ['CHANGED', '49', 30, 30, 0],
    ['REMOVED', '61', 40, null, 0],
  ]
  expect(await told(tid)).toEqual(changes)
  expect(await told(tid)).toEqual([])
  // By what takes effect, the planned change comes again.
  expect(await told(tid, { basis: 'EFFECTIVE' })).toEqual(changes.slice(2, 4))
  const full = await told(tid, { is_full: true })
  expect(full.filter(([kind]) => kind === 'UNCHANGED')).toEqual([
    ['UNCHANGED', '1', 12, 12, -9],
    ['UNCHANGED', '33', 60, 60, 0],
    ['UNCHANGED', '44', 20, 20, -9],
    ['UNCHANGED', '49', 30, 30, -9],
    ['UNCHANGED', '7', 50, 50, -9],
  ])
})

test('a deleted rate is removed, and a follower has its own changes', async () => {
  const parent = await addTariff(api, 'SELL')
  await add(parent, '44', 100_000)
  const gone = await add(parent, '49', 200_000)
  const rules = [{ prefix: '', percent: percent(100_000), fixed: rate(0) }]
  const { data } = await api.admin.call(copyTariff, {
    params: { id: parent },
    body: { ...COPY, rules, name: named('follower') },
  })
  const work = () => doMarkups(api)
  await work()
  await addClient(api, { tariff_id: data.id })
  expect((await told(data.id, { since: at(-1) })).map(([kind]) => kind)).toEqual(['NEW', 'NEW'])
  await change(parent, '44', { rate: rate(150_000) })
  await api.admin.call(deleteTariffRate, { params: { tid: parent, id: gone } })
  await work()
  expect(await told(data.id)).toEqual([
    ['INCREASE', '44', 110_000, 165_000, 0],
    ['REMOVED', '49', 220_000, null, 0],
  ])
})

test('a planned rate that was announced and deleted is withdrawn, once for each', async () => {
  const tid = await addTariff(api, 'SELL')
  const one = await addClient(api, { tariff_id: tid })
  await addClient(api, { tariff_id: tid })
  await add(tid, '44', 20)
  const promotion = { effective_from: at(3), effective_until: at(5) }
  const gone = await add(tid, '44', 15, promotion)
  const planned = await add(tid, '49', 30, { effective_from: at(4) })
  await told(tid, { since: at(-1) })
  for (const id of [gone, planned]) {
    await api.admin.call(deleteTariffRate, { params: { tid, id } })
  }
  const changes = [
    // The announced rate, and the one that counts in its place.
    ['WITHDRAWN', '44', 15, 20, 3],
    ['WITHDRAWN', '44', 20, 20, 5],
    ['WITHDRAWN', '49', 30, null, 4],
  ]
  expect(await told(tid, { account_id: one.id })).toEqual(changes)
  expect(await told(tid, { account_id: one.id })).toEqual([])
  // The other one was not notified of that yet.
  expect(await told(tid)).toEqual(changes)
  expect(await told(tid)).toEqual([])
  // Planned again, it is a new announcement.
  await add(tid, '44', 15, promotion)
  expect((await told(tid)).map(([kind]) => kind)).toEqual(['DECREASE', 'INCREASE'])
})

test('a client and a reseller read those made for them, and no others', async () => {
  const sell = await addTariff(api, 'SELL')
  const cost = await addTariff(api, 'RESELLER_COST')
  const reseller_id = await addResellerNamed(api, cost, 'notified')
  const below = { parent_id: reseller_id, tariff_id: sell }
  const own = await addClient(api, { ...below, username: 'own', name: 'Own' })
  await addClient(api, { tariff_id: sell, name: 'Other' })
  await add(sell, '44', 10)
  await add(cost, '44', 5)
  const since = at(-1)
  const { data: both } = await ask(sell, { since })
  const other = await ask(sell, {
    since,
    account_id: (await addClient(api, { tariff_id: sell })).id,
  })
  const { data: paid } = await ask(cost, { since })
  const sees = async (username: string, type: 'CLIENT' | 'RESELLER', account_id: number) => {
    const session = await api.signIn(username, type)
    const { data } = await session.call(listPriceNotifications, {})
    const ids = [both.id, other.data.id, paid.id]
    const rows = await Promise.all(
      ids.map((id) => session.call(listPriceNotificationRows, { params: { id } })),
    )
    const pdfs = await Promise.all(
      ids.map((id) => session.call(getPriceNotificationPdf, { params: { id, account_id } })),
    )
    const found = await session.call(getPriceNotification, { params: { id: data[0]!.id } })
    return {
      listed: data.map((row) => [row.id, row.recipients_count]),
      rows: rows.map(({ status }) => status),
      pdfs: pdfs.map(({ status }) => status),
      recipients: found.data.recipients.map((recipient) => recipient.account_id),
    }
  }
  expect(await sees('own', 'CLIENT', own.id)).toEqual({
    listed: [[both.id, 1]],
    ...{ rows: [200, 404, 404], pdfs: [200, 404, 404], recipients: [own.id] },
  })
  expect(await sees('notified', 'RESELLER', reseller_id)).toEqual({
    listed: [[paid.id, 1]],
    ...{ rows: [404, 404, 200], pdfs: [404, 404, 200], recipients: [reseller_id] },
  })
})

test('it is for the accounts that use the tariff, as CSV and PDF, and stays', async () => {
  const tid = await addTariff(api, 'SELL')
  const first = await addClient(api, {
    tariff_id: tid,
    name: 'First',
    address: 'Harbour 1\nLondon',
  })
  const second = await addClient(api, { tariff_id: tid, name: 'Second' })
  const other = await addClient(api)
  await add(tid, '44', 1_230_000, { connect_fee: null })
  const since = at(-1)
  const { data: all } = await ask(tid, { since })
  const one = await ask(tid, { since, account_id: first.id })
  expect([all.recipients_count, one.data.recipients_count]).toEqual([2, 1])
  const wrong = await ask(tid, { since, account_id: other.id })
  expect(wrong.problem.fields).toEqual({ account_id: 'This account does not use the tariff.' })
  expect((await ask(await addTariff(api, 'BUY'), { since })).status).toBe(409)
  expect((await ask(tid, { since: at(1) })).problem.fields).toHaveProperty('since')

  const listed = async (account_id: number) =>
    (await api.admin.call(listPriceNotifications, { query: { tariff_id: tid, account_id } })).data
  expect((await listed(second.id)).map(({ id }) => id)).toEqual([all.id])
  expect((await listed(first.id)).map(({ recipient }) => recipient)).toEqual(['First', 'First'])
  const events = await readRows(api, 'notification_event', {
    group_key: `price notification ${all.id}`,
  })
  expect(events.toSorted((a, b) => a.id - b.id)).toMatchObject([
    { account_id: first.id, sentence: `Rates of First in ${all.tariff_name}: 1 new.` },
    { account_id: second.id, sentence: `Rates of Second in ${all.tariff_name}: 1 new.` },
  ])

  await change(tid, '44', { rate: rate(9) })
  const found = await api.admin.call(getPriceNotification, { params: { id: all.id } })
  expect(found.data.recipients.map(({ name }) => name)).toEqual(['First', 'Second'])
  const csv = await api.admin.send({ url: `/api/price-notifications/${all.id}/rows?format=csv` })
  expect(csv.payload.split('\r\n')[1]).toMatch(/^1,44,United Kingdom,,NEW,USD,,0\.0123,,.*,1,1,0$/)
  const params = { id: all.id, account_id: first.id }
  const pdf = await api.admin.call(getPriceNotificationPdf, { params })
  const [page = []] = pdfPages(pdf.response.rawPayload)
  expect(page.slice(0, 3)).toEqual(['First', 'Harbour 1', 'London'])
  expect(page).toContain('USD per minute')
  expect(page.join('|')).toContain('|44|United Kingdom|New|0.0123|')
  const foreign = { id: all.id, account_id: other.id }
  expect((await api.admin.call(getPriceNotificationPdf, { params: foreign })).status).toBe(404)
})

test('the first full list needs no time, and its preview keeps nothing', async () => {
  const tid = await addTariff(api, 'SELL')
  await add(tid, '44', 20)
  await add(tid, '44', 25, { effective_from: at(3) })
  await add(tid, '49', 30)
  const form = { account_id: null, basis: 'KNOWN', since: null, is_full: true } as const
  const look = () => api.admin.call(previewPriceNotification, { params: { tid }, body: form })
  expect((await look()).problem.fields).toEqual({ account_id: 'No account uses the tariff.' })
  const client = await addClient(api, { tariff_id: tid, name: 'First list' })
  const rows = [
    ['UNCHANGED', '44', 20, 20, -9],
    ['INCREASE', '44', 20, 25, 3],
    ['UNCHANGED', '49', 30, 30, -9],
  ]
  const { data } = await look()
  expect(data).toMatchObject({
    increase_count: 1,
    unchanged_count: 2,
    recipients_count: 1,
    recipients: [{ account_id: client.id, name: 'First list' }],
  })
  expect(data.rows.map(({ kind, prefix }) => [kind, prefix])).toEqual(
    rows.map(([kind, prefix]) => [kind, prefix]),
  )
  const listed = await api.admin.call(listPriceNotifications, { query: { tariff_id: tid } })
  expect(listed.data).toEqual([])
  expect(await told(tid, form)).toEqual(rows)
})
