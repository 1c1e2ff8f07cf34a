// The staff of clients and settlement accounts: users who see and do a part of what the login of
// the account does.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { stopAccount } from '#contract/accounts/account-stops.ts'
import { getConnection } from '#contract/accounts/connection.ts'
import { getLowBalance, setLowBalance } from '#contract/accounts/low-balance.ts'
import { getOwnProfile, updateOwnProfile } from '#contract/accounts/own-profile.ts'
import { listCallRecords } from '#contract/calls/call-records.ts'
import { home } from '#contract/console/home.ts'
import { listInvoices } from '#contract/invoices/invoices.ts'
import { listPayments } from '#contract/payments/payments.ts'
import * as groups from '#contract/people/permission-groups.ts'
import { me } from '#contract/people/session.ts'
import { endUserSession, listUserSessions } from '#contract/people/user-sessions.ts'
import * as users from '#contract/people/users.ts'
import { listTariffs } from '#contract/tariffs/tariffs.ts'
import { money } from '#core/money.ts'
import { permissionsOf } from '#core/permission/permission.ts'
import { apiForFile, loginOf, type Session } from '#test/support/api.ts'
import { permissionGroupForm, userForm } from '#test/support/people.ts'
import { changeBalance, changeRows } from '#test/support/rows.ts'
import { addViewers, type Viewers } from '#test/support/viewers.ts'

const api = apiForFile()
let viewers: Viewers
let acme: Session
let other: Session
let london: Session
let noc: Session
let noc_id: number
let calls_id: number

const { scope: _, account_ids: __, ...GROUP } = permissionGroupForm
const { has_all_rights: ___, own_account_ids: ____, ...USER } = userForm

const addGroup = (session: Session, values: object) =>
  session.call(groups.createPermissionGroup, { body: { ...GROUP, ...values } as never })
const addUser = (session: Session, values: object) =>
  session.call(users.createUser, { body: { ...USER, ...values } as never })

/** A user of the account with a group of its own that has these values. */
async function staffWith(of: Session, name: string, values: object): Promise<Session> {
  const { data } = await addGroup(of, { name, ...values })
  expect((await addUser(of, { username: name, group_ids: [data.id] })).status).toBe(200)
  return api.signIn(name, 'CLIENT')
}

beforeAll(async () => {
  viewers = await addViewers(api)
  acme = await api.signIn('acme', 'CLIENT')
  other = await api.signIn('other', 'CLIENT')
  london = await api.signIn('london', 'CLIENT')
  calls_id = (await addGroup(acme, { name: 'NOC', permissions: ['call_records.view'] })).data.id
  noc_id = (await addUser(acme, { username: 'noc', group_ids: [calls_id] })).data.id
  noc = await api.signIn('noc', 'CLIENT')
})

describe('a staff user of a client', () => {
  test('is shown the account of the client, and what its groups permit', async () => {
    const { data } = await noc.call(me, {})
    expect(data).toMatchObject({ type: 'WHOLESALE', account_id: viewers.acme })
    expect(data.permissions).toEqual(['call_records.view'])
    const calls = await noc.call(listCallRecords, {})
    expect(calls.data).toHaveLength(1)
    expect(calls.data).toEqual((await acme.call(listCallRecords, {})).data)
    expect((await noc.call(listPayments, {})).status).toBe(403)
    expect((await noc.call(getConnection, {})).status).toBe(403)
  })

  test('changes the account only with the right to', async () => {
    const profile = (await noc.call(getOwnProfile, {})).data!
    const { name: _name, ...body } = profile
    const limit = { body: { low_balance_threshold: null } }
    const changer = await staffWith(acme, 'office', { permissions: ['own_account.edit'] })
    for (const [session, status] of [
      [noc, 403],
      [changer, 200],
    ] as const) {
      expect((await session.call(updateOwnProfile, { body: body as never })).status).toBe(status)
      const isRight = (await session.call(setLowBalance, limit)).status < 300
      expect(isRight).toBe(status === 200)
    }
  })

  test('may do nothing without a group', async () => {
    await addUser(acme, { username: 'idle' })
    const { data } = await (await api.signIn('idle', 'CLIENT')).call(me, {})
    expect(data).toMatchObject({ permissions: [], account_id: viewers.acme })
  })

  test('sees no price if its group hides them', async () => {
    const blind = await staffWith(acme, 'blind', {
      permissions: permissionsOf('WHOLESALE'),
      hides_prices: true,
    })
    const { data } = await blind.call(listCallRecords, {})
    expect(data[0]).not.toHaveProperty('sell_amount')
    expect((await blind.call(home, {})).data.today.charged).toBeNull()
    expect((await acme.call(home, {})).data.today.charged).not.toBeNull()
    expect((await blind.call(listTariffs, {})).data).toEqual([])
    expect((await blind.call(listInvoices, {})).status).toBe(403)
    const low = { body: { low_balance_threshold: money(1_000_000_000) } }
    expect((await acme.call(setLowBalance, low)).status).toBeLessThan(300)
    expect((await acme.call(getLowBalance, {})).data?.is_low).toBe(true)
    expect((await blind.call(getLowBalance, {})).data).toMatchObject({ is_low: false })
    expect((await acme.call(home, {})).data.lasts_days).not.toBeNull()
    expect((await blind.call(home, {})).data.lasts_days).toBeNull()
    const own = (await acme.call(me, {})).data
    expect(own).toMatchObject({ balance: 5_000_000n, available: expect.anything() })
    expect((await blind.call(me, {})).data).toMatchObject({ balance: null, available: null })
  })

  test('is given no permission that the client lacks', async () => {
    const { problem } = await addGroup(acme, {
      name: 'Beyond',
      permissions: ['payments.create', 'gateways.view'],
    })
    expect(problem.fields).toEqual({
      permissions: expect.stringMatching(/gateways\.view.*payments\.create|payments\.create/),
    })
  })
})

test('a staff user of a carrier sees no income if its group hides it', async () => {
  const blind = await staffWith(london, 'switch', {
    permissions: permissionsOf('SETTLEMENT'),
    hides_costs: true,
  })
  expect((await blind.call(me, {})).data).toMatchObject({ type: 'SETTLEMENT' })
  const { data } = await blind.call(listCallRecords, {})
  expect(data).toHaveLength(1)
  expect(data[0]).not.toHaveProperty('buy_amount')
  expect((await london.call(listCallRecords, {})).data[0]).toHaveProperty('buy_amount')
  expect((await blind.call(home, {})).data.today.charged).toBeNull()
  expect((await blind.call(listTariffs, {})).data).toEqual([])
  await changeBalance(api, viewers.london, { max_debt: money(9_000_000) })
  expect((await london.call(me, {})).data).toMatchObject({ max_debt: 9_000_000 })
  const hidden = { balance: null, available: null, max_debt: null }
  expect((await blind.call(me, {})).data).toMatchObject(hidden)
})

describe('another client', () => {
  test('sees and changes none of it', async () => {
    const params = { params: { id: noc_id } }
    expect((await other.call(users.listUsers, {})).data).toEqual([])
    expect((await other.call(groups.listPermissionGroups, {})).data).toEqual([])
    expect((await other.call(users.getUser, params)).status).toBe(404)
    expect((await other.call(users.deleteUser, params)).status).toBe(404)
    const group = { params: { id: calls_id } }
    expect((await other.call(groups.deletePermissionGroup, group)).status).toBe(404)
    const theirs = (await other.call(listUserSessions, {})).data
    expect(theirs.map(({ username }) => username)).not.toContain('noc')
  })
})

test('an admin sees the session of a staff user of a client, and ends it', async () => {
  const session = await staffWith(acme, 'night', { permissions: ['call_records.view'] })
  const { data } = await api.admin.call(listUserSessions, { query: { q: 'night' } })
  expect(data).toMatchObject([{ username: 'night', type: 'WHOLESALE', account_name: 'Acme' }])
  const ended = await api.admin.call(endUserSession, { params: { id: data[0]!.id } })
  expect(ended.status).toBe(204)
  expect((await session.call(me, {})).status).toBe(401)
})

test('a staff user has the type of its account, as the database says', async () => {
  const change = changeRows(api, 'console_user', { id: noc_id }, { type: 'RETAIL' })
  await expect(change).rejects.toThrow('console_user_staff_of_account')
})

test('an account adds no more than fifty users', async () => {
  await sql`insert into console_user (username, password_hash, type, employer_id, status)
    select 'filler' || n, 'no hash', 'WHOLESALE', ${viewers.acme}, 'active'
    from generate_series(1, ${users.STAFF_PER_ACCOUNT}) n`.execute(api.database)
  const { status, problem } = await addUser(acme, { username: 'another', group_ids: [calls_id] })
  expect([status, problem.message]).toEqual([409, 'There are 50 users already. Delete one first.'])
  expect((await addUser(other, { username: 'another', group_ids: [] })).status).toBe(200)
})

test('a staff user is out while its client is blocked', async () => {
  await api.admin.call(stopAccount, { params: { id: viewers.acme } })
  expect((await noc.call(me, {})).status).toBe(401)
  const answer = await api.app.inject(loginOf({ username: 'noc', user_type: 'CLIENT' }))
  expect(answer.json().code).toBe('login-failed')
})
