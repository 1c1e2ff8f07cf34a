import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readUnsteady, withMore } from '../steady/unsteady-files.ts'
import type { FileResult } from './results.ts'

const NOON_MS = Date.UTC(2026, 10, 29, 12)
const failed = (file: string, error: string): FileResult => ({
  project: 'unit',
  file,
  seconds: 1,
  tests: 3,
  failures: [{ test: 'a call', errors: [error], load: 3.14 }],
  skips: [],
})

test('the list has each file once, with the last time that it was unsteady', () => {
  const first = withMore([], [failed('src/b.test.ts', 'Error: late\n  at x')], NOON_MS)
  const entry = { test: 'a call', error: 'Error: late', on: '2026-11-29', load: 3.1, times: 1 }
  expect(first).toEqual([{ file: 'src/b.test.ts', ...entry }])
  const news = [failed('src/a.test.ts', 'Error: late'), failed('src/b.test.ts', 'Error: later')]
  expect(withMore(first, news, NOON_MS)).toEqual([
    { file: 'src/a.test.ts', ...entry },
    { file: 'src/b.test.ts', ...entry, error: 'Error: later', times: 2 },
  ])
})

test('each file of the list is there', () => {
  const files = readUnsteady().map(({ file }) => file)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  expect(new Set(files).size).toBe(files.length)
})
