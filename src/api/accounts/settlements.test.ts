// Carriers that are paid ahead, that may carry so much a month, and that also send us calls.
import { beforeAll, expect, test } from 'vitest'
import * as settlements from '#contract/accounts/settlements.ts'
import { money } from '#core/money.ts'
import { listExhaustedSettlements } from '#db/calls/open-calls.ts'
import { makeClient } from '#db/database.ts'
import { apiForFile } from '#test/support/api.ts'
import { trafficAt, writeCalls } from '#test/support/calls.ts'
import { addClient, addGateway, addTariff, named } from '#test/support/configuration.ts'
import { settlementForm } from '#test/support/forms.ts'
import { changeBalance } from '#test/support/rows.ts'

const api = apiForFile()
let tariff_id: number
beforeAll(async () => {
  tariff_id = await addTariff(api, 'BUY')
})

type Form = ReturnType<typeof settlementForm>
const create = (change: Partial<Form> = {}) =>
  api.admin.call(settlements.createSettlement, {
    body: { ...settlementForm(tariff_id, named('carrier')), ...change },
  })

test('a carrier needs no portal login, and gets or loses one later', async () => {
  const { password, ...rest } = settlementForm(tariff_id, named('silent'))
  const form = { ...rest, username: '' }
  const body = form
  const { data } = await api.admin.call(settlements.createSettlement, { body })
  expect(data).toMatchObject({ username: '', version: 1 })
  const params = { id: data.id }
  const change = async (version: number, login: Pick<Form, 'username'> & Partial<Form>) =>
    api.admin.call(settlements.updateSettlement, { params, body: { ...form, ...login, version } })
  const nobodys = await change(1, { username: '', password })
  expect(nobodys.problem.fields).toEqual({ username: 'The password needs a username.' })
  const username = named('carrier')
  expect((await change(1, { username })).problem.fields).toEqual({ password: 'Required.' })
  expect((await change(1, { username, password })).data).toMatchObject({ username, version: 2 })
  expect((await change(2, { username: '' })).data).toMatchObject({ username: '', version: 3 })
  const { data: found } = await api.admin.call(settlements.listSettlements, {
    query: { q: form.name },
  })
  expect(found).toHaveLength(1)
})

async function exhausted(): Promise<number[]> {
  const client = makeClient(api.url, 'test')
  await client.connect()
  return listExhaustedSettlements(client).finally(() => client.end())
}

test('whom we pay ahead lends us a named sum, or nothing', async () => {
  const refused = await create({ billing_type: 'PREPAID' })
  expect(refused.problem.fields).toHaveProperty('max_debt')
  const { data } = await create({ billing_type: 'PREPAID', max_debt: money(0) })
  // Nothing is paid yet, so nothing may be owed.
  expect(await exhausted()).toContain(data.id)
  await changeBalance(api, data.id, { balance: money(-5) })
  expect(await exhausted()).not.toContain(data.id)
})

test('the minutes of a month are counted over all gateways of a carrier', async () => {
  const { data } = await create({ monthly_minutes_cap: 10 })
  const params = { id: data.id }
  const ids = [await addGateway(api, data.id), await addGateway(api, data.id)]
  const addTraffic = (gateway_id: number | undefined, at_ms: number, minutes: number) => {
    const duration_ms = minutes * 60_000
    const traffic = { gateway_id: gateway_id ?? 0, settlement_id: data.id, duration_ms }
    return writeCalls(api.url, { additions: [trafficAt(at_ms, traffic)] })
  }
  const now = Date.now()
  await addTraffic(ids[0], now - 32 * 86_400_000, 100)
  await addTraffic(ids[0], now, 6)
  await addTraffic(ids[1], now, 3.9)
  const { data: before } = await api.admin.call(settlements.getSettlement, { params })
  expect(before.minutes_this_month).toBe(9)
  expect(await exhausted()).not.toContain(data.id)
  await addTraffic(ids[1], now + 1000, 0.1)
  expect(await exhausted()).toContain(data.id)
})

test('a partner that also sends calls is one wholesale client', async () => {
  const client = await addClient(api)
  const { data } = await create({ client_id: client.id })
  expect(data).toMatchObject({
    client_id: client.id,
    client_name: client.form.name,
    client_balance: 0n,
    client_currency: data.currency,
  })
  const twice = await create({ client_id: client.id })
  expect(twice.problem).toMatchObject({
    code: 'already-exists',
    fields: { client_id: expect.any(String) },
  })
  for (const client_id of [data.id, 999_999]) {
    expect((await create({ client_id })).problem.fields).toHaveProperty('client_id')
  }
})
