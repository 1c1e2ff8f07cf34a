// Stopping an account: it is blocked, and all its calls and those of accounts below it end.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#contract/accounts/account-stops.ts'
import { createReseller, getReseller } from '#contract/accounts/resellers.ts'
import { createWholesaleClient, getWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { me } from '#contract/people/session.ts'
import { apiForFile } from '#test/support/api.ts'
import { openCall, writeCalls } from '#test/support/calls.ts'
import {
  addSettlement,
  addTariff,
  lastActivity,
  named,
  routingChangeNumber,
} from '#test/support/configuration.ts'
import { clientForm, resellerForm } from '#test/support/forms.ts'

const api = apiForFile()
let sell: number
let reseller: { id: number; name: string; username: string }
let alpha: { id: number; name: string; username: string }
let beta: { id: number; name: string }

beforeAll(async () => {
  sell = await addTariff(api, 'SELL')
})

const add = async (parent_id: number | null) => {
  const body = { ...clientForm(sell, named('client')), parent_id }
  return (await api.admin.call(createWholesaleClient, { body })).data
}

/** Two clients below a reseller, with three and one calls; another client has one more. */
beforeEach(async () => {
  await api.database.deleteFrom('open_call').execute()
  const body = resellerForm(await addTariff(api, 'RESELLER_COST'), named('reseller'))
  reseller = (await api.admin.call(createReseller, { body })).data
  alpha = await add(reseller.id)
  beta = await add(reseller.id)
  const other = await add(null)
  const callOf = (id: number, ...above: number[]) => openCall(id, { payer_ids: [id, ...above] })
  await writeCalls(api.url, {
    opened: [
      ...Array.from({ length: 3 }, () => callOf(alpha.id, reseller.id)),
      callOf(beta.id, reseller.id),
      callOf(other.id),
    ],
  })
})

const look = (id: number) => api.admin.call(contract.getAccountStop, { params: { id } })
const stop = (id: number) => api.admin.call(contract.stopAccount, { params: { id } })
/** How many calls of each account were asked to end. */
const asked = async () => {
  const rows = await api.database
    .selectFrom('open_call')
    .where('hang_up_asked_at', 'is not', null)
    .where('hang_up_asked_by', '=', 'admin')
    .select(['account_id', (is) => is.fn.countAll<number>().as('calls')])
    .groupBy('account_id')
    .execute()
  return Object.fromEntries(rows.map(({ account_id, calls }) => [account_id, calls]))
}

describe('stopping a client', () => {
  test('says before whose calls end, and how many', async () => {
    const { data } = await look(alpha.id)
    expect(data).toEqual({
      id: alpha.id,
      kind: 'WHOLESALE',
      name: alpha.name,
      status: 'active',
      active_calls: 3,
      clients: [{ id: alpha.id, name: alpha.name, active_calls: 3 }],
      clients_count: 1,
    })
    expect(await asked()).toEqual({})
  })

  test('blocks it, signs its portal login out and ends its calls', async () => {
    const portal = await api.signIn(alpha.username, 'CLIENT')
    const number = await routingChangeNumber(api)
    expect((await stop(alpha.id)).data).toEqual({ stopped_calls: 3 })
    expect(await asked()).toEqual({ [alpha.id]: 3 })
    const { data } = await api.admin.call(getWholesaleClient, { params: { id: alpha.id } })
    expect(data).toMatchObject({ status: 'blocked', version: 2 })
    expect((await portal.call(me, {})).status).toBe(401)
    await expect(api.signIn(alpha.username, 'CLIENT')).rejects.toThrow('cannot sign in')
    expect(await routingChangeNumber(api)).toBe(number + 1)
    expect(await lastActivity(api)).toMatchObject({
      action: 'EXECUTE',
      entity: 'wholesale_client',
      entity_id: String(alpha.id),
      entity_name: alpha.name,
      changes: { status: ['active', 'blocked'], stopped_calls: [null, 3] },
    })
  })

  test('once more ends only what has come since, and otherwise writes nothing', async () => {
    await stop(alpha.id)
    const late = openCall(alpha.id, { payer_ids: [alpha.id, reseller.id] })
    await writeCalls(api.url, { opened: [late] })
    expect((await stop(alpha.id)).data).toEqual({ stopped_calls: 1 })
    const before = await lastActivity(api)
    expect(before.changes).toEqual({ stopped_calls: [null, 1] })
    expect((await stop(alpha.id)).data).toEqual({ stopped_calls: 0 })
    expect((await lastActivity(api)).id).toBe(before.id)
    const { data } = await api.admin.call(getWholesaleClient, { params: { id: alpha.id } })
    expect(data.version).toBe(2)
  })
})

describe('stopping a reseller', () => {
  test('ends the calls of everybody below it, and blocks the reseller alone', async () => {
    const { data } = await look(reseller.id)
    expect(data).toMatchObject({ kind: 'RESELLER', active_calls: 4, clients_count: 2 })
    expect(data.clients.map(({ id, active_calls }) => [id, active_calls])).toEqual([
      [alpha.id, 3],
      [beta.id, 1],
    ])
    expect((await stop(reseller.id)).data).toEqual({ stopped_calls: 4 })
    expect(await asked()).toEqual({ [alpha.id]: 3, [beta.id]: 1 })
    const read = await api.admin.call(getReseller, { params: { id: reseller.id } })
    expect(read.data.status).toBe('blocked')
    const client = await api.admin.call(getWholesaleClient, { params: { id: alpha.id } })
    expect(client.data.status).toBe('active')
  })

  test('names five of its clients, those with the most calls first', async () => {
    const clients = await Promise.all(Array.from({ length: 6 }, () => add(reseller.id)))
    await writeCalls(api.url, {
      opened: clients.map(({ id }) => openCall(id, { payer_ids: [id, reseller.id] })),
    })
    const { data } = await look(reseller.id)
    expect(data).toMatchObject({ active_calls: 10, clients_count: 8 })
    expect(data.clients).toHaveLength(5)
    expect(data.clients[0]?.id).toBe(alpha.id)
  })
})

test('carriers are not stopped so, and nobody but the operator stops anybody', async () => {
  const settlement = await addSettlement(api)
  expect((await look(settlement)).status).toBe(404)
  expect((await stop(settlement)).status).toBe(404)
  expect((await stop(1)).status).toBe(404)
  const portal = await api.signIn(reseller.username, 'RESELLER')
  const params = { id: alpha.id }
  expect((await portal.call(contract.stopAccount, { params })).status).toBe(403)
  expect((await portal.call(contract.getAccountStop, { params })).status).toBe(403)
  expect(await asked()).toEqual({})
})
