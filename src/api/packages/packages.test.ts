import { afterEach, describe, expect, test } from 'vitest'
import { updateWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { lookupPackages } from '#contract/console/lookups.ts'
import * as subscriptions from '#contract/packages/package-subscriptions.ts'
import {
  createPackage,
  deletePackage,
  getPackage,
  listPackages,
  updatePackage,
} from '#contract/packages/packages.ts'
import { createPayment, listLedger } from '#contract/payments/payments.ts'
import { money } from '#core/money.ts'
import { listPackageSubscriptions } from '#db/packages/package-subscriptions.ts'
import { apiForFile } from '#test/support/api.ts'
import {
  addClient,
  addEuro,
  addResellerNamed,
  addRetailClient,
  addTariff,
  lastActivity,
  named,
  routingChangeNumber,
} from '#test/support/configuration.ts'
import { packageForm, rechargeForm } from '#test/support/forms.ts'
import { readRow } from '#test/support/rows.ts'
import { checkBooksOf } from '#test/support/world.ts'

const api = apiForFile()
afterEach(() => checkBooksOf(api))

type Form = typeof packageForm

const add = (change: Partial<Form> = {}) =>
  api.admin.call(createPackage, { body: { ...packageForm, name: named('Package '), ...change } })

const recharge = (account_id: number, units: number) =>
  api.admin.call(createPayment, { body: rechargeForm(account_id, units) })

async function addBuyer(units = 20): Promise<number> {
  const { id } = await addClient(api)
  if (units > 0) await recharge(id, units)
  return id
}

const subscribe = (account_id: number, package_id: number) =>
  api.admin.call(subscriptions.createPackageSubscription, { body: { account_id, package_id } })

const balanceOf = async (account_id: number) =>
  Number((await readRow(api, 'account_balance', { account_id })).balance) / 1_000_000

describe('a package', () => {
  test('is added, listed, picked and changed once', async () => {
    const { data, status } = await add({ prefixes: ['44', '49'] })
    expect(status).toBe(200)
    const query = { q: data.name, cycle: 'MONTH', currency: 'USD', status: 'active' } as const
    expect((await api.admin.call(listPackages, { query })).data).toEqual([data])
    const picked = await api.admin.call(lookupPackages, { query: { q: data.name } })
    expect(picked.data).toMatchObject([{ id: data.id, hint: '600 s, 5 USD' }])
    const params = { id: data.id }
    const { id: _, subscribers_count: __, created_at: ___, updated_at: ____, ...form } = data
    const body = { ...form, price: money(6_000_000), status: 'blocked' as const }
    const changed = await api.admin.call(updatePackage, { params, body })
    expect(changed.data).toMatchObject({ version: 2, status: 'blocked', price: 6_000_000 })
    expect((await lastActivity(api)).changes).toEqual({
      price: ['5', '6'],
      status: ['active', 'blocked'],
    })
    const again = await api.admin.call(updatePackage, { params, body })
    expect(again.problem.code).toBe('changed-meanwhile')
    expect((await add({ name: data.name.toUpperCase() })).problem.fields).toHaveProperty('name')
  })

  test.each<[string, Partial<Form>]>([
    ['prefixes', { prefixes: ['44x'] }],
    ['seconds', { seconds: 0 }],
    ['price', { price: money(-1) }],
    ['currency', { currency: 'XXX' }],
    ['priority', { priority: 1001 }],
    ['name', { name: ' ' }],
  ])('is refused for its %s', async (field, change) => {
    expect((await add(change)).problem.fields).toHaveProperty(field)
  })

  test('keeps its life, its currency and its cycle while a client has it', async () => {
    const client_id = await addBuyer()
    const { data } = await add()
    const params = { id: data.id }
    const { data: subscription } = await subscribe(client_id, data.id)
    const used = await api.admin.call(getPackage, { params })
    expect(used.data.subscribers_count).toBe(1)
    const refused = await api.admin.call(deletePackage, { params })
    expect(refused.problem.code).toBe('in-use')
    for (const change of [{ currency: 'EUR' }, { cycle: 'DAY' as const }]) {
      const { id: _, subscribers_count: __, created_at: ___, updated_at: ____, ...form } = data
      const body = { ...form, ...change }
      const { problem } = await api.admin.call(updatePackage, { params, body })
      expect(Object.keys(problem.fields ?? {})).toEqual(Object.keys(change))
    }
    const ending = { params: { id: subscription.id } }
    await api.admin.call(subscriptions.endPackageSubscription, ending)
    expect((await api.admin.call(deletePackage, { params })).status).toBe(204)
    expect((await api.admin.call(getPackage, { params })).status).toBe(404)
  })
})

describe('a subscription', () => {
  test('takes the price of its first period at once, and the engine hears of it', async () => {
    const client_id = await addBuyer()
    const { data: offer } = await add()
    const before = await routingChangeNumber(api)
    api.clock.now = Date.parse('2026-01-31T10:00:00Z')
    const { data, status } = await subscribe(client_id, offer.id)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      account_id: client_id,
      package_name: offer.name,
      state: 'ACTIVE',
      seconds_left: 600,
      seconds_held: 0,
      period_seconds: 600,
      period_starts_at: '2026-01-31T10:00:00Z',
      period_ends_at: '2026-02-28T10:00:00Z',
    })
    expect(await balanceOf(client_id)).toBe(15)
    const query = { account_id: client_id, kind: 'PACKAGE' } as const
    expect((await api.admin.call(listLedger, { query })).data).toMatchObject([
      { amount: -5_000_000, balance_after: 15_000_000n, note: offer.name, payment_id: null },
    ])
    expect(await routingChangeNumber(api)).toBe(before + 1)
    const listed = await api.admin.call(subscriptions.listPackageSubscriptions, {
      query: { account_id: client_id, state: 'ACTIVE' },
    })
    expect(listed.data).toEqual([data])
    const again = await subscribe(client_id, offer.id)
    expect(again.problem.fields).toHaveProperty('package_id')
    expect(await balanceOf(client_id)).toBe(15)
  })

  test('of a retail client, of a package for nothing, without an end', async () => {
    const { id } = await addRetailClient(api)
    const { data: offer } = await add({ price: money(0), cycle: 'ONCE' })
    const { data } = await subscribe(id, offer.id)
    expect(data).toMatchObject({ period_ends_at: null, seconds_left: 600 })
    const { data: entries } = await api.admin.call(listLedger, { query: { account_id: id } })
    expect(entries).toEqual([])
  })

  test('ends with what is left of it, and can be had again', async () => {
    const client_id = await addBuyer()
    const { data: offer } = await add()
    const { data } = await subscribe(client_id, offer.id)
    const params = { id: data.id }
    for (let time = 0; time < 2; time += 1) {
      const end = await api.admin.call(subscriptions.endPackageSubscription, { params })
      expect(end.status).toBe(204)
    }
    const query = { account_id: client_id, state: 'ENDED' } as const
    const ended = await api.admin.call(subscriptions.listPackageSubscriptions, { query })
    expect(ended.data).toMatchObject([{ id: data.id, state: 'ENDED', seconds_left: 0 }])
    expect((await subscribe(client_id, offer.id)).status).toBe(200)
    expect(await balanceOf(client_id)).toBe(10)
  })

  test('is refused in words where it cannot be', async () => {
    const poor = await addBuyer(4)
    const { data: offer } = await add()
    const too_dear = await subscribe(poor, offer.id)
    expect(too_dear.problem.code).toBe('not-enough-money')

    const { data: blocked } = await add({ status: 'blocked' })
    expect((await subscribe(poor, blocked.id)).problem.fields).toHaveProperty('package_id')
    await addEuro(api)
    const { data: foreign } = await add({ currency: 'EUR' })
    expect((await subscribe(poor, foreign.id)).problem.fields).toHaveProperty('package_id')
    expect((await subscribe(poor, 999_999)).problem.fields).toHaveProperty('package_id')
    expect((await subscribe(999_999, offer.id)).problem.fields).toHaveProperty('account_id')

    const cost = await addTariff(api, 'RESELLER_COST')
    const reseller_id = await addResellerNamed(api, cost, named('reseller'))
    const below = await addClient(api, { parent_id: reseller_id })
    expect((await subscribe(below.id, offer.id)).problem.fields).toEqual({
      package_id: 'This package does not exist.',
    })
    expect((await subscribe(reseller_id, offer.id)).problem.fields).toHaveProperty('account_id')

    const { form, id, data } = await addClient(api)
    const status = 'blocked' as const
    const change = { params: { id }, body: { ...form, status, version: data.version } }
    await api.admin.call(updateWholesaleClient, change)
    expect((await subscribe(id, offer.id)).problem.fields).toHaveProperty('account_id')
  })

  test('is bought once by two clicks of the same moment', async () => {
    const client_id = await addBuyer()
    const { data: offer } = await add()
    const answers = await Promise.all([1, 2, 3].map(() => subscribe(client_id, offer.id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await balanceOf(client_id)).toBe(15)
  })

  test('is seen by its own account and nobody else beside the operator', async () => {
    const client_id = await addBuyer()
    const { data: offer } = await add()
    const { data } = await subscribe(client_id, offer.id)
    const other_id = await addBuyer(0)
    const idsFor = async (account_id: number) => {
      const scope = { kind: 'account', account_id } as const
      const query = { limit: 50, q: offer.name } as never
      const { rows } = await listPackageSubscriptions(api.database, scope, query)
      return rows.map(({ id }) => id)
    }
    expect(await idsFor(client_id)).toEqual([data.id])
    expect(await idsFor(other_id)).toEqual([])
  })
})
