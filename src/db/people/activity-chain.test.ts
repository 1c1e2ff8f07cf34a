// The chain of the activity log, against those who may do anything in the database.
import type pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { makeClient } from '../database.ts'
import { findBreaches } from '../verify/invariants.ts'

let fresh: FreshDatabase
let owner: pg.Pool
const opened: (() => Promise<void>)[] = []

beforeEach(async () => {
  fresh = await freshDatabase()
  owner = fresh.pool(12)
  opened.push(fresh.close)
})
afterAll(async () => {
  for (const close of opened) await close()
})

const ADD = `insert into activity_log (username, action, entity, entity_name)
  values ('admin', 'UPDATE', 'tariff', $1)`

const broken = async () =>
  (await findBreaches(owner)).map(({ id, rows }) => [id, rows.map(({ position }) => position)])

async function addRows(count: number): Promise<void> {
  for (let at = 1; at <= count; at += 1) await owner.query(ADD, [`row ${at}`])
}

/** Makes a change that the triggers refuse, as the owner does who takes them away first. */
async function tamper(sql: string): Promise<void> {
  await owner.query('alter table activity_log disable trigger user')
  await owner.query(sql)
  await owner.query('alter table activity_log enable trigger user')
}

test('a row gets its place in the chain when its transaction ends', async () => {
  await addRows(3)
  const { rows } = await owner.query(
    `select position, length(hash) as length, previous_hash = lag(hash, 1, '') over (order by id)
      as follows from activity_log order by id`,
  )
  expect(rows).toEqual([1, 2, 3].map((position) => ({ position, length: 32, follows: true })))
  expect(await broken()).toEqual([])
})

test.each([
  ['a changed row', `update activity_log set username = 'other' where position = 2`, 'A1', [2]],
  [
    'a token that was added',
    `update activity_log set token_name = 'other' where position = 2`,
    'A1',
    [2],
  ],
  [
    'a changed field of the changes',
    `update activity_log set changes = '{"rate": ["1", "2"]}' where position = 2`,
    'A1',
    [2],
  ],
  ['a removed row', 'delete from activity_log where position = 2', 'A1', [3]],
  ['a removed first row', 'delete from activity_log where position = 1', 'A1', [2]],
  ['a removed last row', 'delete from activity_log where position = 3', 'A2', [2]],
  ['an emptied log', 'delete from activity_log', 'A2', [null]],
  [
    'a changed row with a fitting hash of its own',
    `update activity_log l set username = 'other', hash = activity_hash(l.previous_hash,
      (select s from activity_log s where s.id = l.id)) where position = 2;
     update activity_log l set hash = activity_hash(l.previous_hash,
      (select s from activity_log s where s.id = l.id)) where position = 2`,
    'A1',
    [3],
  ],
  [
    'a row that was written beside the chain',
    `insert into activity_log (username, action, entity) values ('other', 'LOGIN', 'session')`,
    'A1',
    [null],
  ],
])('%s is found', async (_, sql, rule, positions) => {
  await addRows(3)
  await tamper(sql)
  expect(await broken()).toEqual([[rule, positions]])
})

test('many writers at once make one chain', async () => {
  const writers = Array.from({ length: 10 }, async (_, writer) => {
    for (let nth = 1; nth <= 10; nth += 1) {
      const client = await owner.connect()
      try {
        await client.query('begin')
        await client.query(ADD, [`${writer} ${nth}`])
        await client.query(ADD, [`${writer} ${nth} again`])
        await client.query(nth % 3 === 0 ? 'rollback' : 'commit')
      } finally {
        client.release()
      }
    }
  })
  await Promise.all(writers)
  expect(await broken()).toEqual([])
  const { rows } = await owner.query('select count(*), max(position) from activity_log')
  expect(rows).toEqual([{ count: 140, max: 140 }])
})

test('two changes that wait for each other after they are noted do not lock up', async () => {
  const [first, second] = [await owner.connect(), await owner.connect()]
  try {
    await first.query('begin')
    await second.query('begin')
    await second.query(`insert into setting (key, value) values ('held', '1')`)
    await first.query(ADD, ['noted first'])
    const waiting = first.query(`insert into setting (key, value) values ('held', '2')
      on conflict do nothing`)
    await second.query(ADD, ['noted while the first waits'])
    await second.query('commit')
    await waiting
    await first.query('commit')
  } finally {
    first.release()
    second.release()
  }
  expect(await broken()).toEqual([])
})

test('the API cannot give a row a place of its own choice', async () => {
  const api = makeClient(fresh.urls.api, 'test')
  await api.connect()
  try {
    await api.query(ADD, ['of the API'])
    await expect(api.query('update activity_log set position = 9')).rejects.toThrow('denied')
    await expect(api.query('update activity_chain set last_position = 0')).rejects.toThrow('denied')
    await expect(api.query('select append_to_activity_chain(1, now())')).rejects.toThrow('denied')
  } finally {
    await api.end()
  }
  expect(await broken()).toEqual([])
})
