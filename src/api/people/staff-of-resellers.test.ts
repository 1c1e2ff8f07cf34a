// The staff of a reseller: users with permission groups of its own area, who see and do a part of
// what the reseller does.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { stopAccount } from '#contract/accounts/account-stops.ts'
import * as resellers from '#contract/accounts/resellers.ts'
import { listWholesaleClients } from '#contract/accounts/wholesale-clients.ts'
import { listResellerRecords } from '#contract/calls/reseller-records.ts'
import { lookupPermissionGroups } from '#contract/console/lookups.ts'
import { createPayment } from '#contract/payments/payments.ts'
import { createApiToken, listApiTokens } from '#contract/people/api-tokens.ts'
import * as groups from '#contract/people/permission-groups.ts'
import { me } from '#contract/people/session.ts'
import { endUserSession, listUserSessions } from '#contract/people/user-sessions.ts'
import * as users from '#contract/people/users.ts'
import { listTariffs } from '#contract/tariffs/tariffs.ts'
import { permissionsOf } from '#core/permission/permission.ts'
import { PORTAL_PASSWORDS } from '#core/permission/rights.ts'
import { apiForFile, loginOf, PASSWORD, type Session, sessionOf } from '#test/support/api.ts'
import { writeCalls } from '#test/support/calls.ts'
import { chargedMinute } from '#test/support/chain-call.ts'
import { addClientNamed, addResellerNamed, addTariff } from '#test/support/configuration.ts'
import { rechargeForm } from '#test/support/forms.ts'
import { permissionGroupForm, userForm } from '#test/support/people.ts'
import { changeRows, readRow } from '#test/support/rows.ts'

const api = apiForFile()
let amber: Session
let topaz: Session
let clerk: Session
let clerk_id: number
let desk_id: number
let cost: number
const ids = { amber: 0, beryl: 0, topaz: 0, cole: 0 }

const {
  scope: _,
  account_ids: __,
  ...GROUP
} = { ...permissionGroupForm, permissions: ['wholesale_clients.view'] as string[] }
const { has_all_rights: ___, own_account_ids: ____, ...USER } = userForm

const addGroup = (session: Session, values: object) =>
  session.call(groups.createPermissionGroup, { body: { ...GROUP, ...values } as never })
const addUser = (session: Session, values: object) =>
  session.call(users.createUser, { body: { ...USER, ...values } as never })

/** A user of the reseller with a group of its own that has these values. */
async function staffWith(name: string, values: object): Promise<Session> {
  const { data } = await addGroup(amber, { name, ...values })
  const body = { username: name, group_ids: [data.id] }
  expect((await addUser(amber, body)).status).toBe(200)
  return api.signIn(name, 'RESELLER')
}

async function changeUser(session: Session, id: number, values: object) {
  const { data } = await amber.call(users.getUser, { params: { id } })
  const { username, full_name, email, phone, status, group_ids, allowed_networks } = data
  const kept = { username, full_name, email, phone, status, group_ids, allowed_networks }
  const body = { ...kept, expires_at: null, timezone: null, version: data.version, ...values }
  return session.call(users.updateUser, { params: { id }, body: body as never })
}

beforeAll(async () => {
  cost = await addTariff(api, 'RESELLER_COST')
  ids.amber = await addResellerNamed(api, cost, 'Amber')
  ids.topaz = await addResellerNamed(api, cost, 'Topaz')
  ids.beryl = await addResellerNamed(api, cost, 'Beryl', { id: ids.amber, level: 1 })
  ids.cole = await addClientNamed(api, await addTariff(api, 'SELL'), 'Cole', ids.amber)
  await api.admin.call(createPayment, { body: rechargeForm(ids.amber, 100) })
  const { record, charges } = chargedMinute(ids.cole, [ids.amber], cost)
  await writeCalls(api.url, { records: [record], charges })
  amber = await api.signIn('amber', 'RESELLER')
  topaz = await api.signIn('topaz', 'RESELLER')
  desk_id = (await addGroup(amber, { name: 'Desk' })).data.id
  clerk_id = (await addUser(amber, { username: 'clerk', group_ids: [desk_id] })).data.id
  clerk = await api.signIn('clerk', 'RESELLER')
})
beforeEach(() => api.database.deleteFrom('login_limit').execute())

describe('a staff user of a reseller', () => {
  test('is shown the account of the reseller, and what its groups permit', async () => {
    const { data } = await clerk.call(me, {})
    const own = (await amber.call(me, {})).data
    expect(data).toMatchObject({ type: 'RESELLER', username: 'clerk', account_id: ids.amber })
    expect(data.permissions).toEqual(['wholesale_clients.view'])
    expect([data.balance, data.currency]).toEqual([own.balance, own.currency])
    const clients = await clerk.call(listWholesaleClients, {})
    expect(clients.data.map(({ name }) => name)).toEqual(['Cole'])
    const recharge = await clerk.call(createPayment, { body: rechargeForm(ids.cole, 1) })
    expect(recharge.status).toBe(403)
  })

  test('may do nothing without a group', async () => {
    await addUser(amber, { username: 'idle' })
    const { data } = await (await api.signIn('idle', 'RESELLER')).call(me, {})
    expect(data).toMatchObject({ permissions: [], account_id: ids.amber })
  })

  test('has no more than the reseller, also if its group has', async () => {
    const chief = await staffWith('chief', { permissions: permissionsOf('RESELLER') })
    const permissions = async () => (await chief.call(me, {})).data.permissions
    expect(await permissions()).toEqual(expect.arrayContaining(['resellers.create']))
    expect(await permissions()).toContain(PORTAL_PASSWORDS)
    const allowSubresellers = (allow: boolean) =>
      changeRows(api, 'reseller', { account_id: ids.amber }, { allow_create_subreseller: allow })
    await allowSubresellers(false)
    expect(await permissions()).not.toContain('resellers.create')
    await allowSubresellers(true)
  })

  test('sees neither cost nor margin if its group hides them', async () => {
    const permissions = ['reseller_records.view', 'tariffs.view']
    const blind = await staffWith('blind', { permissions, hides_costs: true, masked_digits: 3 })
    const { data } = await blind.call(listResellerRecords, {})
    expect(data).toMatchObject([{ client_name: 'Cole', revenue: expect.anything() }])
    expect(data[0]).not.toHaveProperty('cost')
    expect(data[0]).not.toHaveProperty('margin')
    expect(data[0]?.called_number).toMatch(/\*{3}$|x{3}$|•{3}$/)
    const tariffs = (await blind.call(listTariffs, {})).data.map(({ id }) => id)
    expect(tariffs).not.toContain(cost)
    expect((await amber.call(listTariffs, {})).data.map(({ id }) => id)).toContain(cost)
  })

  test('sees no own balance without cost, and none of clients without prices', async () => {
    const permissions = ['wholesale_clients.view', 'reseller_figures.view'] as const
    const noCosts = await staffWith('no-costs', { permissions, hides_costs: true })
    const noPrices = await staffWith('no-prices', { permissions, hides_prices: true })
    const own = { params: { id: ids.amber } }
    expect((await amber.call(me, {})).data.balance).not.toBeNull()
    expect((await amber.call(resellers.getResellerFigures, own)).data).toHaveProperty('available')
    for (const session of [noCosts, noPrices]) {
      expect((await session.call(me, {})).data).toMatchObject({ balance: null, available: null })
      const { data } = await session.call(resellers.getResellerFigures, own)
      for (const field of ['balance', 'held', 'lent', 'available', 'lasts_days']) {
        expect(data).not.toHaveProperty(field)
      }
    }
    const [seen] = (await noCosts.call(listWholesaleClients, {})).data
    expect(seen).toHaveProperty('balance')
    const [blind] = (await noPrices.call(listWholesaleClients, {})).data
    expect(blind).toMatchObject({ name: 'Cole' })
    for (const field of ['balance', 'held', 'available', 'spent_today']) {
      expect(blind).not.toHaveProperty(field)
    }
  })

  test('changes no user, and no login of the reseller', async () => {
    const answers = await Promise.all([
      clerk.call(users.listUsers, {}),
      changeUser(clerk, clerk_id, { full_name: 'Chief' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403])
    const deputy = await staffWith('deputy', {
      permissions: ['users.edit', 'users.delete', 'users.execute', 'sessions.delete'],
    })
    const { id } = (await amber.call(me, {})).data
    const params = { params: { id } }
    const found = await Promise.all([
      deputy.call(users.getUser, params),
      deputy.call(users.deleteUser, params),
      deputy.call(users.resetUserPassword, { ...params, body: { password: `${PASSWORD}-2` } }),
    ])
    expect(found.map(({ status }) => status)).toEqual([404, 404, 404])
    const seen = await deputy.call(listUserSessions, {})
    expect(seen.data.map(({ username }) => username)).not.toContain('amber')
  })
})

describe('a reseller', () => {
  test('has its own users and groups alone', async () => {
    await addUser(topaz, { username: 'rival' })
    await addGroup(topaz, { name: 'Rivals' })
    const names = async (session: Session) =>
      (await session.call(users.listUsers, {})).data.map(({ username }) => username)
    expect(await names(topaz)).toEqual(['rival'])
    expect(await names(amber)).not.toContain('rival')
    expect(await names(api.admin)).toEqual(['admin'])
    const groupsOf = async (session: Session) =>
      (await session.call(groups.listPermissionGroups, {})).data.map(({ name }) => name)
    expect(await groupsOf(topaz)).toEqual(['Rivals'])
    expect(await groupsOf(amber)).not.toContain('Rivals')
    expect(await groupsOf(api.admin)).toEqual([])
    expect((await topaz.call(lookupPermissionGroups, {})).data).toMatchObject([{ name: 'Rivals' }])
    const { data } = await topaz.call(groups.getAssignments, {})
    expect(data.users.map(({ username }) => username)).toEqual(['rival'])
  })

  test('finds no user and no group of another one, nor of the operator', async () => {
    const admin_id = (await api.admin.call(me, {})).data.id
    for (const id of [clerk_id, admin_id]) {
      expect((await topaz.call(users.getUser, { params: { id } })).status).toBe(404)
      expect((await changeUser(topaz, clerk_id, {})).status).toBe(404)
      expect((await topaz.call(users.deleteUser, { params: { id } })).status).toBe(404)
    }
    const params = { params: { id: desk_id } }
    expect((await topaz.call(groups.getPermissionGroup, params)).status).toBe(404)
    expect((await topaz.call(groups.deletePermissionGroup, params)).status).toBe(404)
    expect((await api.admin.call(groups.getPermissionGroup, params)).status).toBe(404)
    const foreign = await addUser(topaz, { username: 'thief', group_ids: [desk_id] })
    expect(foreign.problem.fields).toEqual({
      'group_ids.0': expect.stringContaining('does not exist'),
    })
    const assigned = { body: { changes: [{ user_id: clerk_id, group_ids: [] }] } }
    expect((await topaz.call(groups.setAssignments, assigned)).status).toBe(404)
  })

  test('gives a group no permission that it lacks, and no scope', async () => {
    const { problem } = await addGroup(amber, {
      name: 'Beyond',
      permissions: ['gateways.view', 'settings.edit'],
    })
    expect(problem.fields).toEqual({
      permissions: 'You cannot give what you lack: gateways.view, settings.view, settings.edit.',
    })
    for (const beyond of [{ scope: 'LISTED' }, { account_ids: [ids.cole] }]) {
      expect((await addGroup(amber, { name: 'Narrow', ...beyond })).status).toBe(400)
    }
    expect((await addUser(amber, { username: 'all', has_all_rights: true })).status).toBe(400)
  })

  test('names its groups as others do', async () => {
    for (const session of [topaz, api.admin]) {
      const body = session === topaz ? GROUP : permissionGroupForm
      const named = { body: { ...body, name: 'Desk' } as never }
      expect((await session.call(groups.createPermissionGroup, named)).status).toBe(200)
    }
    expect((await addGroup(amber, { name: 'desk' })).status).toBe(409)
  })

  test('lets its staff give only what the staff has', async () => {
    const permissions = ['users.create', 'permission_groups.create', 'permission_groups.edit']
    const chooser = await staffWith('chooser', { permissions })
    expect(
      (await addUser(chooser, { username: 'pal', group_ids: [desk_id] })).problem.fields,
    ).toEqual({ group_ids: 'You cannot give what you lack: wholesale_clients.view.' })
    const wide = await addGroup(chooser, { name: 'Wide', permissions: ['payments.create'] })
    expect(wide.problem.fields).toHaveProperty('permissions')
    expect((await addGroup(chooser, { name: 'Same', permissions })).status).toBe(200)
  })

  test('sees and ends the sessions of its staff, and no others', async () => {
    const { data } = await amber.call(listUserSessions, {})
    expect(data.map(({ username }) => username)).toContain('clerk')
    expect(data.filter(({ account_name }) => account_name !== 'Amber')).toEqual([])
    const params = { id: data.find(({ username }) => username === 'blind')!.id }
    expect((await topaz.call(endUserSession, { params })).status).toBe(404)
    expect((await amber.call(endUserSession, { params })).status).toBe(204)
  })

  test('has the API tokens of its staff, which hold what their user does', async () => {
    const body = {
      name: 'Panel',
      permissions: ['wholesale_clients.view'],
      allowed_networks: [],
      expires_at: null,
    } as const
    const made = await clerk.call(createApiToken, { body: { ...body } as never })
    const program = sessionOf(api.app, { authorization: `Bearer ${made.data.token}` })
    expect((await program.call(listWholesaleClients, {})).data).toHaveLength(1)
    expect((await amber.call(listApiTokens, {})).data).toMatchObject([{ username: 'clerk' }])
    expect((await topaz.call(listApiTokens, {})).data).toEqual([])
    const refused = await clerk.call(createApiToken, {
      body: { ...body, name: 'More', permissions: ['tariffs.view'] } as never,
    })
    expect(refused.status).toBe(400)
  })

  test('resets a password, which ends the sessions', async () => {
    const { data } = await addUser(amber, { username: 'forgetful' })
    const session = await api.signIn('forgetful', 'RESELLER')
    const body = { password: `${PASSWORD}-2` }
    const weak = { params: { id: data.id }, body: { password: 'forgetful1' } }
    expect((await amber.call(users.resetUserPassword, weak)).status).toBe(400)
    await amber.call(users.resetUserPassword, { params: { id: data.id }, body })
    expect((await session.call(me, {})).status).toBe(401)
  })
})

test('a staff user is out while its reseller is blocked, and gone with it', async () => {
  const { id } = (await addUser(topaz, { username: 'shut' })).data
  const shut = await api.signIn('shut', 'RESELLER')
  await api.admin.call(stopAccount, { params: { id: ids.topaz } })
  expect((await shut.call(me, {})).status).toBe(401)
  const answer = await api.app.inject(loginOf({ username: 'shut', user_type: 'RESELLER' }))
  expect(answer.json().code).toBe('login-failed')
  await api.admin.call(resellers.deleteReseller, { params: { id: ids.topaz } })
  const row = await readRow(api, 'console_user', { id })
  expect(row.deleted_at).not.toBeNull()
})
