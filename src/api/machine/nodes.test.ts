// Call nodes in the console: added with a code that is shown once, drained, renamed and removed.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '#contract/machine/nodes.ts'
import { listActivities } from '#contract/people/activities.ts'
import { PERMISSIONS } from '#core/permission/permission.ts'
import { asSqlConnection } from '#db/database.ts'
import { countOpenCalls } from '#db/machine/machine-facts.ts'
import { apiForFile } from '#test/support/api.ts'
import { openCall, writeCalls } from '#test/support/calls.ts'
import { addClient, lastActivity } from '#test/support/configuration.ts'
import { signInAdmin } from '#test/support/people.ts'
import { secretKeys } from '#test/support/secret-keys.ts'

/** As the supervisor reads it. */
const JOIN_CODE = /^(\d{1,15})-([0-9a-f]{32})$/

const api = apiForFile()
let client_id: number
beforeAll(async () => {
  client_id = (await addClient(api)).id
})
beforeEach(async () => {
  await query('delete from process_state')
  await query('delete from node_join')
  await query('delete from node where id > 1')
  await query('update node set drained_at = null')
})

const query = async <T>(text: string, values: unknown[] = []) =>
  (await asSqlConnection(api.database).query<T & object>(text, values)).rows

const add = (name: string) => api.admin.call(contract.createNode, { body: { name } })
const nodes = async () => (await api.admin.call(contract.listNodes, {})).data
const one = async (id: number) => (await api.admin.call(contract.getNode, { params: { id } })).data
const params = (id: number) => ({ params: { id } })

/** A sign of life of its supervisor. */
const live = (id: number) =>
  query(
    `insert into process_state (node_id, name, state, facts)
      values ($1, 'supervisor', 'running', $2)
      on conflict (node_id, name) do update set seen_at = now(), state = 'running'`,
    [id, { load: [0.5, 1, 2], cpu_cores: 4, clock_offset_ms: -7.5 }],
  )

/** The number of a node that has joined and runs. */
async function addRunning(name: string): Promise<number> {
  const { id } = (await add(name)).data
  await query('update node set joined_at = now() where id = $1', [id])
  await live(id)
  return id
}

test('a node is added with a code that only this answer has', async () => {
  const { data } = await add('Oslo')
  const [, join_id, secret = ''] = JOIN_CODE.exec(data.code) ?? []
  const [row] = await query<{ code: string; minutes: number }>(
    `select code, round(extract(epoch from expires_at - now()) / 60)::integer as minutes
      from node_join where id = $1 and node_id = $2`,
    [join_id, data.id],
  )
  expect(row?.minutes).toBe(60)
  expect(secretKeys.decrypt('node_join.code', row?.code ?? '')).toBe(secret)
  expect(await one(data.id)).toMatchObject({ name: 'Oslo', state: 'WAITING', version: 1, calls: 0 })
  const { data: logged } = await api.admin.call(listActivities, {})
  expect(logged[0]).toMatchObject({ action: 'CREATE', entity: 'node', entity_name: 'Oslo' })
  for (const seen of [logged, await nodes(), await one(data.id)]) {
    expect(JSON.stringify(seen)).not.toContain(secret)
  }
})

test('a new code takes the place of the last one, until the node has joined', async () => {
  const { id, code } = (await add('Oslo')).data
  await query(`update node_join set expires_at = now() - interval '1 second'`)
  expect((await one(id)).state).toBe('CODE_EXPIRED')
  const renewed = await api.admin.call(contract.renewNodeCode, params(id))
  expect(renewed.data.code).toMatch(JOIN_CODE)
  expect(renewed.data.code).not.toBe(code)
  expect(await lastActivity(api)).toMatchObject({
    entity: 'node',
    changes: { code: ['•••', '•••'] },
  })
  expect((await one(id)).state).toBe('WAITING')
  // Its secrets are on the way: it starts within moments.
  await query(`update node_join set code = '', sealed = ''`)
  expect((await one(id)).state).toBe('WAITING')
  await query(`update node_join set refusal = 'JOIN_CODE is wrong'`)
  expect((await one(id)).state).toBe('CODE_EXPIRED')
  await query('update node set joined_at = now() where id = $1', [id])
  const refused = await api.admin.call(contract.renewNodeCode, params(id))
  expect([refused.status, refused.problem.message]).toEqual([
    409,
    'Oslo has joined: it needs no code.',
  ])
})

test('a name belongs to one node, and to another one after its removal', async () => {
  const { id } = (await add('Oslo')).data
  const same = await add('oslo')
  expect([same.status, same.problem.fields]).toEqual([
    409,
    { name: 'This name is already in use.' },
  ])
  expect((await api.admin.call(contract.deleteNode, params(id))).status).toBe(204)
  const { data } = await add('Oslo')
  expect(data.id).toBe(id + 1)
})

test('the hundredth node is the last', async () => {
  await query(`insert into node (id, name, removed_at) values (100, 'Last', now())`)
  const refused = await add('Oslo')
  expect([refused.status, refused.problem.fields]).toEqual([
    400,
    { name: 'All 100 numbers of nodes are used up.' },
  ])
})

test('load, clock and calls of a node are its own, and an older version is marked', async () => {
  await live(1)
  const id = await addRunning('Oslo')
  const call = openCall(client_id)
  await writeCalls(api.url, { opened: [call] })
  await query(`update open_call set engine = $1`, [`b${id}`])
  expect(await countOpenCalls(api.database, id)).toBe(1)
  expect(await countOpenCalls(api.database, 1)).toBe(0)
  await query(`update node set release = '1.1.0', last_migration = '0002-b.sql' where id = 1`)
  await query(`update node set release = '1.0.0', last_migration = '0001-a.sql' where id = $1`, [
    id,
  ])
  expect(await nodes()).toMatchObject([
    { id: 1, state: 'RUNNING', calls: 0, is_other_release: false, is_behind: false },
    {
      ...{ id, state: 'RUNNING', calls: 1, is_other_release: true, is_behind: true },
      ...{ load: 0.5, cpu_cores: 4, clock_offset_ms: -7.5, release: '1.0.0' },
    },
  ])
  await query('delete from open_call')
})

test('a node is renamed, unless another user was first', async () => {
  const id = await addRunning('Oslo')
  const { version } = await one(id)
  const rename = (name: string) =>
    api.admin.call(contract.updateNode, { params: { id }, body: { name, version } })
  expect((await rename('Bergen')).data).toMatchObject({ name: 'Bergen', version: version + 1 })
  expect(await lastActivity(api)).toMatchObject({ changes: { name: ['Oslo', 'Bergen'] } })
  expect((await rename('Tromso')).problem.code).toBe('changed-meanwhile')
})

test('a node is drained, node 1 too, and takes calls again', async () => {
  const id = await addRunning('Oslo')
  await live(1)
  expect((await api.admin.call(contract.drainNode, params(1))).data.state).toBe('DRAINED')
  await writeCalls(api.url, { opened: [openCall(client_id)] })
  await query(`update open_call set engine = $1`, [`a${id}`])
  const drained = await api.admin.call(contract.drainNode, params(id))
  expect(drained.data).toMatchObject({ state: 'DRAINING', drained_at: expect.any(String) })
  expect(await lastActivity(api)).toMatchObject({
    ...{ action: 'EXECUTE', entity: 'node', entity_name: 'Oslo' },
    changes: { is_drained: [false, true] },
  })
  await query('delete from open_call')
  expect((await one(id)).state).toBe('DRAINED')
  const ended = await api.admin.call(contract.undrainNode, params(id))
  expect(ended.data).toMatchObject({ state: 'RUNNING', drained_at: null })
  const { id: waiting } = (await add('Bergen')).data
  expect((await api.admin.call(contract.drainNode, params(waiting))).problem.message).toBe(
    'Bergen has not joined: it takes no calls.',
  )
})

test('a node is removed when it has no calls, and node 1 never', async () => {
  const id = await addRunning('Oslo')
  const remove = (node: number) => api.admin.call(contract.deleteNode, params(node))
  const running = await remove(id)
  expect([running.status, running.problem.message]).toEqual([
    409,
    'Oslo takes calls. Drain it, and remove it when its calls have ended.',
  ])
  await query(`insert into failing_work (process, work, message) values
    ('meter of node ${id}', 'x', ''), ('engine-b${id}', 'x', ''), ('engine-a', 'x', '')`)
  await api.admin.call(contract.drainNode, params(id))
  expect((await remove(id)).status).toBe(204)
  expect((await remove(id)).status).toBe(404)
  expect(await lastActivity(api)).toMatchObject({ action: 'DELETE', entity_name: 'Oslo' })
  expect(await query('select process from failing_work')).toEqual([{ process: 'engine-a' }])
  expect((await nodes()).map((node) => node.id)).toEqual([1])
  const silent = await addRunning('Bergen')
  await query(`update process_state set seen_at = now() - interval '1 minute'`)
  expect(await one(silent)).toMatchObject({ state: 'SILENT', load: null, clock_offset_ms: null })
  await query(`update process_state set state = 'stopped'`)
  expect((await one(silent)).state).toBe('STOPPED')
  expect((await remove(silent)).status).toBe(204)
  await query('update node set drained_at = now() where id = 1')
  expect((await remove(1)).problem.message).toBe(
    'Node 1 is node 1, which has the migrations and jobs: it cannot be removed.',
  )
})

test('an admin of some accounts sees and changes no node', async () => {
  const { id } = (await add('Oslo')).data
  const limited = await signInAdmin(api, 'limited', {
    permissions: [...PERMISSIONS],
    scope: 'LISTED',
    account_ids: [client_id],
  })
  expect((await limited.call(contract.listNodes, {})).data).toEqual([])
  expect((await limited.call(contract.getNode, params(id))).status).toBe(404)
  expect((await limited.call(contract.createNode, { body: { name: 'Own' } })).status).toBe(403)
  const body = { name: 'Own', version: 1 }
  expect((await limited.call(contract.updateNode, { ...params(id), body })).status).toBe(404)
  for (const endpoint of [
    contract.renewNodeCode,
    contract.drainNode,
    contract.undrainNode,
    contract.deleteNode,
  ]) {
    expect((await limited.call(endpoint, params(id))).status).toBe(404)
  }
})

test('each change needs its own permission', async () => {
  const { id } = (await add('Oslo')).data
  const viewer = await signInAdmin(api, 'viewer', { permissions: ['nodes.view'] })
  expect((await viewer.call(contract.listNodes, {})).data).toHaveLength(2)
  const body = { name: 'Own', version: 1 }
  expect((await viewer.call(contract.createNode, { body: { name: 'Own' } })).status).toBe(403)
  expect((await viewer.call(contract.updateNode, { ...params(id), body })).status).toBe(403)
  for (const endpoint of [contract.renewNodeCode, contract.drainNode, contract.deleteNode]) {
    expect((await viewer.call(endpoint, params(id))).status).toBe(403)
  }
})
