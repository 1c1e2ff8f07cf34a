// The clients that a reseller adds: with its own tariffs, and the route plan that it was given.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClientIp, listClientIps } from '#contract/accounts/ip-list.ts'
import { createReseller } from '#contract/accounts/resellers.ts'
import { createRetailClient } from '#contract/accounts/retail-clients.ts'
import { createSipUser } from '#contract/accounts/sip-users.ts'
import * as contract from '#contract/accounts/wholesale-clients.ts'
import { createRoutePlan } from '#contract/routing/route-plans.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { type Session, startApi, type TestApi } from '#test/support/api.ts'
import { addGateway, addSettlement, addTariff } from '#test/support/configuration.ts'
import {
  clientForm,
  clientIpForm,
  resellerForm,
  routePlanForm,
  sipUserForm,
  tariffForm,
} from '#test/support/forms.ts'

let api: TestApi
let amber: Session
let beryl: Session
let plan: number
let sell: number
const ids = { amber: 0, beryl: 0 }

beforeAll(async () => {
  api = await startApi()
  const gateway = await addGateway(api, await addSettlement(api))
  const planForm = routePlanForm([gateway], 'Secret plan')
  plan = (await api.admin.call(createRoutePlan, { body: planForm })).data.id
  const cost = await addTariff(api, 'RESELLER_COST')
  const add = async (name: string, above: Parameters<typeof resellerForm>[2], change: object) => {
    const body = { ...resellerForm(cost, name, above), ...change }
    return (await api.admin.call(createReseller, { body })).data.id
  }
  ids.amber = await add('Amber', null, { client_plan_id: plan, max_clients: 3 })
  ids.beryl = await add('Beryl', { id: ids.amber, level: 1 }, {})
  amber = await api.signIn('amber', 'RESELLER')
  beryl = await api.signIn('beryl', 'RESELLER')
  const { loss_protection: _, max_loss_percent: __, ...own } = tariffForm
  const body = { ...own, name: 'Beryl retail' } as typeof tariffForm
  sell = (await beryl.call(createTariff, { body })).data.id
})
afterAll(() => api.close())

const OPERATORS = [
  ...['parent_id', 'route_plan_id', 'tags', 'translation_id', 'dst_list_id', 'src_list_id'],
  ...['cli_policy', 'cli_list_id', 'allow_high_risk', 'min_profit_percent'],
]

/** The form without the fields of the operator. */
function ownForm(name: string, change: object = {}) {
  const form = Object.entries(clientForm(sell, name)).filter(([key]) => !OPERATORS.includes(key))
  return { ...Object.fromEntries(form), ...change } as unknown as ReturnType<typeof clientForm>
}
const add = (session: Session, name: string, change: object = {}) =>
  session.call(contract.createWholesaleClient, { body: ownForm(name, change) })

describe('a client that a reseller adds', () => {
  test('is right below it, and calls by the plan of the nearest reseller with one', async () => {
    const { data, status } = await add(beryl, 'Cole')
    expect(status).toBe(200)
    expect(data).toMatchObject({ name: 'Cole', tariff_name: 'Beryl retail', balance: 0n })
    for (const hidden of [...OPERATORS, 'route_plan_name', 'gaps', 'parent_name']) {
      expect(data).not.toHaveProperty(hidden)
    }
    const seen = await api.admin.call(contract.getWholesaleClient, { params: { id: data.id } })
    expect(seen.data).toMatchObject({
      ...{ parent_id: ids.beryl, route_plan_id: plan, tags: [], allow_high_risk: false },
    })
    const body = { ...clientForm(sell, 'Cole'), version: 1, tags: ['premium'] }
    const { password: _, ...change } = { ...body, tariff_id: seen.data.tariff_id }
    const params = { id: data.id }
    await api.admin.call(contract.updateWholesaleClient, {
      params,
      body: { ...change, parent_id: ids.beryl, route_plan_id: plan },
    })
    // Fields that the operator has set stay when the reseller saves its form.
    const own = { ...ownForm('Cole', { channel_limit: 7 }), version: 2 }
    const saved = await beryl.call(contract.updateWholesaleClient, { params, body: own })
    expect(saved.data).toMatchObject({ channel_limit: 7, version: 3 })
    const kept = await api.admin.call(contract.getWholesaleClient, { params })
    expect(kept.data).toMatchObject({ tags: ['premium'], route_plan_id: plan, channel_limit: 7 })
  })

  test('is not seen by the reseller above, nor by one beside', async () => {
    expect((await amber.call(contract.listWholesaleClients, {})).data).toEqual([])
    const [cole] = (await beryl.call(contract.listWholesaleClients, {})).data
    const params = { id: cole?.id ?? 0 }
    expect((await amber.call(contract.getWholesaleClient, { params })).status).toBe(404)
    expect((await amber.call(contract.deleteWholesaleClient, { params })).status).toBe(404)
  })

  test('has a tariff of the reseller, and as many as the reseller may have', async () => {
    const foreign = await add(amber, 'Dana')
    expect(foreign.problem.fields).toEqual({ tariff_id: 'This tariff does not exist.' })
    const strange = await add(beryl, 'Eve', { parent_id: ids.amber })
    expect(strange.status).toBe(400)
  })

  test('calls from addresses that no one else has', async () => {
    const [cole] = (await beryl.call(contract.listWholesaleClients, {})).data
    const tariff_id = await addTariff(api, 'SELL')
    const body = clientForm(tariff_id, 'Foreign')
    const foreign = (await api.admin.call(contract.createWholesaleClient, { body })).data
    const range = clientIpForm(foreign.id, '192.0.2.0/24')
    await api.admin.call(createClientIp, { body: range })
    const addressOf = (ip: string) => {
      const { route_plan_id: _, ...form } = clientIpForm(cole?.id ?? 0, ip)
      return { body: form as typeof range }
    }
    const taken = await beryl.call(createClientIp, addressOf('192.0.2.7'))
    expect(taken.problem.fields).toEqual({
      ip: 'Addresses of this network are in use by others. Contact your provider.',
    })
    expect((await beryl.call(createClientIp, addressOf('198.51.100.7'))).status).toBe(200)
    const own = await beryl.call(listClientIps, {})
    expect(own.data).toMatchObject([{ client_name: 'Cole' }])
    expect(own.data[0]).not.toHaveProperty('route_plan_name')
  })

  test('may be a retail client with SIP users', async () => {
    const body = ownForm('Rita')
    const { data } = await beryl.call(createRetailClient, { body })
    const user = await beryl.call(createSipUser, { body: sipUserForm(data.id) })
    expect(user.status).toBe(200)
  })
})
