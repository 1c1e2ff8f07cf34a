import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  SAVED_VIEWS_PER_USER,
  updateSavedView,
} from '#contract/console/saved-views.ts'
import { listActivities } from '#contract/people/activities.ts'
import { createPermissionGroup } from '#contract/people/permission-groups.ts'
import { createUser, deleteUser } from '#contract/people/users.ts'
import type { Permission } from '#core/permission/permission.ts'
import { apiForFile, type Session } from '#test/support/api.ts'
import { addPortalLogins } from '#test/support/configuration.ts'
import { permissionGroupForm, userForm } from '#test/support/people.ts'
import { readRow } from '#test/support/rows.ts'

const form = {
  name: 'By gateway',
  screen: 'reports/daily',
  query: 'group=gateway&sort=-calls',
  is_shared: false,
} as const

const api = apiForFile()
let client: Session
let anna: Session

const PERMISSIONS: Permission[] = ['traffic_reports.view']

async function signInAdmin(username: string, group: Partial<typeof permissionGroupForm>) {
  const body = { ...permissionGroupForm, name: username, permissions: PERMISSIONS, ...group }
  const group_ids = [(await api.admin.call(createPermissionGroup, { body })).data.id]
  const { data } = await api.admin.call(createUser, { body: { ...userForm, username, group_ids } })
  return { id: data.id, session: await api.signIn(username, 'ADMIN') }
}

beforeAll(async () => {
  await addPortalLogins(api)
  client = await api.signIn('acme', 'CLIENT')
  anna = (await signInAdmin('anna', {})).session
})
beforeEach(() => api.database.deleteFrom('saved_view').execute())

const add = (session: Session, changes: Partial<Parameters<typeof bodyOf>[0]> = {}) =>
  session.call(createSavedView, { body: bodyOf(changes) })
const bodyOf = (changes: { name?: string; query?: string; is_shared?: boolean }) => ({
  ...form,
  ...changes,
})
const namesOf = async (session: Session) =>
  (await session.call(listSavedViews, { query: { screen: 'reports/daily' } })).data.map(
    ({ name }) => name,
  )

test('a view is saved, renamed, replaced and deleted, and each change is logged', async () => {
  const { data } = await add(client)
  expect(data).toMatchObject({ ...form, owner_name: 'acme', is_own: true })
  const params = { id: data.id }
  const body = { ...form, name: 'By country', query: 'group=country' }
  expect((await client.call(updateSavedView, { params, body })).data).toMatchObject(body)
  expect(await namesOf(client)).toEqual(['By country'])
  const other = await client.call(listSavedViews, { query: { screen: 'reports/hourly' } })
  expect(other.data).toEqual([])
  expect((await client.call(deleteSavedView, { params })).status).toBe(204)
  expect(await namesOf(client)).toEqual([])
  const { data: logged } = await api.admin.call(listActivities, { query: { entity: 'saved_view' } })
  expect(logged.map(({ action }) => action)).toEqual(['DELETE', 'UPDATE', 'CREATE'])
})

test('a view of one user does not exist for another', async () => {
  const { data } = await add(api.admin)
  const params = { id: data.id }
  for (const session of [client, anna]) {
    expect(await namesOf(session)).toEqual([])
    expect((await session.call(updateSavedView, { params, body: form })).status).toBe(404)
    expect((await session.call(deleteSavedView, { params })).status).toBe(404)
  }
  expect(await namesOf(api.admin)).toEqual([form.name])
})

test('a shared view is seen by admins who see everything, and changed by its owner', async () => {
  const { data } = await add(api.admin, { is_shared: true })
  const limited = await signInAdmin('limited', { scope: 'OWN' })
  const [seen] = (await anna.call(listSavedViews, {})).data
  expect(seen).toMatchObject({ name: form.name, owner_name: 'admin', is_own: false })
  expect(await namesOf(limited.session)).toEqual([])
  expect(await namesOf(client)).toEqual([])
  const change = await anna.call(updateSavedView, { params: { id: data.id }, body: form })
  expect(change.status).toBe(404)
})

test('sharing needs its permission', async () => {
  for (const session of [client, anna]) {
    expect((await add(session, { is_shared: true })).problem.code).toBe('not-allowed')
    const params = { id: (await add(session)).data.id }
    const body = bodyOf({ is_shared: true })
    expect((await session.call(updateSavedView, { params, body })).status).toBe(403)
  }
})

test('the shared views of a deleted user are gone', async () => {
  const permissions: Permission[] = [...PERMISSIONS, 'shared_views.create']
  const { id, session } = await signInAdmin('berta', { permissions })
  await add(session, { is_shared: true })
  expect(await namesOf(anna)).toEqual([form.name])
  await api.admin.call(deleteUser, { params: { id } })
  expect(await namesOf(anna)).toEqual([])
})

test('a name is taken once on a screen, and texts are bounded', async () => {
  await add(client)
  expect((await add(client, { name: 'BY GATEWAY' })).problem.code).toBe('already-exists')
  expect((await add(anna)).status).toBe(200)
  for (const changes of [{ name: ' ' }, { query: 'a'.repeat(2001) }, { query: 'a b' }]) {
    expect((await add(client, changes)).problem.code).toBe('bad-input')
  }
})

test('a user has at most a hundred views', async () => {
  const user = await readRow(api, 'console_user', { username: 'acme' })
  const rows = Array.from({ length: SAVED_VIEWS_PER_USER - 1 }, (_, n) => ({
    ...form,
    name: `View ${n}`,
    user_id: user.id,
  }))
  await api.database.insertInto('saved_view').values(rows).execute()
  const answers = await Promise.all([add(client, { name: 'A' }), add(client, { name: 'B' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await add(client, { name: 'C' })).problem.message).toMatch(/100 saved views/)
  expect((await add(anna)).status).toBe(200)
})
