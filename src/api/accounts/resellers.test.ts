import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '#contract/accounts/resellers.ts'
import {
  createWholesaleClient,
  listWholesaleClients,
  updateWholesaleClient,
} from '#contract/accounts/wholesale-clients.ts'
import { lookupResellers } from '#contract/console/lookups.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { money, toSum } from '#core/money.ts'
import { findReseller, listResellers, listTreeNodes } from '#db/accounts/resellers.ts'
import { apiForFile } from '#test/support/api.ts'
import { addEuro, addTariff } from '#test/support/configuration.ts'
import { clientForm, resellerForm } from '#test/support/forms.ts'
import { changeBalance, changeRows } from '#test/support/rows.ts'

type Form = BodyOf<typeof contract.createReseller>
type Above = Parameters<typeof resellerForm>[2]

const api = apiForFile()
let cost: number
let sell: number
let serial = 0

const add = (form: Form) => api.admin.call(contract.createReseller, { body: form })

/** A reseller with a name of its own under another one, or at the top. */
async function addReseller(above: Above = null, change: Partial<Form> = {}) {
  serial += 1
  const form = { ...resellerForm(cost, `reseller${serial}`, above), ...change }
  return (await add(form)).data
}

async function addClient(parent_id: number | null, tariff_id = sell) {
  serial += 1
  const body = { ...clientForm(tariff_id, `client${serial}`), parent_id }
  return api.admin.call(createWholesaleClient, { body })
}

const bodyFor = (reseller: contract.Reseller, change: Partial<Form> = {}) => {
  const { level: _, ...form } = resellerForm(reseller.tariff_id, reseller.name)
  const { parent_id, username, version } = reseller
  return { ...form, password: undefined, parent_id, username, version, ...change }
}

const change = (reseller: contract.Reseller, changes: Partial<Form>) =>
  api.admin.call(contract.updateReseller, {
    params: { id: reseller.id },
    body: bodyFor(reseller, changes) as BodyOf<typeof contract.updateReseller>,
  })

async function loginOf(account_id: number): Promise<string | undefined> {
  const user = await api.database
    .selectFrom('console_user')
    .where('account_id', '=', account_id)
    .where('deleted_at', 'is', null)
    .select('status')
    .executeTakeFirst()
  return user?.status
}

beforeAll(async () => {
  cost = await addTariff(api, 'RESELLER_COST', 'Cost')
  sell = await addTariff(api, 'SELL')
})

let top: contract.Reseller
beforeEach(async () => {
  top = await addReseller()
})

describe('a reseller', () => {
  test('is added with its portal login, and signs in at its own door', async () => {
    const { data, status } = await add(resellerForm(cost, 'Atlantic', top))
    expect(status).toBe(200)
    expect(data).toMatchObject({
      level: 2,
      parent_id: top.id,
      parent_name: top.name,
      tariff_name: 'Cost',
      currency: 'USD',
      balance: 0n,
      available: 0n,
      children_count: 0,
      clients_count: 0,
    })
    const portal = await api.signIn('atlantic', 'RESELLER')
    const refused = await portal.call(contract.deleteReseller, { params: { id: data.id } })
    expect(refused.problem.code).toBe('not-found')
  })

  test('hangs under one of the level above, down to the fifth', async () => {
    let above = top
    for (const level of [2, 3, 4, 5]) {
      above = await addReseller(above)
      expect(above.level).toBe(level)
    }
    const sixth = await add({ ...resellerForm(cost, 'Six', above), level: 6 })
    expect(sixth.problem.fields).toHaveProperty('level')
    for (const [level, parent_id] of [
      [1, top.id],
      [2, null],
      [3, top.id],
      [2, above.id],
      [2, 999_999],
    ] as const) {
      const answer = await add({ ...resellerForm(cost, 'Nobody'), level, parent_id })
      expect(answer.problem.fields, `${level} under ${parent_id}`).toHaveProperty('parent_id')
    }
  })

  test('has a cost tariff and a name that is its own under its parent', async () => {
    const wrong = await add(resellerForm(sell, 'Wrong', top))
    expect(wrong.problem.fields?.tariff_id).toContain('RESELLER_COST')
    const other = await addReseller()
    const form = resellerForm(cost, 'Same', top)
    expect((await add(form)).status).toBe(200)
    const twice = await add({ ...form, username: 'same2' })
    expect(twice.problem).toMatchObject({
      code: 'already-exists',
      fields: { name: expect.any(String) },
    })
    const elsewhere = await add({ ...form, username: 'same3', parent_id: other.id })
    expect(elsewhere.status).toBe(200)
  })

  test('moves beside its like and stays on its level, which the log tells', async () => {
    const child = await addReseller(top)
    const grandchild = await addReseller(child)
    const other = await addReseller()
    const moved = await change(child, { parent_id: other.id })
    expect(moved.data).toMatchObject({ level: 2, parent_id: other.id, parent_name: other.name })
    const { rows } = await sql<{ changes: object }>`select changes from activity_log
      where entity = 'reseller' and action = 'UPDATE' order by id desc limit 1`.execute(
      api.database,
    )
    expect(rows[0]?.changes).toEqual({ parent_id: [top.id, other.id] })
    for (const parent_id of [null, grandchild.id, child.id]) {
      const answer = await change(moved.data, { parent_id })
      expect(answer.problem.fields).toHaveProperty('parent_id')
    }
    expect((await change(moved.data, { level: 1 })).problem.fields).toHaveProperty('level')
  })

  test('keeps what it may spend, and says what of that is used up', async () => {
    const limits = { daily_spend_limit: money(10), monthly_spend_limit: money(20) }
    const { data } = await change(top, limits)
    expect(data).toMatchObject({ ...limits, spent_today: 0n, spent_this_month: 0n })
    const [spent_today, spent_this_month] = [toSum(3), toSum(7)]
    await changeBalance(api, top.id, {
      spent_day: new Date().toISOString().slice(0, 10),
      spent_today,
      spent_this_month,
    })
    const params = { id: top.id }
    const { data: seen } = await api.admin.call(contract.getReseller, { params })
    expect(seen).toMatchObject({ spent_today, spent_this_month })
    const refused = await change(data, { monthly_spend_limit: money(0) })
    expect(refused.problem.fields).toHaveProperty('monthly_spend_limit')
    const open = await change(data, { daily_spend_limit: null, monthly_spend_limit: null })
    expect(open.data).toMatchObject({ daily_spend_limit: null, monthly_spend_limit: null })
  })

  test('keeps what becomes of calls below its cost as it was written', async () => {
    expect(top.loss_policy).toBe('WARN')
    const { data } = await change(top, { loss_policy: 'BLOCK' })
    expect(data.loss_policy).toBe('BLOCK')
    expect((await change(data, { loss_policy: 'NEVER' as never })).problem.fields).toHaveProperty(
      'loss_policy',
    )
  })

  test('has as many clients as it may have, and resellers below it only if it may', async () => {
    const small = await addReseller(null, { max_clients: 1, allow_create_subreseller: false })
    expect((await addClient(small.id)).status).toBe(200)
    const { problem } = await addClient(small.id)
    expect(problem.fields?.parent_id).toContain('has reached its max clients')
    const below = await add(resellerForm(cost, 'Below', small))
    expect(below.problem.fields?.parent_id).toContain('must not have resellers under it')
  })

  test('is not deleted before all below it are gone, and all money', async () => {
    const child = await addReseller(top)
    const remove = (id: number) => api.admin.call(contract.deleteReseller, { params: { id } })
    const refused = await remove(top.id)
    expect(refused.problem).toMatchObject({ code: 'in-use' })
    expect(refused.problem.message).toContain(child.name)
    const client = (await addClient(child.id)).data
    expect((await remove(child.id)).problem.message).toContain(client.name)
    const lonely = await addReseller()
    const setBalance = (balance: number) =>
      changeBalance(api, lonely.id, { balance: money(balance) })
    await setBalance(1)
    expect((await remove(lonely.id)).problem.code).toBe('in-use')
    await setBalance(0)
    expect((await remove(lonely.id)).status).toBe(204)
    const read = await api.admin.call(contract.getReseller, { params: { id: lonely.id } })
    expect(read.status).toBe(404)
    expect(await loginOf(lonely.id)).toBeUndefined()
    expect((await addClient(lonely.id)).problem.fields).toHaveProperty('parent_id')
  })

  test('is blocked and unblocked by its form, with its login', async () => {
    const { data } = await change(top, { status: 'blocked' })
    expect(data.status).toBe('blocked')
    expect(await loginOf(top.id)).toBe('blocked')
    await change(data, { status: 'active' })
    expect(await loginOf(top.id)).toBe('active')
    expect((await change(data, { status: 'active' })).problem.code).toBe('changed-meanwhile')
  })

  test('keeps its currency once money has moved in it', async () => {
    await addEuro(api)
    const euros = await change(top, { currency: 'EUR' })
    expect(euros.data.currency).toBe('EUR')
    expect((await change(euros.data, {})).data.currency).toBe('EUR')
    await sql`insert into ledger_entry
        (account_id, counter_account_id, kind, amount, balance_after)
      values (${top.id}, 1, 'PAYMENT', 5, 5)`.execute(api.database)
    const version = euros.data.version + 1
    const refused = await change({ ...euros.data, version }, { currency: 'USD' })
    expect(refused.problem.fields?.currency).toContain('after the first transaction')
    expect((await change({ ...top, version }, { currency: 'XXX' })).problem.fields).toHaveProperty(
      'currency',
    )
  })
})

test('whatever writes it, the database holds the levels', async () => {
  const child = await addReseller(top)
  const refusals: Promise<unknown>[] = [
    changeRows(api, 'account', { id: top.id }, { parent_id: child.id }),
    sql`update account set parent_id = id where id = ${child.id}`.execute(api.database),
    sql`update account set parent_id = 1 where id = ${child.id}`.execute(api.database),
    sql`update reseller set level = 3 where account_id = ${child.id}`.execute(api.database),
    sql`update account set kind = 'RETAIL' where id = ${child.id}`.execute(api.database),
    sql`insert into account (kind, parent_id, name) values ('SETTLEMENT', ${top.id}, 'Under')
      `.execute(api.database),
    sql`with a as (insert into account (kind, parent_id, name) values ('RESELLER', 1, 'Deep')
      returning id) insert into reseller (account_id, level) select id, 2 from a
      `.execute(api.database),
  ]
  const outcomes = await Promise.allSettled(refusals)
  expect(outcomes.map(({ status }) => status)).toEqual(refusals.map(() => 'rejected'))
})

describe('a client of a reseller', () => {
  test('is found under it, and moves to another one', async () => {
    const other = await addReseller()
    const { data } = await addClient(top.id)
    expect(data).toMatchObject({ parent_id: top.id, parent_name: top.name })
    const listOf = async (parent_id: number) =>
      (await api.admin.call(listWholesaleClients, { query: { parent_id } })).data.map(
        ({ id }) => id,
      )
    expect(await listOf(top.id)).toEqual([data.id])
    const { password: _, ...form } = clientForm(sell, data.name)
    const body = { ...form, parent_id: other.id, version: data.version }
    const moved = await api.admin.call(updateWholesaleClient, { params: { id: data.id }, body })
    expect(moved.data.parent_name).toBe(other.name)
    expect(await listOf(top.id)).toEqual([])
    expect(await listOf(other.id)).toEqual([data.id])
  })
})

describe('whoever looks', () => {
  test('finds resellers by level, parent and name', async () => {
    const child = await addReseller(top)
    await addClient(child.id)
    const find = async (query: object) =>
      (await api.admin.call(contract.listResellers, { query })).data
    expect((await find({ level: 1 })).every(({ level }) => level === 1)).toBe(true)
    expect(await find({ parent_id: top.id })).toMatchObject([
      { id: child.id, clients_count: 1, children_count: 0 },
    ])
    expect(await find({ q: child.name })).toHaveLength(1)
    const sorted = await find({ level: 1, sort: '-children_count' })
    expect(sorted[0]?.children_count).toBe(1)
    const { data } = await api.admin.call(lookupResellers, { query: { level: 2, q: child.name } })
    expect(data).toEqual([{ id: child.id, name: child.name, hint: `Level 2 under ${top.name}` }])
  })

  test('opens the tree level by level, resellers before clients', async () => {
    const child = await addReseller(top)
    const client = (await addClient(top.id)).data
    await addClient(child.id)
    const { data } = await api.admin.call(contract.getResellerTree, { params: { id: top.id } })
    expect(data).toMatchObject({
      left_out: 0,
      nodes: [
        { id: child.id, kind: 'RESELLER', level: 2, clients_count: 1, children_count: 0 },
        { id: client.id, kind: 'WHOLESALE', level: null },
      ],
    })
    const whole = await api.admin.call(contract.getWholeTree, {})
    expect(whole.data.nodes.map(({ id }) => id)).toContain(top.id)
    expect(whole.data.nodes.map(({ id }) => id)).not.toContain(child.id)
    const limited = { kind: 'accounts', account_ids: [child.id] } as const
    const own = await listTreeNodes(api.database, limited, 'top', 10)
    expect(own.nodes).toMatchObject([{ id: child.id, clients_count: 1 }])
    const few = await listTreeNodes(api.database, { kind: 'everything' }, top.id, 1)
    expect(few).toMatchObject({ nodes: [{ id: child.id }], left_out: 1 })
  })

  test('sees itself and what is below it, nothing beside or above', async () => {
    const child = await addReseller(top)
    const sibling = await addReseller(top)
    const own = await addReseller(child)
    const scope = { kind: 'account', account_id: child.id } as const
    const { rows } = await listResellers(api.database, scope, { limit: 100 })
    expect(rows.map(({ id }) => id)).toEqual([own.id])
    expect(await findReseller(api.database, scope, sibling.id)).toBeUndefined()
    expect(await findReseller(api.database, scope, top.id)).toBeUndefined()
    expect((await listTreeNodes(api.database, scope, top.id, 9)).nodes).toMatchObject([
      { id: child.id },
    ])
  })
})

test('a login that is added without a password opens to no password', async () => {
  const { password: _, ...form } = resellerForm(cost, 'Without')
  expect((await add(form as Form)).status).toBe(200)
  await expect(api.signIn(form.username, 'RESELLER')).rejects.toThrow('login-failed')
})
