// Every change of the funds or the spending limit of an account sends a signal to the engines.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createReseller, updateReseller } from '#contract/accounts/resellers.ts'
import { createSettlement, updateSettlement } from '#contract/accounts/settlements.ts'
import { updateWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { createPayment, reversePayment } from '#contract/payments/payments.ts'
import { money } from '#core/money.ts'
import { listenForSignals, type Signal } from '#db/signals.ts'
import { apiForFile } from '#test/support/api.ts'
import { addClient, addTariff, named } from '#test/support/configuration.ts'
import { rechargeForm, resellerForm, settlementForm } from '#test/support/forms.ts'

const api = apiForFile()
let stopListening: () => Promise<void>
const heard: Signal[] = []

beforeAll(async () => {
  stopListening = await listenForSignals(
    api.url,
    'test',
    (signal) => heard.push(signal),
    () => {},
  )
})
afterAll(async () => {
  await stopListening()
})

/** Signals come in the order of the commits. */
const isTold = (account_id: number) =>
  vi.waitFor(() => expect(heard.splice(0)).toContainEqual({ changed: 'money', account_id }))

test('a payment and its reversal tell of the account', async () => {
  const { id: account_id } = await addClient(api)
  const body = rechargeForm(account_id, 1)
  const { id } = (await api.admin.call(createPayment, { body })).data
  await isTold(account_id)
  const reversal = { note: '', idempotency_key: randomUUID() }
  await api.admin.call(reversePayment, { params: { id }, body: reversal })
  await isTold(account_id)
})

test('what a client may spend', async () => {
  const { id, form } = await addClient(api, { credit_limit: money(4) })
  const body = { ...form, credit_limit: money(5), version: 1 }
  await api.admin.call(updateWholesaleClient, { params: { id }, body })
  await isTold(id)
})

test('what a reseller may spend', async () => {
  const form = resellerForm(await addTariff(api, 'RESELLER_COST'), named('reseller'))
  const { id } = (await api.admin.call(createReseller, { body: form })).data
  const { level: _, ...changed } = form
  const body = { ...changed, daily_spend_limit: money(5), version: 1 }
  await api.admin.call(updateReseller, { params: { id }, body })
  await isTold(id)
})

test('what a settlement account lets us owe', async () => {
  const form = settlementForm(await addTariff(api, 'BUY'), named('carrier'))
  const { id } = (await api.admin.call(createSettlement, { body: form })).data
  const body = { ...form, max_debt: money(5), version: 1 }
  await api.admin.call(updateSettlement, { params: { id }, body })
  await isTold(id)
})
