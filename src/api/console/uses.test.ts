// The uses of a thing, for every kind of thing.
import { expect, test } from 'vitest'
import { createReseller } from '#contract/accounts/resellers.ts'
import * as contract from '#contract/console/uses.ts'
import { createTunnel } from '#contract/machine/tunnels.ts'
import { createPackage } from '#contract/packages/packages.ts'
import { createFailoverPolicy } from '#contract/routing/failover-policies.ts'
import { createGatewayGroup } from '#contract/routing/gateway-groups.ts'
import { createRoutePlan } from '#contract/routing/route-plans.ts'
import { createCurrency } from '#contract/tariffs/currencies.ts'
import { createTariff, deleteTariff } from '#contract/tariffs/tariffs.ts'
import { fx, money } from '#core/money.ts'
import { apiForFile } from '#test/support/api.ts'
import {
  addClient,
  addGateway,
  addRetailClient,
  addSettlement,
  addTariff,
  named,
} from '#test/support/configuration.ts'
import {
  gatewayGroupForm,
  packageForm,
  resellerForm,
  routePlanForm,
  tariffForm,
  tunnelForm,
} from '#test/support/forms.ts'
import { addList, addTranslation, addWindow } from '#test/support/route-lists.ts'
import { changeBalance } from '#test/support/rows.ts'

const api = apiForFile()

const ENDPOINTS = [
  contract.getTariffUses,
  contract.getPackageUses,
  contract.getRoutePlanUses,
  contract.getNumberListUses,
  contract.getTimeWindowUses,
  contract.getTranslationUses,
  contract.getGatewayUses,
  contract.getGatewayGroupUses,
  contract.getTunnelUses,
  contract.getFailoverPolicyUses,
  contract.getSettlementUses,
  contract.getResellerUses,
  contract.getWholesaleClientUses,
  contract.getRetailClientUses,
]

test.each(ENDPOINTS)('$path knows nothing of what does not exist', async (endpoint) => {
  const params = { id: 999_999 }
  expect((await api.admin.call(endpoint, { params })).status).toBe(404)
})

test('of everything new it says that nothing uses it, or what does', async () => {
  const { admin } = api
  const settlement_id = await addSettlement(api)
  const gateway_id = await addGateway(api, settlement_id)
  const group = gatewayGroupForm([gateway_id], named('group'))
  const rules = [{ codes: [486], causes: null, action: 'stop' as const, reply_code: null }]
  const policy = { name: named('policy'), description: '', rules }
  const reseller = resellerForm(await addTariff(api, 'RESELLER_COST'), named('reseller'))
  const usersOf = async (endpoint: (typeof ENDPOINTS)[number], { id }: { id: number }) =>
    (await admin.call(endpoint, { params: { id } })).data.users.map(({ kind }) => kind)

  const { data: added } = await admin.call(createGatewayGroup, { body: group })
  expect(await usersOf(contract.getSettlementUses, { id: settlement_id })).toEqual(['GATEWAY'])
  expect(await usersOf(contract.getGatewayUses, { id: gateway_id })).toEqual(['GATEWAY_GROUP'])
  for (const [endpoint, { data }] of [
    [contract.getGatewayGroupUses, { data: added }],
    [contract.getPackageUses, await admin.call(createPackage, { body: packageForm })],
    [
      contract.getRoutePlanUses,
      await admin.call(createRoutePlan, { body: routePlanForm([gateway_id]) }),
    ],
    [contract.getNumberListUses, await addList(api)],
    [contract.getTimeWindowUses, await addWindow(api)],
    [contract.getTranslationUses, await addTranslation(api, {})],
    [contract.getTunnelUses, await admin.call(createTunnel, { body: tunnelForm() })],
    [contract.getFailoverPolicyUses, await admin.call(createFailoverPolicy, { body: policy })],
    [contract.getResellerUses, await admin.call(createReseller, { body: reseller })],
    [contract.getRetailClientUses, await addRetailClient(api)],
  ] as const) {
    expect(await usersOf(endpoint, data), endpoint.path).toEqual([])
  }
})

test('a client with money says how much stands against deleting it', async () => {
  const { id } = await addClient(api)
  const read = () => api.admin.call(contract.getWholesaleClientUses, { params: { id } })
  expect((await read()).data).toEqual({ count: 0, kinds: [], users: [], obstacles: [] })
  await changeBalance(api, id, { balance: money(25_000_000) })
  expect((await read()).data.obstacles).toEqual(['Its balance is 25 USD, not 0.'])
})

test('of a currency it counts tariffs, accounts and packages, and what is deleted', async () => {
  const { admin } = api
  const read = (code: string) => admin.call(contract.getCurrencyUses, { params: { code } })
  expect((await read('CHF')).status).toBe(404)
  const body = { code: 'CHF', name: 'Franc', rate: fx(110_000_000) }
  await admin.call(createCurrency, { body })
  const tariff = () =>
    admin.call(createTariff, { body: { ...tariffForm, name: named('tariff'), currency: 'CHF' } })
  const [first, second, third] = [await tariff(), await tariff(), await tariff()]
  const client = await addClient(api, { currency: 'CHF', tariff_id: first.data.id })
  await admin.call(createPackage, {
    body: { ...packageForm, name: named('package'), currency: 'CHF' },
  })
  await admin.call(deleteTariff, { params: { id: third.data.id } })
  const { data } = await read('CHF')
  expect(data).toMatchObject({
    count: 4,
    obstacles: ['A deleted account, tariff or package is in it.'],
  })
  expect(data.kinds[0]).toEqual({ kind: 'TARIFF', count: 2 })
  expect(data.users.map(({ name }) => name)).toEqual(
    expect.arrayContaining([client.data.name, first.data.name, second.data.name]),
  )
  expect((await read('USD')).data.obstacles).toContain('It is the system currency.')
})

test('a client and a carrier do not learn how many others use what is theirs', async () => {
  const { form } = await addClient(api)
  await addClient(api, { tariff_id: form.tariff_id })
  const client = await api.signIn(form.username, 'CLIENT')
  const params = { id: form.tariff_id }
  expect((await api.admin.call(contract.getTariffUses, { params })).data.count).toBe(2)
  const { data } = await client.call(contract.getTariffUses, { params })
  expect(data).toEqual({ count: 0, kinds: [], users: [], obstacles: [] })
})
