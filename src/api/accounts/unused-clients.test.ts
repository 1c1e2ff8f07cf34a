import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createClientIp } from '#contract/accounts/ip-list.ts'
import { createRetailClient } from '#contract/accounts/retail-clients.ts'
import { createSettlement } from '#contract/accounts/settlements.ts'
import { createSipUser } from '#contract/accounts/sip-users.ts'
import { blockUnusedClients, listUnusedClients } from '#contract/accounts/unused-clients.ts'
import { createWholesaleClient, getWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { lookupPayers } from '#contract/console/lookups.ts'
import { listActivities } from '#contract/people/activities.ts'
import { apiForFile } from '#test/support/api.ts'
import { openCall, trafficAt, writeCalls } from '#test/support/calls.ts'
import { addTariff } from '#test/support/configuration.ts'
import { clientForm, clientIpForm, settlementForm, sipUserForm } from '#test/support/forms.ts'

const api = apiForFile()
const ids: Record<'silent' | 'busy' | 'old' | 'young' | 'calling', number> = {
  silent: 0,
  busy: 0,
  old: 0,
  young: 0,
  calling: 0,
}

async function answered(account_id: number, days_ago: number): Promise<void> {
  const at = Date.now() - days_ago * 86_400_000
  await writeCalls(api.url, { additions: [trafficAt(at, { account_id, calls: 1, answered: 1 })] })
}

beforeAll(async () => {
  const tariff = await addTariff(api, 'SELL')
  for (const name of Object.keys(ids) as (keyof typeof ids)[]) {
    const isRetail = name === 'old'
    const create = isRetail ? createRetailClient : createWholesaleClient
    const { data } = await api.admin.call(create, { body: clientForm(tariff, name) })
    ids[name] = data.id
    const age = name === 'young' ? '3 days' : '90 days'
    await sql`update account set created_at = now() - ${age}::interval
      where id = ${data.id}`.execute(api.database)
  }
  await answered(ids.busy, 40)
  await answered(ids.busy, 2)
  await answered(ids.old, 60)
  await writeCalls(api.url, { opened: [openCall(ids.calling)] })
  const bought = await addTariff(api, 'BUY')
  await api.admin.call(createSettlement, { body: settlementForm(bought, 'silent carrier') })
})

const listed = async (query: object = {}) =>
  (await api.admin.call(listUnusedClients, { query })).data.map(({ name }) => name)

test('unused clients are old enough, active, and had no answered call', async () => {
  expect(await listed()).toEqual(['silent', 'old'])
  expect(await listed({ days: 70 })).toEqual(['silent'])
  expect(await listed({ days: 1, sort: 'name' })).toEqual(['busy', 'old', 'silent', 'young'])
  expect(await listed({ kind: 'RETAIL' })).toEqual(['old'])
  expect(await listed({ limit: 1, sort: '-answered_at' })).toEqual(['old'])
  const { data } = await api.admin.call(listUnusedClients, {})
  expect(data).toMatchObject([
    { kind: 'WHOLESALE', answered_at: null, currency: 'USD', balance: 0n },
    { kind: 'RETAIL', answered_at: expect.any(String) },
  ])
})

test('accounts to recharge are found by all that identifies them', async () => {
  const ip = { body: clientIpForm(ids.silent, '192.0.2.0/28') }
  expect((await api.admin.call(createClientIp, ip)).status).toBe(200)
  const sip = { body: { ...sipUserForm(ids.old), username: 'alice.desk' } }
  expect((await api.admin.call(createSipUser, sip)).status).toBe(200)
  const found = async (q: string) =>
    (await api.admin.call(lookupPayers, { query: { q } })).data.map(({ name, hint }) => [
      name,
      hint,
    ])
  expect(await found('sil')).toEqual([['silent', 'silent']])
  expect(await found('192.0.2.7')).toEqual([['silent', '192.0.2.0']])
  expect(await found('ice.de')).toEqual([['old', 'alice.desk']])
  expect(await found('192.0.2.77')).toEqual([])
  const chosen = await api.admin.call(lookupPayers, { query: { id: ids.busy } })
  expect(chosen.data[0]).toMatchObject({ id: ids.busy, name: 'busy' })
})

test('they are blocked together, but only those that are still unused', async () => {
  const session = await api.signIn('silent', 'CLIENT')
  const body = { ids: [ids.silent, ids.busy, ids.calling, ids.old], days: 30 }
  const { data } = await api.admin.call(blockUnusedClients, { body })
  expect(data).toEqual({ blocked: 2 })
  expect(await listed()).toEqual([])
  const statusOf = async (id: number) =>
    (await api.admin.call(getWholesaleClient, { params: { id } })).data.status
  expect(await statusOf(ids.silent)).toBe('blocked')
  expect(await statusOf(ids.busy)).toBe('active')
  expect((await session.send({ url: '/api/me' })).statusCode).toBe(401)
  const query = { entity: 'wholesale_client', action: 'UPDATE' } as const
  const activities = await api.admin.call(listActivities, { query })
  expect(activities.data).toMatchObject([
    { entity_name: 'silent', changes: { status: ['active', 'blocked'] } },
  ])
  expect((await api.admin.call(blockUnusedClients, { body })).data).toEqual({ blocked: 0 })
})
