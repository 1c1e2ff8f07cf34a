// The clients that a reseller adds: with its own tariffs, and the route plan that it was given.
import { beforeAll, describe, expect, test } from 'vitest'
import { createClientIp, listClientIps } from '#contract/accounts/ip-list.ts'
import { createReseller, getReseller, updateReseller } from '#contract/accounts/resellers.ts'
import { createRetailClient } from '#contract/accounts/retail-clients.ts'
import { createSipUser } from '#contract/accounts/sip-users.ts'
import * as contract from '#contract/accounts/wholesale-clients.ts'
import { lookupGivenPlans } from '#contract/console/lookups.ts'
import {
  copyRoutePlan,
  createRoutePlan,
  getRoutePlan,
  updateRoutePlan,
} from '#contract/routing/route-plans.ts'
import { createTariff } from '#contract/tariffs/tariffs.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { addGateway, addSettlement, addTariff } from '#test/support/configuration.ts'
import {
  clientForm,
  clientIpForm,
  resellerForm,
  routePlanForm,
  sipUserForm,
  tariffForm,
} from '#test/support/forms.ts'
import { changeRows } from '#test/support/rows.ts'

const api = apiForFile()
let amber: Session
let beryl: Session
let gateway: number
let plan: number
let premium: number
let sell: number
const ids = { amber: 0, beryl: 0 }

beforeAll(async () => {
  gateway = await addGateway(api, await addSettlement(api))
  plan = await addPlan('Secret plan', 'Standard')
  premium = await addPlan('Other secret plan', 'Premium')
  const cost = await addTariff(api, 'RESELLER_COST')
  const add = async (name: string, above: Parameters<typeof resellerForm>[2], change: object) => {
    const body = { ...resellerForm(cost, name, above), ...change }
    return (await api.admin.call(createReseller, { body })).data.id
  }
  ids.amber = await add('Amber', null, { client_plan_ids: [plan, premium], max_clients: 5 })
  ids.beryl = await add('Beryl', { id: ids.amber, level: 1 }, {})
  amber = await api.signIn('amber', 'RESELLER')
  beryl = await api.signIn('beryl', 'RESELLER')
  const { loss_protection: _, max_loss_percent: __, ...own } = tariffForm
  const body = { ...own, name: 'Beryl retail' } as typeof tariffForm
  sell = (await beryl.call(createTariff, { body })).data.id
})

async function addPlan(name: string, name_for_resellers: string): Promise<number> {
  const body = { ...routePlanForm([gateway], name), name_for_resellers }
  return (await api.admin.call(createRoutePlan, { body })).data.id
}

const OPERATORS = [
  ...['parent_id', 'tags', 'translation_id', 'dst_list_id', 'src_list_id'],
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
  test('is right below it, with the first plan of the nearest reseller with one', async () => {
    const { data, status } = await add(beryl, 'Cole')
    expect(status).toBe(200)
    expect(data).toMatchObject({
      ...{ name: 'Cole', tariff_name: 'Beryl retail', balance: 0n },
      ...{ route_plan_id: plan, route_plan_name: 'Standard' },
      gaps: ['NO_ADDRESS', 'NO_RATES', 'NO_FUNDS', 'STOPPED_ABOVE'],
    })
    const [ready, not_ready] = await Promise.all(
      (['true', 'false'] as const).map((ready) =>
        beryl.call(contract.listWholesaleClients, { query: { ready } }),
      ),
    )
    expect([ready?.data, not_ready?.data.map(({ name }) => name)]).toEqual([[], ['Cole']])
    for (const hidden of [...OPERATORS, 'parent_name']) {
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

describe('the route plans of a reseller', () => {
  const updatePlans = async (id: number, name: string, client_plan_ids: number[]) => {
    const params = { id }
    const { data } = await api.admin.call(getReseller, { params })
    const { password: _, level: __, ...form } = resellerForm(data.tariff_id, name)
    const { parent_id, version } = data
    const body = { ...form, parent_id, client_plan_ids, version }
    return api.admin.call(updateReseller, { params, body })
  }
  const clientPlanOf = async (session: Session, name: string) => {
    const { data } = await session.call(contract.listWholesaleClients, {})
    return data.find((one) => one.name === name)
  }

  test('are picked for its clients by their names for resellers', async () => {
    const seen = await beryl.call(lookupGivenPlans, {})
    expect(seen.data).toEqual([
      { id: premium, name: 'Premium', hint: '' },
      { id: plan, name: 'Standard', hint: '' },
    ])
    const { data } = await add(beryl, 'Gus', { route_plan_id: premium })
    expect(data).toMatchObject({ route_plan_id: premium, route_plan_name: 'Premium' })
    const found = await beryl.call(contract.listWholesaleClients, {
      query: { route_plan_id: premium },
    })
    expect(found.data.map(({ name }) => name)).toEqual(['Gus'])
  })

  test('are no others, and a client keeps a plan that has no name for resellers', async () => {
    const secret = await addPlan('Hidden plan', '')
    const strange = await add(beryl, 'Hal', { route_plan_id: secret })
    expect(strange.problem.fields).toEqual({ route_plan_id: 'This route plan does not exist.' })
    const gus = await clientPlanOf(beryl, 'Gus')
    const params = { id: gus?.id ?? 0 }
    await changeRows(api, 'client', { account_id: params.id }, { route_plan_id: secret })
    const hidden = await beryl.call(contract.getWholesaleClient, { params })
    expect(hidden.data).toMatchObject({ route_plan_id: null, route_plan_name: null })
    const probed = { query: { route_plan_id: secret } }
    expect((await beryl.call(contract.listWholesaleClients, probed)).data).toEqual([])
    const { version } = hidden.data
    const body = { ...ownForm('Gus'), version }
    expect((await beryl.call(contract.updateWholesaleClient, { params, body })).status).toBe(200)
    const kept = await api.admin.call(contract.getWholesaleClient, { params })
    expect(kept.data.route_plan_id).toBe(secret)
  })

  test('have names that differ, and are among those of the reseller above', async () => {
    const twin = await addPlan('Twin plan', 'Premium')
    const unnamed = await addPlan('Unnamed plan', '')
    const refused = async (id: number, name: string, plans: number[]) =>
      (await updatePlans(id, name, plans)).problem.fields
    expect(await refused(ids.amber, 'Amber', [premium, twin])).toEqual({
      client_plan_ids: 'Two of these route plans have the same name for resellers.',
    })
    expect(await refused(ids.amber, 'Amber', [unnamed])).toEqual({
      client_plan_ids: 'Enter a name for resellers in the route plan first.',
    })
    expect(await refused(ids.beryl, 'Beryl', [twin])).toEqual({
      client_plan_ids: 'The reseller above does not have this route plan.',
    })
  })

  test('keep their name for resellers as long as one has them', async () => {
    const params = { id: plan }
    const { data } = await api.admin.call(getRoutePlan, { params })
    const form = routePlanForm([], data.name)
    const body = { ...form, rules: [], version: data.version }
    const refused = await api.admin.call(updateRoutePlan, { params, body })
    expect(refused.problem.fields).toEqual({
      name_for_resellers: 'Required: resellers have this plan.',
    })
    const copy = await api.admin.call(copyRoutePlan, { params, body: { name: 'Copy of it' } })
    expect(copy.data.name_for_resellers).toBe('')
  })

  test('that the reseller above loses are taken from those below it', async () => {
    expect((await updatePlans(ids.beryl, 'Beryl', [premium])).status).toBe(200)
    const own = await amber.call(getReseller, { params: { id: ids.beryl } })
    expect(own.data.client_plan_ids).toEqual([premium])
    expect((await updatePlans(ids.amber, 'Amber', [plan])).status).toBe(200)
    const left = await amber.call(getReseller, { params: { id: ids.beryl } })
    expect(left.data.client_plan_ids).toEqual([])
    const options = await beryl.call(lookupGivenPlans, {})
    expect(options.data.map(({ name }) => name)).toEqual(['Standard'])
  })
})
