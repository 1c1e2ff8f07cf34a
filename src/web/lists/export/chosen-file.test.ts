import { expect, test } from 'vitest'
import { isBackgroundOnly, ROWS_AT_ONCE_MAX } from './chosen-file.ts'

test('Parquet, and more rows than one request takes, are for the background only', () => {
  const most = { value: ROWS_AT_ONCE_MAX, is_exact: true }
  const more = { value: ROWS_AT_ONCE_MAX + 1, is_exact: true }
  expect(isBackgroundOnly({ format: 'parquet', rows: 'page' }, undefined)).toBe(true)
  expect(isBackgroundOnly({ format: 'csv', rows: 'all' }, undefined)).toBe(false)
  expect(isBackgroundOnly({ format: 'csv', rows: 'all' }, most)).toBe(false)
  expect(isBackgroundOnly({ format: 'csv', rows: 'all' }, more)).toBe(true)
  expect(isBackgroundOnly({ format: 'csv', rows: 'page' }, more)).toBe(false)
})
