// Permission groups: what they permit and hide; a user can only give rights that it has.
import { beforeAll, expect, test } from 'vitest'
import { listResellers } from '#contract/accounts/resellers.ts'
import { createRetailClient } from '#contract/accounts/retail-clients.ts'
import { createSipUser } from '#contract/accounts/sip-users.ts'
import {
  createWholesaleClient,
  listWholesaleClients,
} from '#contract/accounts/wholesale-clients.ts'
import { search } from '#contract/console/search.ts'
import {
  createPermissionGroup,
  deletePermissionGroup,
  getAssignments,
  getPermissionGroup,
  listPermissionGroups,
  type PermissionGroup,
  permissionGroupForm,
  setAssignments,
  updatePermissionGroup,
} from '#contract/people/permission-groups.ts'
import { createUser } from '#contract/people/users.ts'
import { listGateways } from '#contract/routing/gateways.ts'
import { listTariffs } from '#contract/tariffs/tariffs.ts'
import { PERMISSIONS } from '#core/permission/permission.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { addClientNamed, addResellerNamed, addTariff } from '#test/support/configuration.ts'
import { clientForm, sipUserForm } from '#test/support/forms.ts'
import { permissionGroupForm as GROUP, userForm } from '#test/support/people.ts'

const api = apiForFile()
let tariff_id: number
let reseller_id: number
beforeAll(async () => {
  tariff_id = await addTariff(api, 'SELL')
  reseller_id = await addResellerNamed(api, await addTariff(api, 'RESELLER_COST'))
  await addClientNamed(api, tariff_id, 'Acme')
  await addClientNamed(api, tariff_id, 'Below', reseller_id)
})

let number = 0
async function addGroup(values: Partial<typeof GROUP>, session = api.admin) {
  number += 1
  const body = { ...GROUP, permissions: [], name: `Group ${number}`, ...values }
  return session.call(createPermissionGroup, { body })
}

/** An admin with these groups, signed in. */
async function adminWith(...groups: PermissionGroup[]): Promise<Session & { id: number }> {
  number += 1
  const username = `user${number}`
  const { data } = await api.admin.call(createUser, {
    body: { ...userForm, username, group_ids: groups.map(({ id }) => id) },
  })
  return { ...(await api.signIn(username, 'ADMIN')), id: data.id }
}

const change = (group: PermissionGroup, values: Partial<typeof GROUP>, session = api.admin) =>
  session.call(updatePermissionGroup, {
    params: { id: group.id },
    body: { ...permissionGroupForm.strip().parse(group), ...values, version: group.version },
  })

test('a permission to change includes the one to view', async () => {
  const { data } = await addGroup({ permissions: ['tariffs.edit'] })
  expect(data.permissions).toEqual(['tariffs.view', 'tariffs.edit'])
})

test('a changed group is read as it was stored, and an old version changes nothing', async () => {
  const group = (await addGroup({ permissions: ['tariffs.view'] })).data
  const user = await adminWith(group)
  const changed = await change(group, { permissions: ['gateways.view'], masked_digits: 3 })
  expect(changed.status).toBe(200)
  const { data } = await api.admin.call(getPermissionGroup, { params: { id: group.id } })
  expect(data).toMatchObject({ permissions: ['gateways.view'], masked_digits: 3 })
  expect((await user.call(listTariffs, {})).problem.code).toBe('not-allowed')
  expect((await user.call(listGateways, {})).status).toBe(200)
  expect((await change(group, { permissions: [] })).problem.code).toBe('changed-meanwhile')
})

test('a user of several groups may do what one of them permits', async () => {
  const tariffs = (await addGroup({ permissions: ['tariffs.view'] })).data
  const gateways = (await addGroup({ permissions: ['gateways.view'] })).data
  const user = await adminWith(tariffs, gateways)
  expect((await user.call(listTariffs, {})).status).toBe(200)
  expect((await user.call(listGateways, {})).status).toBe(200)
  expect((await user.call(listResellers, {})).problem.code).toBe('not-allowed')
})

test('a list is exported with the permission, unless a group refuses it', async () => {
  const view = (await addGroup({ permissions: ['tariffs.view'] })).data
  const file = (await addGroup({ permissions: ['tariffs.export'] })).data
  const refused = (await addGroup({ refuses_export: true })).data
  const url = '/api/tariffs?format=csv'
  expect((await (await adminWith(view)).send({ url })).statusCode).toBe(403)
  expect((await (await adminWith(view, file)).send({ url })).statusCode).toBe(200)
  expect((await (await adminWith(view, file, refused)).send({ url })).statusCode).toBe(403)
})

test('a scope of listed resellers shows what is below them, and the tariffs of all', async () => {
  const permissions = ['wholesale_clients.create', 'resellers.view', 'tariffs.view'] as const
  const scope = { scope: 'LISTED' as const, account_ids: [reseller_id] }
  const user = await adminWith((await addGroup({ permissions: [...permissions], ...scope })).data)
  const { data, page } = await user.call(listWholesaleClients, {})
  expect(data.map(({ name }) => name)).toEqual(['Below'])
  expect(page.total).toBe(1)
  expect((await user.call(listTariffs, {})).data).toHaveLength(2)
  const form = { ...clientForm(tariff_id), password: undefined }
  const outside = { ...form, name: 'Outside', username: 'outside' }
  const refused = await user.call(createWholesaleClient, { body: outside })
  expect(refused.problem.fields).toHaveProperty('parent_id')
  const inside = await user.call(createWholesaleClient, {
    body: { ...outside, parent_id: reseller_id },
  })
  expect(inside.status).toBe(200)
})

test('a listed scope needs accounts that exist', async () => {
  const none = await addGroup({ scope: 'LISTED' })
  expect(none.problem.fields).toHaveProperty('account_ids')
  const strange = await addGroup({ scope: 'LISTED', account_ids: [987654] })
  expect(strange.problem.fields).toHaveProperty(['account_ids.0'])
})

test('no user adds or strengthens a group beyond its own rights', async () => {
  const all = ['permission_groups.create', 'permission_groups.edit', 'tariffs.view'] as const
  const own = (await addGroup({ permissions: [...all], masked_digits: 4 })).data
  const user = await adminWith(own)
  expect((await addGroup({ permissions: ['tariffs.view'], masked_digits: 4 }, user)).status).toBe(
    200,
  )
  const more = await addGroup({ permissions: ['tariffs.edit'], masked_digits: 4 }, user)
  expect(more.problem.fields?.permissions).toContain('tariffs.edit')
  const open = await addGroup({ permissions: ['tariffs.view'] }, user)
  expect(open.problem.fields?.permissions).toContain('digits of telephone numbers')
  expect((await change(own, { masked_digits: 0 }, user)).problem.code).toBe('bad-input')
  const foreign = (await addGroup({ permissions: ['gateways.view'] })).data
  expect((await change(foreign, { permissions: [] }, user)).problem.code).toBe('not-allowed')
})

test('a restriction is not lifted for a user who has more rights by another group', async () => {
  const permissions = ['permission_groups.edit', 'tariffs.view'] as const
  const user = await adminWith((await addGroup({ permissions: [...permissions] })).data)
  const narrow = (await addGroup({ permissions: ['tariffs.view'], masked_digits: 4 })).data
  await adminWith(narrow, (await addGroup({ permissions: ['gateways.edit'] })).data)
  expect((await change(narrow, { masked_digits: 0 }, user)).problem.code).toBe('not-allowed')
})

test('groups are assigned to several users at once, by those who have the rights', async () => {
  const tariffs = (await addGroup({ permissions: ['tariffs.view'] })).data
  const first = await adminWith()
  const second = await adminWith()
  const changes = [first, second].map(({ id }) => ({ user_id: id, group_ids: [tariffs.id] }))
  expect((await api.admin.call(setAssignments, { body: { changes } })).status).toBe(204)
  expect((await first.call(listTariffs, {})).status).toBe(200)
  const { users } = (await api.admin.call(getAssignments, {})).data
  expect(users.find(({ id }) => id === second.id)?.group_ids).toEqual([tariffs.id])
  const helper = await adminWith(
    (await addGroup({ permissions: ['permission_groups.execute'] })).data,
  )
  expect((await helper.call(setAssignments, { body: { changes } })).problem.code).toBe(
    'not-allowed',
  )
  const self = [{ user_id: helper.id, group_ids: [tariffs.id] }]
  const raised = await helper.call(setAssignments, { body: { changes: self } })
  expect(raised.problem.code).toBe('bad-input')
})

test('who sees masked numbers does not find phones by their numbers', async () => {
  const client = await api.admin.call(createRetailClient, {
    body: { ...clientForm(tariff_id, 'Rita') },
  })
  const phone = { ...sipUserForm(client.data.id), username: 'desk', number: '442071838750' }
  await api.admin.call(createSipUser, { body: phone })
  const all = { permissions: [...PERMISSIONS] }
  const user = await adminWith((await addGroup({ ...all, masked_digits: 4 })).data)
  const kinds = async (session: Session) =>
    (await session.call(search, { query: { q: '4420718' } })).data.map(({ kind }) => kind)
  expect(await kinds(api.admin)).toContain('SIP_USER')
  expect(await kinds(user)).not.toContain('SIP_USER')
})

test('a group with users is not deleted', async () => {
  const group = (await addGroup({})).data
  const params = { id: group.id }
  const user = await adminWith(group)
  expect((await api.admin.call(deletePermissionGroup, { params })).problem.code).toBe('in-use')
  const changes = [{ user_id: user.id, group_ids: [] }]
  await api.admin.call(setAssignments, { body: { changes } })
  expect((await api.admin.call(deletePermissionGroup, { params })).status).toBe(204)
  const { data } = await api.admin.call(listPermissionGroups, { query: { q: group.name } })
  expect(data.filter(({ id }) => id === group.id)).toEqual([])
})
