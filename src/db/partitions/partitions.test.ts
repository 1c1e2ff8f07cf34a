// The days of the tables that calls fill.
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { databaseForFile } from '#test/support/database.ts'
import { isPartitionMissing, makePartitions } from './partitions.ts'

const fresh = databaseForFile()
let pool: pg.Pool
beforeAll(async () => {
  pool = fresh.pool(1)
})

const at = Date.UTC(2031, 4, 31, 23)
const write = (day: string) =>
  pool.query(`insert into routing_log (call_id, started_at, steps) values (1, $1, '[]')`, [day])

test('a day that is missing is known by its error, and made when it is wanted', async () => {
  const error = await write('2031-05-31T23:30:00Z').catch((cause: unknown) => cause)
  expect(isPartitionMissing(error)).toBe(true)
  await makePartitions(pool, at, 2)
  await write('2031-05-31T23:30:00Z')
  await write('2031-06-01T00:30:00Z')
  const later = await write('2031-06-02T00:00:00Z').catch((cause: unknown) => cause)
  expect(isPartitionMissing(later)).toBe(true)
})

test('days that are there stay as they are', async () => {
  await makePartitions(pool, at, 2)
  const { rows } = await pool.query(
    `select count(*) from routing_log where started_at > '2031-01-01'`,
  )
  expect(rows).toEqual([{ count: 2 }])
})

test('another error is not taken for a missing day', async () => {
  const error = await pool.query('select 1 / 0').catch((cause: unknown) => cause)
  expect([isPartitionMissing(error), isPartitionMissing(undefined)]).toEqual([false, false])
})
