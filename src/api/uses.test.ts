// What uses a thing, of every kind of thing.
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '#contract/uses.ts'
import { money } from '#core/money.ts'
import { startApi, type TestApi } from '#test/support/api.ts'
import { addClient } from '#test/support/configuration.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

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
  contract.getStopPolicyUses,
  contract.getSettlementUses,
  contract.getResellerUses,
  contract.getWholesaleClientUses,
  contract.getRetailClientUses,
]

test.each(ENDPOINTS)('$path knows nothing of what does not exist', async (endpoint) => {
  const params = { id: 999_999 }
  expect((await api.admin.call(endpoint, { params })).status).toBe(404)
})

test('a client with money says how much stands against deleting it', async () => {
  const { id } = await addClient(api)
  const read = () => api.admin.call(contract.getWholesaleClientUses, { params: { id } })
  expect((await read()).data).toEqual({ count: 0, users: [], obstacles: [] })
  await api.database
    .updateTable('account_balance')
    .set({ balance: money(25_000_000) })
    .where('account_id', '=', id)
    .execute()
  expect((await read()).data.obstacles).toEqual(['Its balance is 25 USD, not 0.'])
})
