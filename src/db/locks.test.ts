import { expect, test } from 'vitest'
import { listFiles, readText } from '#test/architecture/source.ts'
import * as locks from './locks.ts'

test('each advisory lock has a number of its own', () => {
  const numbers = Object.values(locks)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('the migrations take the lock of partitions by its number', () => {
  const sql = readText('src/db/migrations/0022-partitions.sql')
  const taken = [...sql.matchAll(/pg_advisory_xact_lock\((\d+)\)/g)].map(([, number]) => number)
  expect(taken).toEqual([String(locks.MAKE_PARTITION_LOCK)])
})

test('no other file has a number of a lock', () => {
  const others = listFiles('src', /\.ts$/).filter((path) => /\b7270\d\d\b/.test(readText(path)))
  expect(others).toEqual(['src/db/locks.ts'])
})
