// The states that processes report, and the engine that does the work that is done once.
import { beforeEach, expect, test } from 'vitest'
import { FIRST_NODE } from '#core/call/engine-name.ts'
import { databaseForFile } from '#test/support/database.ts'
import { asSqlConnection } from '../database.ts'
import {
  deleteOtherEngines,
  isFirstEngine,
  isFirstOfNode,
  listProcessStates,
  writePartStates,
} from './process-states.ts'

const fresh = databaseForFile()
beforeEach(() => fresh.database.deleteFrom('process_state').execute())

const write = (...names: string[]) => writeOn(FIRST_NODE, ...names)
const writeOn = (node_id: number, ...names: string[]) =>
  writePartStates(
    fresh.database,
    node_id,
    names.map((name) => ({ name, state: 'running', detail: '', pid: 7 })),
  )
const setSeen = (name: string, seconds_ago: number) =>
  asSqlConnection(fresh.database).query(
    'update process_state set seen_at = now() - make_interval(secs => $2) where name = $1',
    [name, seconds_ago],
  )
const stateOf = async (name: string) =>
  (await listProcessStates(fresh.database)).find((row) => row.name === name)?.state

test('a process that has been silent for a while counts as stopped until it is seen', async () => {
  await write('api', 'engine-a')
  expect(await stateOf('api')).toBe('running')
  await setSeen('api', 60)
  expect([await stateOf('api'), await stateOf('engine-a')]).toEqual(['stopped', 'running'])
  await write('api')
  expect(await stateOf('api')).toBe('running')
})

test('engines that are not configured any more are forgotten, other processes stay', async () => {
  await write('api', 'engine-a', 'engine-b')
  await deleteOtherEngines(fresh.database, FIRST_NODE, ['engine-b'])
  const names = (await listProcessStates(fresh.database)).map(({ name }) => name)
  expect(names).toEqual(['api', 'engine-b'])
})

test('the first engine is the first by name that gives signs of life', async () => {
  const isFirst = (engine: string) => isFirstEngine(asSqlConnection(fresh.database), engine)
  expect([await isFirst('a'), await isFirst('b')]).toEqual([true, true])
  await write('calls-a', 'calls-b')
  expect([await isFirst('a'), await isFirst('b')]).toEqual([true, false])
  await setSeen('calls-a', 60)
  expect([await isFirst('a'), await isFirst('b')]).toEqual([false, true])
})

test('each node has its own processes and its own first engine', async () => {
  await asSqlConnection(fresh.database).query("insert into node (id, name) values (2, 'Second')")
  await write('api', 'engine-a', 'calls-a', 'calls-b')
  await writeOn(2, 'api', 'engine-a2', 'engine-b2', 'calls-a2', 'calls-b2')
  await deleteOtherEngines(fresh.database, 2, ['engine-a2'])
  const listed = await listProcessStates(fresh.database)
  expect(listed.filter(({ name }) => name === 'api').map(({ node_id }) => node_id)).toEqual([1, 2])
  expect(listed.map(({ name }) => name)).toContain('engine-a')
  expect(listed.map(({ name }) => name)).not.toContain('engine-b2')
  const sql = asSqlConnection(fresh.database)
  const first = await Promise.all(['a', 'b', 'a2', 'b2'].map((name) => isFirstOfNode(sql, name)))
  expect(first).toEqual([true, false, true, false])
  expect(await isFirstEngine(sql, 'a2')).toBe(false)
})
