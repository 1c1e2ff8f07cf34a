import { expect, test } from 'vitest'
import { databaseForFile } from '#test/support/database.ts'
import { type ColumnType, forRows } from './columns.ts'

const fresh = databaseForFile()

/** Sends the values as a column of rows and answers what PostgreSQL reads in it, as text. */
async function readBack(type: ColumnType, values: readonly unknown[]): Promise<(string | null)[]> {
  const statement = forRows<{ value: unknown }>(
    { value: type },
    ({ values, rows }) => `select (${values})::text as text from ${rows} order by n`,
  )
  const client = await fresh.connect()
  const sent = statement.values(values.map((value) => ({ value })))
  const { rows } = await client.query<{ text: string | null }>(statement.text, sent)
  return rows.map((row) => row.text)
}

const MAX = Number.MAX_SAFE_INTEGER

test.each<[ColumnType, unknown[], (string | null)[]]>([
  [
    'bigint',
    [0, -1, null, 2 ** 32, -(2 ** 32) - 1],
    ['0', '-1', null, '4294967296', '-4294967297'],
  ],
  ['bigint', [MAX, -MAX, '9223372036854775807'], [`${MAX}`, `-${MAX}`, '9223372036854775807']],
  ['integer', [2_147_483_647, null, -2_147_483_648], ['2147483647', null, '-2147483648']],
  ['smallint', [503, null, -1], ['503', null, '-1']],
  ['boolean', [true, false, null], ['true', 'false', null]],
  ['text', ['', null, 'Zoë "\\ {,}\n😀', 'NULL'], ['', null, 'Zoë "\\ {,}\n😀', 'NULL']],
  ['inet', ['192.0.2.7', null, '2001:db8::7'], ['192.0.2.7/32', null, '2001:db8::7/128']],
  ['json', [{ a: 'ü' }, null, [1]], ['{"a":"ü"}', null, '[1]']],
  ['bigint[]', [[1, -2], null, []], ['{1,-2}', null, '{}']],
  [
    'timestamptz',
    [1_780_272_000.123457, null, 0],
    ['2026-06-01 00:00:00.123457+00', null, '1970-01-01 00:00:00+00'],
  ],
])('%s arrives as it was sent: %j', async (type, values, texts) => {
  expect(await readBack(type, values)).toEqual(texts)
})

test('no rows are an array without elements', async () => {
  expect(await readBack('bigint', [])).toEqual([])
})

test('a number that is not whole is a bug', () => {
  const statement = forRows<{ value: number }>({ value: 'bigint' }, ({ rows }) => rows)
  expect(() => statement.values([{ value: 0.5 }])).toThrow('whole')
})
