// A reseller announces its own prices to those below it, and reads those of the account above.
import { beforeAll, expect, test } from 'vitest'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import * as contract from '#contract/price-notifications/price-notifications.ts'
import { createTariffRate } from '#contract/tariffs/tariff-rates.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { addRate, addResellerNamed, addTariff } from '#test/support/configuration.ts'
import { clientForm, rateForm, tariffForm } from '#test/support/forms.ts'
import { pdfPages } from '#test/support/pdf-text.ts'
import { withoutUnseen } from '#test/support/seen-body.ts'

const api = apiForFile()
let amber: Session
let cole: Session
let cost: number
let sell: number
let cole_id: number

beforeAll(async () => {
  cost = await addTariff(api, 'RESELLER_COST')
  await addRate(api, cost)
  await addResellerNamed(api, cost, 'Amber')
  amber = await api.signIn('amber', 'RESELLER')
  const own = <F extends object>(endpoint: Parameters<typeof withoutUnseen>[1], form: F) =>
    withoutUnseen('RESELLER', endpoint, form) as F
  const tariff = own(createTariff, { ...tariffForm, name: 'Amber retail' })
  sell = (await amber.call(createTariff, { body: tariff })).data.id
  const price = own(createTariffRate, rateForm)
  await amber.call(createTariffRate, { params: { tid: sell }, body: price })
  const client = own(createWholesaleClient, clientForm(sell, 'Cole'))
  cole_id = (await amber.call(createWholesaleClient, { body: client })).data.id
  cole = await api.signIn('cole', 'CLIENT')
})

const announce = (session: Session, tid: number) =>
  session.call(contract.createPriceNotification, {
    params: { tid },
    body: { account_id: null, basis: 'KNOWN', since: null, is_full: true },
  })
const listed = async (session: Session, is_own?: 'true' | 'false') => {
  const query = is_own ? { is_own } : {}
  const { data } = await session.call(contract.listPriceNotifications, { query })
  return data.map((one) => [one.tariff_name, one.recipient, one.is_own])
}

test('a reseller announces the rates of its own tariff in its own name', async () => {
  const { data, status } = await announce(amber, sell)
  expect([status, data.recipients_count, data.is_own]).toEqual([200, 1, false])
  expect(data).not.toHaveProperty('created_by')
  expect(await listed(cole)).toEqual([['Amber retail', 'Cole', true]])
  for (const session of [amber, cole]) {
    const params = { id: data.id, account_id: cole_id }
    const pdf = await session.call(contract.getPriceNotificationPdf, { params })
    expect(pdfPages(pdf.response.rawPayload).flat().join('\n')).toContain('Amber')
  }
})

test('what the operator announces is its own, and names nobody else', async () => {
  await addResellerNamed(api, cost, 'Beryl')
  const { data } = await announce(api.admin, cost)
  expect(data.recipients_count).toBe(2)
  expect(await listed(amber, 'true')).toEqual([[data.tariff_name, 'Amber', true]])
  expect(await listed(amber, 'false')).toEqual([['Amber retail', 'Cole', false]])
  const one = await amber.call(contract.getPriceNotification, { params: { id: data.id } })
  expect(one.data.recipients.map(({ name }) => name)).toEqual(['Amber'])
})

test('a reseller neither announces nor discards what is announced to itself', async () => {
  expect((await announce(amber, cost)).status).toBe(404)
  const [sent] = (await amber.call(contract.listPriceNotifications, { query: { is_own: 'true' } }))
    .data
  const params = { id: sent?.id ?? 0 }
  const { status } = await amber.call(contract.discardPriceNotification, { params })
  expect(status).not.toBe(204)
})
