// Bulk changes: the checks and the log of the form of each thing, all or nothing, and back again.
import { beforeAll, describe, expect, test } from 'vitest'
import { createClientIp, getClientIp } from '#contract/accounts/ip-list.ts'
import { createReseller } from '#contract/accounts/resellers.ts'
import { getWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import * as contract from '#contract/bulk-changes/bulk-changes.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { createBan, listBans } from '#contract/machine/bans.ts'
import { listActivities } from '#contract/people/activities.ts'
import { getGateway, updateGateway } from '#contract/routing/gateways.ts'
import { PERMISSIONS } from '#core/permission/permission.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { openCall, writeCalls } from '#test/support/calls.ts'
import {
  addClient,
  addGateway,
  addNumberList,
  addSettlement,
  addTariff,
  routingChangeNumber,
} from '#test/support/configuration.ts'
import { clientIpForm, resellerForm } from '#test/support/forms.ts'
import { signInAdmin } from '#test/support/people.ts'
import { changeRows, readRow } from '#test/support/rows.ts'

type Body = BodyOf<typeof contract.createBulkChange>

const api = apiForFile()
let settlement_id: number
beforeAll(async () => {
  settlement_id = await addSettlement(api)
})

const GATEWAYS: Body = {
  resource: 'gateways',
  ids: null,
  filter: {},
  operations: [],
  digest: null,
  skips_faults: false,
}
const ofClients = (ids: readonly number[]): Body => ({
  ...GATEWAYS,
  resource: 'wholesale_clients',
  ids: ids.map(String),
  filter: null,
})

const change = (body: Body, session: Session = api.admin) =>
  session.call(contract.createBulkChange, { body })

/** A preview, and what it says applied. */
async function changed(body: Body) {
  const preview = await change(body)
  const applied = await change({ ...body, digest: preview.data.digest })
  return { preview, applied, id: applied.data?.id ?? 0 }
}

const undo = (id: number, skips_faults = false, session: Session = api.admin) =>
  session.call(contract.undoBulkChange, {
    params: { id },
    body: { dry_run: false, skips_faults },
  })

const gateway = async (id: number) => (await api.admin.call(getGateway, { params: { id } })).data

/** As the form does. */
async function setWeight(id: number, weight: number): Promise<void> {
  const row = Object.entries({ ...(await gateway(id)), weight })
  const body = Object.fromEntries(row.filter(([field]) => field in updateGateway.body.shape))
  await api.admin.call(updateGateway, { params: { id }, body: body as never })
}

const updates = async (entity_id: number) =>
  (
    await api.admin.call(listActivities, {
      query: { entity_id: String(entity_id), entity: 'gateway', action: 'UPDATE' },
    })
  ).data

const signInWith = (username: string, group: object) =>
  signInAdmin(api, username, { permissions: PERMISSIONS, ...group })

describe('gateways that a filter finds', () => {
  const LIMIT_UP: Body['operations'] = [{ field: 'channel_limit', kind: 'percent', value: '10' }]
  const PARIS: Body = { ...GATEWAYS, filter: { q: 'paris' }, operations: LIMIT_UP }
  let ids: number[]
  beforeAll(async () => {
    const made = await Promise.all(
      ['Paris 1', 'Paris 2', 'Rome'].map((name) => addGateway(api, settlement_id, name)),
    )
    ids = made
    for (const [at, id] of made.entries()) {
      await changeRows(api, 'gateway', { id }, { channel_limit: at === 1 ? null : 35 })
    }
  })
  const limits = () => Promise.all(ids.map(async (id) => (await gateway(id)).channel_limit))

  test('a preview says what would change, and changes nothing', async () => {
    const before = await routingChangeNumber(api)
    const { data } = await change(PARIS)
    expect(data).toMatchObject({ id: null, matched: 2, changed: 1, unchanged: 1, faults_count: 0 })
    expect(data.examples).toEqual([
      { id: String(ids[0]), name: 'Paris 1', changes: { channel_limit: [35, 39] }, names: {} },
    ])
    expect([await limits(), await routingChangeNumber(api)]).toEqual([[35, null, 35], before])
  })

  test('all are changed as by their form, and undone as one', async () => {
    const engine = await routingChangeNumber(api)
    const { applied, id } = await changed(PARIS)
    expect(applied.status).toBe(200)
    expect(await limits()).toEqual([39, null, 35])
    expect(await routingChangeNumber(api)).toBeGreaterThan(engine)
    expect((await updates(ids[0]!))[0]?.changes).toEqual({ channel_limit: [35, 39] })
    const { data: listed } = await api.admin.call(contract.listBulkChanges, {})
    const said = { id, created_by: 'admin', changed_count: 1, operations: LIMIT_UP }
    expect(listed[0]).toMatchObject({ ...said, can_be_undone: true })
    const { data: things } = await api.admin.call(contract.listChangedThings, { params: { id } })
    expect(things).toMatchObject([{ name: 'Paris 1', changes: { channel_limit: [35, 39] } }])

    expect((await undo(id)).data).toMatchObject({ changed: 1, faults_count: 0 })
    expect(await limits()).toEqual([35, null, 35])
    expect((await updates(ids[0]!))[0]?.changes).toEqual({ channel_limit: [39, 35] })
    const after = await api.admin.call(contract.listBulkChanges, { query: { is_undone: 'true' } })
    expect(after.data[0]).toMatchObject({ id, undone_by: 'admin', can_be_undone: false })
    expect((await undo(id)).problem).toMatchObject({ message: 'It is already undone.' })
  })

  test('one that is not as it was previewed stops all', async () => {
    const { data } = await change(PARIS)
    await setWeight(ids[1]!, 7)
    const late = await change({ ...PARIS, digest: data.digest })
    expect(late.problem).toMatchObject({ code: 'changed-meanwhile' })
    expect(await limits()).toEqual([35, null, 35])
  })

  test('an undo refuses what was changed since, and can skip it', async () => {
    const { id } = await changed({
      ...PARIS,
      filter: { settlement_id: String(settlement_id) },
      operations: [
        { field: 'weight', kind: 'set', value: 20 },
        { field: 'weight', kind: 'add', value: '2.4' },
      ],
    })
    expect((await gateway(ids[2]!)).weight).toBe(22)
    await setWeight(ids[2]!, 50)
    const refused = await undo(id)
    expect(refused.problem.message).toBe('1 of 3 cannot be changed: Rome: Changed since.')
    expect((await gateway(ids[0]!)).weight).toBe(22)
    const { data } = await undo(id, true)
    expect((await gateway(ids[0]!)).weight).not.toBe(22)
    expect(data).toMatchObject({ changed: 2, faults: [{ name: 'Rome', field: 'weight' }] })
    expect((await gateway(ids[2]!)).weight).toBe(50)
  })

  test('fields that the list or the form does not have are refused', async () => {
    const ask = async (more: Partial<Body>) => (await change({ ...PARIS, ...more })).problem.fields
    const [one] = LIMIT_UP
    const operation = (more: object) => [{ ...one!, ...more }] as Body['operations']
    expect(await ask({ filter: { host: 'x' } })).toHaveProperty(['filter.host'])
    expect(await ask({ operations: operation({ field: 'auth_password' }) })).toEqual({
      'operations.0.field': 'Unknown field.',
    })
    expect(await ask({ operations: operation({ field: 'status' }) })).toEqual({
      'operations.0.kind': 'Only numbers can be calculated.',
    })
    expect(await ask({ operations: operation({ value: '1e3' }) })).toHaveProperty([
      'operations.0.value',
    ])
    expect(await ask({ operations: operation({ kind: 'set', value: 0 }) })).toHaveProperty([
      'operations.0.value',
    ])
  })

  test('who does not see max buy rates can neither change them nor see their changes', async () => {
    const body: Body = {
      ...PARIS,
      operations: [{ field: 'max_buy_rate', kind: 'set', value: '0.5' }],
    }
    const { id } = await changed(body)
    const blind = await signInWith('blind', { hides_costs: true })
    expect((await change(body, blind)).problem.fields).toHaveProperty(['operations.0.field'])
    const { data } = await blind.call(contract.listBulkChanges, {})
    expect(data.find((one) => one.id === id)).toMatchObject({
      operations: [],
      can_be_undone: false,
    })
    const things = await blind.call(contract.listChangedThings, { params: { id } })
    expect(things.data[0]?.changes).toEqual({})
    expect((await undo(id, false, blind)).status).toBe(403)
  })

  test('it takes the permissions to change many, and to change them', async () => {
    for (const missing of ['gateways.bulk', 'gateways.edit'] as const) {
      const permissions = PERMISSIONS.filter((one) => one !== missing)
      const session = await signInWith(missing, { permissions })
      expect((await change(PARIS, session)).status, missing).toBe(403)
    }
  })
})

describe('clients', () => {
  test('what cannot be changed is named, and skipped on request', async () => {
    const prepaid = (await addClient(api, { name: 'Prepaid' })).id
    const postpaid = (await addClient(api, { name: 'Postpaid', billing_type: 'POSTPAID' })).id
    const body: Body = {
      ...ofClients([prepaid, postpaid]),
      operations: [{ field: 'credit_limit', kind: 'set', value: '12.5' }],
    }
    const { preview, applied } = await changed(body)
    expect(preview.data).toMatchObject({
      changed: 1,
      faults: [{ name: 'Prepaid', field: 'credit_limit' }],
    })
    expect(applied.problem.message).toMatch(/^1 of 2 cannot be changed: Prepaid: Prepaid accounts/)
    const buy: Body['operations'] = [
      { field: 'tariff_id', kind: 'set', value: await addTariff(api, 'BUY') },
    ]
    const { data: of_buy } = await change({ ...body, operations: buy })
    expect(of_buy.faults[1]).toMatchObject({ field: 'tariff_id', message: /is for BUY/ })
    const { digest } = preview.data
    const rest = await change({ ...body, digest, skips_faults: true })
    expect(rest.data).toMatchObject({ changed: 1, faults_count: 1 })
    const { data } = await api.admin.call(getWholesaleClient, { params: { id: postpaid } })
    expect(data.credit_limit).toBe(12_500_000)
  })

  test('blocking them signs out their portal logins', async () => {
    const { id, form } = await addClient(api)
    const { applied } = await changed({
      ...ofClients([id]),
      operations: [{ field: 'status', kind: 'set', value: 'blocked' }],
    })
    expect(applied.data.changed).toBe(1)
    const login = await readRow(api, 'console_user', { username: form.username })
    expect(login.status).toBe('blocked')
  })

  test('an admin reaches those of its accounts only, and sees its own changes only', async () => {
    const cost = await addTariff(api, 'RESELLER_COST')
    const ruby = await api.admin.call(createReseller, { body: resellerForm(cost, 'Ruby') })
    const own = (await addClient(api, { name: 'Bella', parent_id: ruby.data.id })).id
    const foreign = (await addClient(api, { name: 'Dora' })).id
    const limited = await signInWith('limited', { scope: 'LISTED', account_ids: [ruby.data.id] })
    const body: Body = {
      ...ofClients([own, foreign]),
      operations: [{ field: 'cps_limit', kind: 'set', value: 3 }],
    }
    const { data } = await change(body, limited)
    expect(data.examples.map(({ name }) => name)).toEqual(['Bella'])
    expect((await change({ ...body, ids: null, filter: {} }, limited)).data.matched).toBe(1)
    await change({ ...body, digest: data.digest }, limited)
    const { id } = await changed({ ...body, ids: [String(foreign)] })
    const listed = await limited.call(contract.listBulkChanges, {})
    expect(listed.data.map(({ created_by }) => created_by)).toEqual(['limited'])
    expect((await undo(id, false, limited)).status).toBe(404)
  })

  test('of those that are deleted, the ones in use stay and are named', async () => {
    const idle = (await addClient(api, { name: 'Idle' })).id
    const calling = (await addClient(api, { name: 'Calling' })).id
    await writeCalls(api.url, { opened: [openCall(calling)] })
    const { digest: _, skips_faults: __, operations: ___, ...body } = ofClients([idle, calling])
    const remove = (count: number) =>
      api.admin.call(contract.createBulkDeletion, { body: { ...body, count } })
    expect((await remove(3)).problem).toMatchObject({ code: 'changed-meanwhile' })
    const { data } = await remove(2)
    expect(data).toMatchObject({
      deleted: 1,
      faults: [{ name: 'Calling', message: 'This client has active calls.' }],
    })
    const get = (id: number) => api.admin.call(getWholesaleClient, { params: { id } })
    expect((await get(idle)).status).toBe(404)
    expect((await get(calling)).status).toBe(200)
  })
})

describe('addresses, number lists and bans', () => {
  test('addresses are changed with the permissions of their clients', async () => {
    const { id } = await addClient(api)
    const ips = await Promise.all(
      ['198.51.100.1', '198.51.100.2'].map((ip) =>
        api.admin.call(createClientIp, { body: clientIpForm(id, ip) }),
      ),
    )
    const body: Body = {
      ...GATEWAYS,
      resource: 'client_ips',
      filter: { account_id: String(id) },
      operations: [
        { field: 'status', kind: 'set', value: 'blocked' },
        { field: 'tech_prefix', kind: 'set', value: '77' },
      ],
    }
    const { preview, id: change_id } = await changed(body)
    expect(preview.data.examples[0]?.name).toMatch(/^198\.51\.100\./)
    const get = async () =>
      (await api.admin.call(getClientIp, { params: { id: ips[1]!.data.id } })).data
    expect(await get()).toMatchObject({ status: 'blocked', tech_prefix: '77' })
    await undo(change_id)
    expect(await get()).toMatchObject({ status: 'active', tech_prefix: '' })
    const permissions = PERMISSIONS.filter((one) => one !== 'wholesale_clients.edit')
    const viewer = await signInWith('no-client-edit', { permissions })
    expect((await change(body, viewer)).status).toBe(403)
  })

  test('a number list is blocked; bans are lifted by their addresses', async () => {
    const list = await addNumberList(api)
    const { applied } = await changed({
      ...GATEWAYS,
      resource: 'number_lists',
      ids: [String(list)],
      filter: null,
      operations: [{ field: 'status', kind: 'set', value: 'blocked' }],
    })
    expect(applied.data.changed).toBe(1)
    for (const ip of ['203.0.113.5', '2001:db8::5']) {
      await api.admin.call(createBan, { body: { ip, minutes: 5, reason: 'test' } })
    }
    const bans = { resource: 'bans' as const, ids: ['2001:db8::5'], filter: null }
    const { data } = await api.admin.call(contract.createBulkDeletion, {
      body: { ...bans, count: 1 },
    })
    expect(data).toEqual({ deleted: 1, faults_count: 0, faults: [] })
    const left = await api.admin.call(listBans, {})
    expect(left.data.map(({ ip }) => ip)).toEqual(['203.0.113.5'])
    const operations: Body['operations'] = [{ field: 'reason', kind: 'set', value: '' }]
    expect((await change({ ...GATEWAYS, ...bans, ids: ['203.0.113.5'], operations })).status).toBe(
      403,
    )
  })
})
