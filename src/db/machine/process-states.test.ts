// The states that processes report, and the engine that does the work that is done once.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { asSqlConnection } from '../database.ts'
import {
  deleteOtherEngines,
  isFirstEngine,
  listProcessStates,
  writePartStates,
} from './process-states.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
beforeEach(() => fresh.database.deleteFrom('process_state').execute())
afterAll(() => fresh.close())

const write = (...names: string[]) =>
  writePartStates(
    fresh.database,
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
  await deleteOtherEngines(fresh.database, ['engine-b'])
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
