// Packages that a reseller makes and sells to the clients right below it.
import { pino } from 'pino'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as clients from '#contract/accounts/wholesale-clients.ts'
import { home } from '#contract/console/home.ts'
import { lookupPackages } from '#contract/console/lookups.ts'
import * as subscriptions from '#contract/packages/package-subscriptions.ts'
import * as contract from '#contract/packages/packages.ts'
import { createPayment, listLedger } from '#contract/payments/payments.ts'
import { listPackageSubscriptions } from '#db/packages/package-subscriptions.ts'
import { EVERYTHING } from '#db/scope.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { addClientNamed, addResellerNamed, addTariff } from '#test/support/configuration.ts'
import { doRenewals } from '#test/support/do-jobs.ts'
import { clientForm, packageForm, rechargeForm } from '#test/support/forms.ts'
import { changeRows } from '#test/support/rows.ts'
import { checkBooksOf } from '#test/support/world.ts'

const api = apiForFile()
let amber: Session
let beryl: Session
let sell: number
const ids = { amber: 0, beryl: 0, cole: 0, dana: 0 }

beforeAll(async () => {
  const cost = await addTariff(api, 'RESELLER_COST')
  sell = await addTariff(api, 'SELL')
  const add = (name: string) => addResellerNamed(api, cost, name)
  ids.amber = await add('Amber')
  ids.beryl = await add('Beryl')
  ids.cole = await addClientNamed(api, sell, 'Cole', ids.amber)
  ids.dana = await addClientNamed(api, sell, 'Dana', ids.beryl)
  for (const id of [ids.amber, ids.beryl, ids.cole, ids.dana]) {
    await api.admin.call(createPayment, { body: rechargeForm(id, 20) })
  }
  amber = await api.signIn('amber', 'RESELLER')
  beryl = await api.signIn('beryl', 'RESELLER')
})
afterEach(() => checkBooksOf(api))

const add = async (session: Session, name: string) =>
  (await session.call(contract.createPackage, { body: { ...packageForm, name } })).data
const subscribe = (session: Session, account_id: number, package_id: number) =>
  session.call(subscriptions.createPackageSubscription, { body: { account_id, package_id } })
const namesOf = async (session: Session) =>
  (await session.call(contract.listPackages, {})).data.map(({ name }) => name)

describe('a package of a reseller', () => {
  test('is its own: no other reseller sees, changes or deletes it', async () => {
    const { id, ...form } = await add(amber, 'Europe')
    const ofOperator = await add(api.admin, 'Secret offer')
    expect(await namesOf(amber)).toEqual(['Europe'])
    expect(await namesOf(beryl)).toEqual([])
    const { subscribers_count: _, created_at: __, updated_at: ___, ...body } = form
    for (const [session, foreign] of [
      [beryl, id],
      [amber, ofOperator.id],
    ] as const) {
      const params = { id: foreign }
      expect((await session.call(contract.getPackage, { params })).status).toBe(404)
      expect((await session.call(contract.updatePackage, { params, body })).status).toBe(404)
      expect((await session.call(contract.deletePackage, { params })).status).toBe(404)
    }
    const changed = { ...body, seconds: 900 }
    const { data } = await amber.call(contract.updatePackage, { params: { id }, body: changed })
    expect(data).toMatchObject({ seconds: 900, version: 2 })
  })

  test('is bought by a client right below it, and by no other one', async () => {
    const { id, name } = await add(amber, 'World')
    const { data, status } = await subscribe(amber, ids.cole, id)
    expect(status).toBe(200)
    expect(data).toMatchObject({ account_name: 'Cole', package_name: 'World', state: 'ACTIVE' })
    const query = { account_id: ids.cole, kind: 'PACKAGE' } as const
    expect((await api.admin.call(listLedger, { query })).data).toMatchObject([
      { amount: -5_000_000, counter_account_name: 'Amber', note: name },
    ])
    const sale = { account_id: ids.amber, kind: 'SALE' } as const
    expect((await api.admin.call(listLedger, { query: sale })).data).toMatchObject([
      { amount: 5_000_000, balance_after: 5_000_000n, counter_account_name: 'Cole', note: name },
    ])
    const noClient = { account_id: 'This client does not exist.' }
    const noPackage = { package_id: 'This package does not exist.' }
    const ofOperator = await add(api.admin, 'Of the operator')
    const ofBeryl = await add(beryl, 'Of Beryl')
    expect((await subscribe(amber, ids.dana, id)).problem.fields).toEqual(noClient)
    expect((await subscribe(amber, ids.amber, id)).problem.fields).toEqual(noClient)
    for (const foreign of [ofOperator.id, ofBeryl.id]) {
      expect((await subscribe(amber, ids.cole, foreign)).problem.fields).toEqual(noPackage)
    }
    expect((await subscribe(api.admin, ids.dana, id)).problem.fields).toEqual(noPackage)
    const params = { id: data.id }
    expect((await beryl.call(subscriptions.endPackageSubscription, { params })).status).toBe(404)
    expect((await beryl.call(subscriptions.listPackageSubscriptions, {})).data).toEqual([])
  })

  test('is the only one to choose for a client below it, for the operator too', async () => {
    const choices = async (session: Session, account_id: number) =>
      (await session.call(lookupPackages, { query: { account_id } })).data.map(({ name }) => name)
    expect(await choices(amber, ids.cole)).toEqual(['Europe', 'World'])
    expect(await choices(api.admin, ids.dana)).toEqual(['Of Beryl'])
    expect(await choices(beryl, ids.cole)).toEqual([])
  })

  test('is seen by its client with what is left', async () => {
    const cole = await api.signIn('cole', 'CLIENT')
    const { data } = await cole.call(home, {})
    expect(data.packages).toMatchObject([{ package_name: 'World', seconds_left: 600 }])
  })
})

test('a client with another parent keeps its package paused, until it is back', async () => {
  const renewed = async (after_days: number) => {
    api.clock.now += after_days * 86_400_000
    const clock = { now_ms: () => api.clock.now, monotonic_ms: () => api.clock.now }
    await doRenewals(api, { clock, log: pino({ level: 'silent' }) })
    // No request: the sessions have ended long before.
    const query = { account_id: ids.cole, limit: 50 }
    return (await listPackageSubscriptions(api.database, EVERYTHING, query)).rows
  }
  const { password: _, ...form } = clientForm(sell, 'Cole')
  const body = { ...form, parent_id: ids.beryl, version: 1 }
  const change = { params: { id: ids.cole }, body }
  expect((await api.admin.call(clients.updateWholesaleClient, change)).status).toBe(200)
  expect((await beryl.call(subscriptions.listPackageSubscriptions, {})).data).toEqual([])
  expect(await renewed(32)).toMatchObject([{ state: 'PAUSED', pause_reason: 'PARENT_DIFFERS' }])
  const back = { parent_id: ids.amber }
  await changeRows(api, 'account', { id: ids.cole }, back)
  expect(await renewed(1)).toMatchObject([{ state: 'ACTIVE', pause_reason: null }])
})
