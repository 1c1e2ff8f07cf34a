// The resellers that a reseller adds: right below it, with its own tariffs and within its limits.
import { beforeAll, describe, expect, test } from 'vitest'
import * as contract from '#contract/accounts/resellers.ts'
import { createWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { money } from '#core/money.ts'
import { lockBalances } from '#db/accounts/balances.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { addTariff } from '#test/support/configuration.ts'
import { clientForm, resellerForm, tariffForm } from '#test/support/forms.ts'
import { changeRows } from '#test/support/rows.ts'
import { withoutUnseen } from '#test/support/seen-body.ts'

type Form = BodyOf<typeof contract.createReseller>

const api = apiForFile()
let amber: Session
let beryl: Session
let operators_cost: number
let ambers_cost: number
const ids = { amber: 0, beryl: 0, citrine: 0 }

const newForm = (name: string, change: Partial<Form> = {}, tariff_id = ambers_cost) => {
  const form = { ...resellerForm(tariff_id, name), ...change }
  return { body: withoutUnseen('RESELLER', contract.createReseller, form) as Form }
}
const changed = (name: string, version: number, change: Partial<Form>) => {
  const { level: _, password: __, ...form } = { ...newForm(name, change).body, version }
  return form as unknown as BodyOf<typeof contract.updateReseller>
}
const addCost = async (session: Session) => {
  const form = { ...tariffForm, name: 'Cost of those below', kind: 'RESELLER_COST' as const }
  const body = withoutUnseen('RESELLER', createTariff, form) as typeof form
  return (await session.call(createTariff, { body })).data.id
}

beforeAll(async () => {
  operators_cost = await addTariff(api, 'RESELLER_COST')
  const limits = {
    billing_type: 'POSTPAID',
    credit_limit: money(100_000_000),
    channel_limit: 20,
    max_clients: 2,
  } as const
  const body = { ...resellerForm(operators_cost, 'Amber'), ...limits }
  ids.amber = (await api.admin.call(contract.createReseller, { body })).data.id
  amber = await api.signIn('amber', 'RESELLER')
  ambers_cost = await addCost(amber)
})

describe('a reseller that a reseller adds', () => {
  test('is right below it, a level further down, and signs in', async () => {
    const form = newForm('Beryl', { max_clients: 2, channel_limit: 20 })
    const { data, status } = await amber.call(contract.createReseller, form)
    expect(status).toBe(200)
    expect(data).toMatchObject({ name: 'Beryl', level: 2, tariff_name: 'Cost of those below' })
    for (const hidden of ['parent_id', 'parent_name']) {
      expect(data).not.toHaveProperty(hidden)
    }
    ids.beryl = data.id
    const seen = await api.admin.call(contract.getReseller, { params: { id: ids.beryl } })
    expect(seen.data).toMatchObject({ parent_id: ids.amber, client_plan_ids: [] })
    beryl = await api.signIn('beryl', 'RESELLER')
    const own = await beryl.call(contract.getReseller, { params: { id: ids.beryl } })
    expect(own.status).toBe(404)
  })

  test('is changed by the reseller above it, whose limits are its own', async () => {
    const params = { id: ids.beryl }
    const change = (form: object) =>
      amber.call(contract.updateReseller, {
        params,
        body: changed('Beryl', 1, { billing_type: 'POSTPAID', ...form }),
      })
    const refused = await change({ max_clients: null, channel_limit: 21 })
    expect(refused.problem.fields).toEqual({
      max_clients: 'At most 2, as your own account.',
      channel_limit: 'At most 20, as your own account.',
    })
    const too_much = await change({ max_clients: 1, credit_limit: money(100_000_001) })
    expect(too_much.problem.fields).toEqual({
      credit_limit: 'At most 100: you have no more to lend.',
    })
    const narrower = { max_clients: 1, channel_limit: 5, credit_limit: money(100_000_000) }
    const saved = await amber.call(contract.updateReseller, {
      params,
      body: changed('Beryl', 1, { ...narrower, billing_type: 'POSTPAID' }),
    })
    expect(saved.data).toMatchObject({ ...narrower, version: 2 })
  })

  test('keeps the limits that the operator has set', async () => {
    const params = { id: ids.beryl }
    const { data } = await api.admin.call(contract.getReseller, { params })
    const form = { ...resellerForm(ambers_cost, 'Beryl', { id: ids.amber, level: 1 }) }
    const { level: _, password: __, ...wide } = { ...form, max_clients: 2, channel_limit: 50 }
    const set = await api.admin.call(contract.updateReseller, {
      params,
      body: { ...wide, version: data.version },
    })
    expect(set.status).toBe(200)
    const kept = changed('Beryl', data.version + 1, { max_clients: 2, channel_limit: 50 })
    const { status } = await amber.call(contract.updateReseller, { params, body: kept })
    expect(status).toBe(200)
  })

  test('is changed without waiting for calls, which lock the balances', async () => {
    const params = { id: ids.beryl }
    const { data } = await amber.call(contract.getReseller, { params })
    await api.database.transaction().execute(async (tx) => {
      await lockBalances(tx, [ids.amber, ids.beryl])
      const body = changed('Beryl', data.version, { max_clients: 1, channel_limit: 10 })
      const { status } = await amber.call(contract.updateReseller, { params, body })
      expect(status).toBe(200)
    })
  })

  test('has a tariff of the reseller, not one of the operator', async () => {
    const { problem } = await amber.call(
      contract.createReseller,
      newForm('Dana', { max_clients: 1 }, operators_cost),
    )
    expect(problem.fields).toEqual({ tariff_id: 'This tariff does not exist.' })
  })

  test('has clients and resellers of its own, which the one above does not change', async () => {
    const cost = await addCost(beryl)
    const form = newForm('Citrine', { max_clients: 1 }, cost)
    ids.citrine = (await beryl.call(contract.createReseller, form)).data.id
    const names = async (session: Session) =>
      (await session.call(contract.listResellers, {})).data.map(({ name }) => name)
    expect([await names(amber), await names(beryl)]).toEqual([['Beryl'], ['Citrine']])
    const params = { id: ids.citrine }
    expect((await amber.call(contract.getReseller, { params })).status).toBe(404)
    const body = changed('Citrine', 1, { max_clients: 1 })
    expect((await amber.call(contract.updateReseller, { params, body })).status).toBe(404)
    expect((await amber.call(contract.deleteReseller, { params })).status).toBe(404)
  })
})

describe('a reseller', () => {
  test('changes and deletes neither its own account nor the one above', async () => {
    for (const id of [ids.amber, ids.beryl]) {
      const params = { id }
      const body = changed('Beryl', 1, { channel_limit: null })
      expect((await beryl.call(contract.updateReseller, { params, body })).status).toBe(404)
      expect((await beryl.call(contract.deleteReseller, { params })).status).toBe(404)
    }
  })

  test('deletes a reseller without money and without children', async () => {
    const params = { id: ids.citrine }
    expect((await amber.call(contract.deleteReseller, { params: { id: ids.beryl } })).status).toBe(
      409,
    )
    expect((await beryl.call(contract.deleteReseller, { params })).status).toBe(204)
  })

  test('that may have no resellers, or is of the last level, adds none', async () => {
    let above: { id: number; level: number } | null = null
    for (const level of [1, 2, 3, 4, 5]) {
      const body: Form = resellerForm(operators_cost, `Level${level}`, above)
      above = { id: (await api.admin.call(contract.createReseller, { body })).data.id, level }
    }
    const last = await api.signIn('level5', 'RESELLER')
    const add = (session: Session) =>
      session.call(contract.createReseller, newForm('Eve', { max_clients: 1 }))
    expect((await add(last)).status).toBe(403)
    const change = { allow_create_subreseller: false }
    await changeRows(api, 'reseller', { account_id: ids.beryl }, change)
    expect((await add(beryl)).status).toBe(403)
  })

  test('adds as many clients as it may have, none with wider limits than its own', async () => {
    const form = { ...tariffForm, name: 'Sold by Amber' }
    const tariff = withoutUnseen('RESELLER', createTariff, form) as typeof form
    const { id } = (await amber.call(createTariff, { body: tariff })).data
    const add = (name: string, change: object = {}) => {
      const client = { ...clientForm(id, name), ...change }
      const body = withoutUnseen('RESELLER', createWholesaleClient, client) as typeof client
      return amber.call(createWholesaleClient, { body })
    }
    const wider = await add('Fay', { channel_limit: 21 })
    expect(wider.problem.fields).toEqual({ channel_limit: 'At most 20, as your own account.' })
    expect((await add('Fay', { channel_limit: 20 })).status).toBe(200)
    expect((await add('Gil')).status).toBe(200)
    const more = await add('Hal')
    expect(more.problem.fields).toEqual({ parent_id: 'Amber has reached its max clients: 2.' })
  })
})
