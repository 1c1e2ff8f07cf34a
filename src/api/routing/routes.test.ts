// Settlement accounts, their gateways, and the route plans that lead to them.
import { describe, expect, test } from 'vitest'
import * as settlements from '#contract/accounts/settlements.ts'
import * as gateways from '#contract/routing/gateways.ts'
import * as plans from '#contract/routing/route-plans.ts'
import { money } from '#core/money.ts'
import { apiForFile } from '#test/support/api.ts'
import {
  addClient,
  addGateway,
  addSettlement,
  addTariff,
  named,
} from '#test/support/configuration.ts'
import { gatewayForm, routePlanForm, settlementForm } from '#test/support/forms.ts'

const api = apiForFile()

describe('a settlement account', () => {
  test('is added with or without a limit of debt, and sells by a BUY tariff', async () => {
    const body = {
      ...settlementForm(await addTariff(api, 'BUY'), named('carrier')),
      max_debt: money(7),
    }
    const { data } = await api.admin.call(settlements.createSettlement, { body })
    expect(data).toMatchObject({ max_debt: 7, balance: 0n, gateways_count: 0 })
    const { password: _, ...form } = body
    const update = { params: { id: data.id }, body: { ...form, max_debt: null, version: 1 } }
    const changed = await api.admin.call(settlements.updateSettlement, update)
    expect(changed.data.max_debt).toBeNull()
    const wrong = settlementForm(await addTariff(api, 'SELL'), named('carrier'))
    const refused = await api.admin.call(settlements.createSettlement, { body: wrong })
    expect(refused.problem.fields).toHaveProperty('tariff_id')
  })

  test('is not deleted while it has gateways', async () => {
    const id = await addSettlement(api)
    const gateway_id = await addGateway(api, id)
    const remove = () => api.admin.call(settlements.deleteSettlement, { params: { id } })
    expect((await remove()).problem.message).toContain('in use by gateway')
    await api.admin.call(gateways.deleteGateway, { params: { id: gateway_id } })
    expect((await remove()).status).toBe(204)
  })
})

describe('a gateway', () => {
  test('is added, read, changed and listed', async () => {
    const settlement_id = await addSettlement(api)
    const body = gatewayForm(settlement_id, named('gateway'))
    const { data } = await api.admin.call(gateways.createGateway, { body })
    expect(data).toMatchObject({ ...body, active_calls: 0, attempts_today: 0, version: 1 })
    const params = { id: data.id }
    expect((await api.admin.call(gateways.getGateway, { params })).data).toEqual(data)
    const change = { ...body, channel_limit: 30, version: 1 }
    const changed = await api.admin.call(gateways.updateGateway, { params, body: change })
    expect(changed.data).toMatchObject({ channel_limit: 30, version: 2 })
    const again = await api.admin.call(gateways.updateGateway, { params, body: change })
    expect(again.problem.code).toBe('changed-meanwhile')
    const query = { settlement_id, sort: '-attempts_today' } as const
    expect((await api.admin.call(gateways.listGateways, { query })).data).toEqual([changed.data])
  })

  test('belongs to a settlement account that exists', async () => {
    const client = await addClient(api)
    for (const settlement_id of [999_999, client.id]) {
      const body = gatewayForm(settlement_id, named('gateway'))
      const answer = await api.admin.call(gateways.createGateway, { body })
      expect(answer.problem.fields).toHaveProperty('settlement_id')
    }
  })
})

test('settlement accounts and route plans are found by what they use', async () => {
  const settlement_id = await addSettlement(api)
  const gateway_id = await addGateway(api, settlement_id)
  const body = routePlanForm([gateway_id], named('plan'))
  const { data: plan } = await api.admin.call(plans.createRoutePlan, { body })
  const list = await api.admin.call(plans.listRoutePlans, { query: { gateway_id } })
  expect(list.data.map(({ id }) => id)).toEqual([plan.id])
  const read = await api.admin.call(plans.getRoutePlan, { params: { id: plan.id } })
  expect(read.data).toEqual(plan)
  const query = { sort: '-gateways_count', limit: 1 } as const
  const settled = await api.admin.call(settlements.listSettlements, { query })
  expect(settled.data[0]?.gateways_count).toBeGreaterThan(0)
  const { tariff_id } = settled.data[0] ?? {}
  const same = await api.admin.call(settlements.listSettlements, { query: { tariff_id } })
  expect(same.data).toEqual(settled.data)
})
