// The price of a package, from the client to the reseller that sells it.
import { pino } from 'pino'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createReseller } from '#contract/accounts/resellers.ts'
import * as clients from '#contract/accounts/wholesale-clients.ts'
import * as subscriptions from '#contract/packages/package-subscriptions.ts'
import * as contract from '#contract/packages/packages.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { percent } from '#core/money.ts'
import { listLedger } from '#db/payments/ledger.ts'
import { EVERYTHING } from '#db/scope.ts'
import { apiForFile } from '#test/support/api.ts'
import { addEuro, addTariff } from '#test/support/configuration.ts'
import { doRenewals } from '#test/support/do-jobs.ts'
import { clientForm, packageForm, rechargeForm, resellerForm } from '#test/support/forms.ts'
import { changeRows } from '#test/support/rows.ts'
import { checkBooksOf } from '#test/support/world.ts'

const api = apiForFile()
let client_id: number
const ids = { amber: 0, evi: 0 }

beforeAll(async () => {
  await addEuro(api)
  const cost = await addTariff(api, 'RESELLER_COST')
  const addReseller = async (name: string, currency: string) => {
    const body = { ...resellerForm(cost, name), currency }
    return (await api.admin.call(createReseller, { body })).data.id
  }
  ids.amber = await addReseller('Amber', 'USD')
  ids.evi = await addReseller('Evi', 'EUR')
  const form = { ...clientForm(await addTariff(api, 'SELL'), 'Finn'), parent_id: ids.evi }
  const body = { ...form, vat_percent: percent(200_000) }
  client_id = (await api.admin.call(clients.createWholesaleClient, { body })).data.id
  for (const id of [ids.evi, client_id]) {
    await api.admin.call(createPayment, { body: rechargeForm(id, 12) })
  }
})
afterEach(() => checkBooksOf(api))

const salesOf = async (account_id: number) =>
  (
    await listLedger(api.database, EVERYTHING, {
      account_id,
      kind: 'SALE',
      limit: 50,
      user_zone: null,
    })
  ).rows

async function renewAfter(days: number): Promise<void> {
  api.clock.now += days * 86_400_000
  const clock = { now_ms: () => api.clock.now, monotonic_ms: () => api.clock.now }
  await doRenewals(api, { clock, log: pino({ level: 'silent' }) })
}

test('each period brings the reseller the whole price, in its own currency', async () => {
  const evi = await api.signIn('evi', 'RESELLER')
  const { data } = await evi.call(contract.createPackage, { body: packageForm })
  const bought = { body: { account_id: client_id, package_id: data.id } }
  await api.admin.call(subscriptions.createPackageSubscription, bought)
  await renewAfter(32)
  const sale = { amount: 4_000_000, counter_account_name: 'Finn', note: data.name, currency: 'EUR' }
  // It was recharged with 12 EUR, and 12 USD of its client are 9.6 of them.
  expect(await salesOf(ids.evi)).toMatchObject([
    { ...sale, balance_after: 10_400_000n },
    { ...sale, balance_after: 6_400_000n },
  ])
})

test('a period that is not bought brings nothing, to no reseller', async () => {
  const move = (parent_id: number) => changeRows(api, 'account', { id: client_id }, { parent_id })
  await move(ids.amber)
  await renewAfter(32)
  await move(ids.evi)
  // The client has 2 USD left.
  await renewAfter(1)
  expect(await salesOf(ids.evi)).toHaveLength(2)
  expect(await salesOf(ids.amber)).toEqual([])
})
