// Several admins: who may do what with them, and that one with all rights always remains.

import { beforeEach, expect, test } from 'vitest'
import { createPermissionGroup } from '#contract/people/permission-groups.ts'
import { me } from '#contract/people/session.ts'
import { endUserSession, listUserSessions } from '#contract/people/user-sessions.ts'
import {
  createUser,
  deleteUser,
  getUser,
  listUsers,
  resetUserPassword,
  type User,
  updateUser,
  userForm,
} from '#contract/people/users.ts'
import { listTariffs } from '#contract/tariffs/tariffs.ts'
import { apiForFile } from '#test/support/api.ts'
import { userForm as newUser, permissionGroupForm } from '#test/support/people.ts'
import { changeRows } from '#test/support/rows.ts'

const api = apiForFile()
let anna: User

const GROUP: typeof permissionGroupForm = {
  ...permissionGroupForm,
  permissions: ['users.edit', 'users.create', 'users.delete', 'users.execute'],
}

let number = 0
/** A new admin with a name of its own. */
async function addUser(values: Partial<typeof newUser> = {}, session = api.admin) {
  number += 1
  const body = { ...newUser, username: `anna${number}`, ...values }
  return session.call(createUser, { body })
}

const valuesOf = (user: User) => ({
  ...userForm.strip().parse(JSON.parse(JSON.stringify(user))),
  version: user.version,
})
const change = (user: User, values: object, session = api.admin) =>
  session.call(updateUser, {
    params: { id: user.id },
    body: { ...valuesOf(user), ...values } as never,
  })

async function addGroup(values: object = {}) {
  number += 1
  const body = { ...GROUP, name: `Group ${number}`, ...values }
  return (await api.admin.call(createPermissionGroup, { body })).data
}

beforeEach(async () => {
  // The refused logins of the test before.
  await api.database.deleteFrom('login_limit').execute()
  anna = (await addUser()).data
})

const theAdmin = async () =>
  (await api.admin.call(listUsers, { query: { q: 'admin' } })).data.find(
    ({ username }) => username === 'admin',
  ) as User

test('an admin is added, listed, changed and deleted', async () => {
  const changed = await change(anna, { full_name: 'Anna Lind', allowed_networks: ['192.0.2.7'] })
  expect(changed.data).toMatchObject({ full_name: 'Anna Lind', allowed_networks: ['192.0.2.7'] })
  expect((await change(anna, {})).problem.code).toBe('changed-meanwhile')
  const found = await api.admin.call(listUsers, { query: { q: 'Lind' } })
  expect(found.data.map(({ id }) => id)).toEqual([anna.id])
  await api.admin.call(deleteUser, { params: { id: anna.id } })
  expect((await api.admin.call(getUser, { params: { id: anna.id } })).status).toBe(404)
})

test('an admin without a group may do nothing but work on the own session', async () => {
  const session = await api.signIn(anna.username, 'ADMIN')
  expect((await session.call(me, {})).data.permissions).toEqual([])
  expect((await session.call(listTariffs, {})).problem.code).toBe('not-allowed')
})

test('what a group permits counts at the next request, and so does the end of it', async () => {
  const session = await api.signIn(anna.username, 'ADMIN')
  const group = await addGroup({ permissions: ['tariffs.view'] })
  const { data } = await change(anna, { group_ids: [group.id] })
  expect((await session.call(listTariffs, {})).status).toBe(200)
  await change(data, { group_ids: [] })
  expect((await session.call(listTariffs, {})).problem.code).toBe('not-allowed')
})

test('the last admin with all rights is not narrowed, blocked or deleted', async () => {
  const second = (await addUser({ has_all_rights: true })).data
  const other = await api.signIn(second.username, 'ADMIN')
  const admin = await theAdmin()
  // While there are two, one of them may go.
  expect((await change(second, { status: 'blocked' })).status).toBe(200)
  const back = await change((await api.admin.call(getUser, { params: { id: second.id } })).data, {
    status: 'active',
    expires_at: '2090-01-01T00:00:00.000Z',
  })
  expect(back.status).toBe(200)
  const again = await api.signIn(second.username, 'ADMIN')
  for (const values of [
    { status: 'blocked' },
    { has_all_rights: false },
    { expires_at: '2090-01-01T00:00:00.000Z' },
  ]) {
    expect((await change(admin, values, again)).problem).toMatchObject({ code: 'in-use' })
  }
  const gone = await again.call(deleteUser, { params: { id: admin.id } })
  expect(gone.problem.code).toBe('in-use')
  expect((await other.call(me, {})).status).toBe(401)
  await api.admin.call(deleteUser, { params: { id: second.id } })
})

test('two admins cannot delete each other at the same moment', async () => {
  const second = (await addUser({ has_all_rights: true })).data
  const other = await api.signIn(second.username, 'ADMIN')
  const admin = await theAdmin()
  const answers = await Promise.all([
    other.call(deleteUser, { params: { id: admin.id } }),
    api.admin.call(deleteUser, { params: { id: second.id } }),
  ])
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  await changeRows(api, 'console_user', { id: admin.id }, { deleted_at: null })
  await changeRows(api, 'session', { user_id: admin.id }, { revoked_at: null })
})

test('nobody changes the own rights, or locks himself out', async () => {
  const admin = await theAdmin()
  for (const values of [
    { status: 'blocked' },
    { has_all_rights: false },
    { expires_at: '2090-01-01T00:00:00.000Z' },
    { allowed_networks: ['192.0.2.0/24'] },
  ]) {
    const { problem } = await change(admin, values)
    expect(problem.fields).toHaveProperty(Object.keys(values)[0] ?? '')
  }
  const gone = await api.admin.call(deleteUser, { params: { id: admin.id } })
  expect(gone.problem.code).toBe('in-use')
})

test('nobody gives rights that he lacks', async () => {
  const group = await addGroup()
  const strong = await addGroup({ permissions: ['tariffs.edit'] })
  await change(anna, { group_ids: [group.id] })
  const session = await api.signIn(anna.username, 'ADMIN')
  expect((await addUser({ group_ids: [group.id] }, session)).status).toBe(200)
  expect((await addUser({ group_ids: [strong.id] }, session)).problem.fields).toMatchObject({
    group_ids: expect.stringContaining('tariffs.edit'),
  })
  expect((await addUser({ has_all_rights: true }, session)).problem.fields).toHaveProperty(
    'has_all_rights',
  )
})

test('nobody changes, deletes or takes over a user with more rights', async () => {
  const group = await addGroup()
  const strong = (await addUser({ has_all_rights: true })).data
  await change(anna, { group_ids: [group.id] })
  const session = await api.signIn(anna.username, 'ADMIN')
  const params = { id: strong.id }
  const body = { password: 'correct horse battery staple' }
  for (const answer of [
    await change(strong, { full_name: 'x' }, session),
    await session.call(deleteUser, { params }),
    await session.call(resetUserPassword, { params, body }),
  ]) {
    expect(answer.problem.code).toBe('not-allowed')
  }
  await api.admin.call(deleteUser, { params })
})

test('expiry and allowed networks count at the next request, and at the login', async () => {
  const session = await api.signIn(anna.username, 'ADMIN')
  expect((await session.call(me, {})).status).toBe(200)
  const { data } = await change(anna, { allowed_networks: ['192.0.2.0/24'] })
  expect((await session.call(me, {})).status).toBe(401)
  await expect(api.signIn(anna.username, 'ADMIN')).rejects.toThrow('login-failed')
  const open = await change(data, { allowed_networks: [] })
  expect((await session.call(me, {})).status).toBe(200)
  await change(open.data, { expires_at: new Date(api.clock.now - 1000).toISOString() })
  expect((await session.call(me, {})).status).toBe(401)
  await expect(api.signIn(anna.username, 'ADMIN')).rejects.toThrow('login-failed')
})

test('a reset of the password ends the sessions of the user, and is in the log', async () => {
  const session = await api.signIn(anna.username, 'ADMIN')
  const params = { id: anna.id }
  const easy = await api.admin.call(resetUserPassword, {
    params,
    body: { password: 'a'.repeat(12) },
  })
  expect(easy.problem.fields).toHaveProperty('password')
  const body = { password: 'correct horse battery staple' }
  expect((await api.admin.call(resetUserPassword, { params, body })).status).toBe(204)
  expect((await session.call(me, {})).status).toBe(401)
  await expect(api.signIn(anna.username, 'ADMIN')).rejects.toThrow('login-failed')
  const noted = await api.database
    .selectFrom('activity_log')
    .where('entity', '=', 'user')
    .where('entity_id', '=', String(anna.id))
    .where('action', '=', 'UPDATE')
    .select(['username', 'changes'])
    .execute()
  expect(noted).toEqual([{ username: 'admin', changes: { password: ['•••', '•••'] } }])
})

test('the sessions of all users are seen, and ended', async () => {
  const session = await api.signIn(anna.username, 'ADMIN')
  const { data } = await api.admin.call(listUserSessions, { query: { user_id: anna.id } })
  expect(data).toMatchObject([{ username: anna.username, type: 'ADMIN', is_current: false }])
  const params = { id: data[0]?.id ?? 0 }
  expect((await api.admin.call(endUserSession, { params })).status).toBe(204)
  expect((await session.call(me, {})).status).toBe(401)
  expect((await api.admin.call(endUserSession, { params })).status).toBe(404)
})

test('an admin ends no session of a stronger one', async () => {
  const group = await addGroup({ permissions: ['sessions.view', 'sessions.delete'] })
  const { data: weaker } = await addUser({ group_ids: [group.id] })
  const weak = await api.signIn(weaker.username, 'ADMIN')
  const own = (await api.admin.call(me, {})).data
  const { data } = await api.admin.call(listUserSessions, { query: { user_id: own.id } })
  const params = { id: data.find((one) => one.is_current)?.id ?? 0 }
  const { status, problem } = await weak.call(endUserSession, { params })
  expect(status).toBe(403)
  expect(problem.message).toContain('has rights you lack')
  expect((await api.admin.call(me, {})).status).toBe(200)
})

test('a user sees times in the own time zone', async () => {
  expect((await change(anna, { timezone: 'Nowhere/Land' })).problem.fields).toHaveProperty(
    'timezone',
  )
  await change(anna, { timezone: 'Asia/Dhaka' })
  const session = await api.signIn(anna.username, 'ADMIN')
  expect((await session.call(me, {})).data.timezone).toBe('Asia/Dhaka')
})
