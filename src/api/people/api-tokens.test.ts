// API tokens: what they open, and what closes them again.
import { beforeAll, expect, test } from 'vitest'
import {
  listWholesaleClients,
  updateWholesaleClient,
} from '#contract/accounts/wholesale-clients.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { listActivities } from '#contract/people/activities.ts'
import * as contract from '#contract/people/api-tokens.ts'
import {
  createPermissionGroup,
  permissionGroupForm as groupSchema,
  updatePermissionGroup,
} from '#contract/people/permission-groups.ts'
import { changePassword, listSessions, logout, me } from '#contract/people/session.ts'
import { createUser, getUser, updateUser, userForm as userSchema } from '#contract/people/users.ts'
import { createTariff, deleteTariff, listTariffs } from '#contract/tariffs/tariffs.ts'
import { apiForFile, PASSWORD, type Session, sessionOf } from '#test/support/api.ts'
import { addClientNamed, addTariff } from '#test/support/configuration.ts'
import { clientForm, tariffForm } from '#test/support/forms.ts'
import { permissionGroupForm, userForm } from '#test/support/people.ts'

const HOUR = 3_600_000

const api = apiForFile()
let tariff_id: number
let client_id: number
beforeAll(async () => {
  tariff_id = await addTariff(api, 'SELL')
  client_id = await addClientNamed(api, tariff_id, 'Acme')
})

type Values = Partial<BodyOf<typeof contract.createApiToken>>

let number = 0
function add(values: Values, session: Session = api.admin) {
  number += 1
  const name = `Token ${number}`
  const blank = { name, permissions: [], allowed_networks: [], expires_at: null }
  return session.call(contract.createApiToken, { body: { ...blank, ...values } })
}

/** A program with a token of its own. */
async function programWith(values: Values, session?: Session) {
  const { data } = await add({ permissions: ['tariffs.view'], ...values }, session)
  return { ...data, ...sessionOf(api.app, { authorization: `Bearer ${data.token}` }) }
}

/** An admin with a group of their own. */
async function addAdmin(permissions: (typeof permissionGroupForm)['permissions']) {
  number += 1
  const name = `user${number}`
  const body = { ...permissionGroupForm, name, permissions }
  const group = (await api.admin.call(createPermissionGroup, { body })).data
  const user = { ...userForm, username: name, group_ids: [group.id] }
  const { id } = (await api.admin.call(createUser, { body: user })).data
  return { id, group, session: await api.signIn(name, 'ADMIN') }
}

async function changeUser(id: number, values: Partial<BodyOf<typeof updateUser>>) {
  const { version, ...user } = (await api.admin.call(getUser, { params: { id } })).data
  const body = { ...userSchema.strip().parse(user), version, ...values }
  expect((await api.admin.call(updateUser, { params: { id }, body })).status).toBe(200)
}

const codeOf = async (program: Session) => {
  const { status, problem } = await program.call(listTariffs, {})
  return status === 200 ? 'ok' : problem.code
}

test('a token opens what it was given, without cookie and anti-forgery header', async () => {
  const permissions = ['tariffs.view', 'tariffs.create', 'tariffs.delete'] as const
  const program = await programWith({ permissions: [...permissions] })
  expect(program.token).toMatch(/^ssw_[\w-]{43}$/)
  expect(program.prefix).toBe(program.token.slice(0, 12))
  const { data } = await program.call(createTariff, { body: { ...tariffForm, name: 'By token' } })
  expect((await program.call(deleteTariff, { params: { id: data.id } })).status).toBe(204)
  expect((await program.call(listWholesaleClients, {})).problem.code).toBe('not-allowed')
  expect((await program.call(me, {})).data.permissions).toEqual(permissions)
})

test('what a token did is in the log under its name', async () => {
  const program = await programWith({ name: 'Loader', permissions: ['tariffs.create'] })
  await program.call(createTariff, { body: { ...tariffForm, name: 'Loaded' } })
  const { data } = await api.admin.call(listActivities, { query: { q: 'Loaded' } })
  expect(data).toMatchObject([{ username: 'admin', token_name: 'Loader', action: 'CREATE' }])
  const made = await api.admin.call(listActivities, { query: { entity: 'api_token', q: 'Loader' } })
  expect(made.data).toMatchObject([{ token_name: null, action: 'CREATE' }])
  expect(JSON.stringify(made.data)).not.toContain(program.token)
})

test('only the hash of a token is stored, and it is answered once', async () => {
  const { token } = await programWith({})
  const rows = await api.database.selectFrom('api_token').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
  const { response } = await api.admin.call(contract.listOwnApiTokens, {})
  expect(response.body).not.toContain(token)
})

test('the rights of a token shrink with those of its user', async () => {
  const { group, session } = await addAdmin(['tariffs.view', 'gateways.view'])
  const refused = await add({ permissions: ['tariffs.view', 'payments.create'] }, session)
  expect(refused.problem.fields?.permissions).toContain('payments.create')
  const program = await programWith({}, session)
  expect(await codeOf(program)).toBe('ok')
  const body = { ...groupSchema.strip().parse(group), permissions: [], version: group.version }
  await api.admin.call(updatePermissionGroup, { params: { id: group.id }, body })
  expect(await codeOf(program)).toBe('not-allowed')
})

test('a token ends with the access of its user', async () => {
  const { id, session } = await addAdmin(['tariffs.view'])
  const program = await programWith({}, session)
  const at = new Date(api.clock.now + HOUR).toISOString()
  await changeUser(id, { allowed_networks: ['192.0.2.0/24'] })
  expect(await codeOf(program)).toBe('login-required')
  await changeUser(id, { allowed_networks: [], status: 'blocked' })
  expect(await codeOf(program)).toBe('login-required')
  await changeUser(id, { status: 'active', expires_at: at })
  expect(await codeOf(program)).toBe('ok')
  api.clock.now += HOUR
  expect(await codeOf(program)).toBe('login-required')
  api.clock.now -= HOUR
})

test('a token ends when it expires', async () => {
  const expires_at = new Date(api.clock.now + HOUR).toISOString()
  const { id, ...program } = await programWith({ expires_at })
  api.clock.now += HOUR - 1
  expect(await codeOf(program)).toBe('ok')
  api.clock.now += 1
  expect(await codeOf(program)).toBe('login-required')
  const { data } = await (await api.signIn('admin', 'ADMIN')).call(contract.listOwnApiTokens, {})
  expect(data.find((one) => one.id === id)?.is_expired).toBe(true)
  api.clock.now -= HOUR
  const past = await add({ permissions: ['tariffs.view'], expires_at: '2020-01-01T00:00:00Z' })
  expect(past.problem.fields).toHaveProperty('expires_at')
})

test('a token is refused from another network', async () => {
  const { headers } = await programWith({ allowed_networks: ['192.0.2.0/24', '2001:db8::/32'] })
  const from = async (remoteAddress: string) =>
    (await api.app.inject({ url: '/api/tariffs', headers, remoteAddress })).statusCode
  expect(await from('192.0.2.7')).toBe(200)
  expect(await from('2001:db8::1')).toBe(200)
  expect(await from('198.51.100.7')).toBe(401)
})

test('the last use of a token is kept, with its address', async () => {
  const { id, ...program } = await programWith({})
  const find = async () =>
    (await api.admin.call(contract.listOwnApiTokens, {})).data.find((one) => one.id === id)
  expect(await find()).toMatchObject({ last_used_at: null, last_used_ip: null })
  await program.call(listTariffs, {})
  const last_used_at = new Date(api.clock.now).toISOString()
  expect(await find()).toMatchObject({ last_used_at, last_used_ip: '127.0.0.1' })
})

test('a revoked token opens nothing, and another user cannot revoke it', async () => {
  const { session } = await addAdmin(['tariffs.view'])
  const { id, ...program } = await programWith({})
  const params = { id }
  const foreign = await session.call(contract.revokeOwnApiToken, { params })
  expect(foreign.problem.code).toBe('not-found')
  expect(await codeOf(program)).toBe('ok')
  expect((await api.admin.call(contract.revokeOwnApiToken, { params })).status).toBe(204)
  expect(await codeOf(program)).toBe('login-required')
  const twice = await api.admin.call(contract.revokeOwnApiToken, { params })
  expect(twice.problem.code).toBe('not-found')
})

test('an admin sees and revokes the tokens of all users', async () => {
  const client = await api.signIn('acme', 'CLIENT')
  const { id, ...program } = await programWith({ name: 'Portal' }, client)
  const { data } = await api.admin.call(contract.listApiTokens, { query: { q: 'portal' } })
  expect(data).toMatchObject([{ id, username: 'acme', account_name: 'Acme', type: 'WHOLESALE' }])
  expect((await program.call(listTariffs, {})).data).toHaveLength(1)
  expect((await program.call(listWholesaleClients, {})).problem.code).toBe('not-allowed')
  expect((await api.admin.call(contract.revokeApiToken, { params: { id } })).status).toBe(204)
  expect(await codeOf(program)).toBe('login-required')
})

test('a token cannot make tokens, and changes no password and no session', async () => {
  const admin = await api.admin.call(me, {})
  const refused = await add({ permissions: ['users.execute'] })
  expect(refused.problem.fields?.permissions).toContain('users.execute')
  const people = /^(users|permission_groups|sessions|api_tokens|portal_\w+|own_account)\./
  const permissions = admin.data.permissions.filter((one) => !people.test(one))
  const program = await programWith({ permissions })
  const body = { current_password: PASSWORD, new_password: 'four unrelated words here' }
  const codes = [
    await add({ permissions: ['tariffs.view'] }, program),
    await program.call(contract.listOwnApiTokens, {}),
    await program.call(changePassword, { body }),
    await program.call(listSessions, {}),
    await program.call(logout, {}),
  ].map(({ problem }) => problem.code)
  expect(codes).toEqual(Array(5).fill('not-allowed'))
  const client = { ...clientForm(tariff_id), version: 1 }
  const change = await program.call(updateWholesaleClient, {
    params: { id: client_id },
    body: client,
  })
  expect(change.problem.fields).toHaveProperty('password')
})

test('a token from a page of another site is refused', async () => {
  const { headers } = await programWith({ permissions: ['tariffs.create'] })
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/tariffs',
    headers: { ...headers, 'sec-fetch-site': 'cross-site' },
    payload: tariffForm,
  })
  expect(answer.json().code).toBe('cross-site')
})

test('a user has at most fifty tokens, of different names', async () => {
  const { session } = await addAdmin(['tariffs.view'])
  const first = { permissions: ['tariffs.view'], name: 'Same' } as const
  await add({ ...first, permissions: [...first.permissions] }, session)
  const twice = await add({ name: 'same', permissions: ['tariffs.view'] }, session)
  expect(twice.problem.fields).toHaveProperty('name')
  for (let count = 1; count < contract.API_TOKENS_PER_USER; count += 1) {
    expect((await add({ permissions: ['tariffs.view'] }, session)).status).toBe(200)
  }
  const more = await add({ permissions: ['tariffs.view'] }, session)
  expect(more.problem.message).toContain('50')
})
