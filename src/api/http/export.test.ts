import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { listQuery } from '#contract/page.ts'
import * as is from '#contract/primitives.ts'
import { money } from '#core/money.ts'
import { headingOf } from './export/export-columns.ts'
import { csvCell } from './export/export-lines.ts'
import { inTurns } from './export/export-pace.ts'
import { fileOf } from './export.ts'
import { networkOf } from './network.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+442071838750', "'+442071838750"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['\n=1', '"\'\n=1"'],
  ['＝1+1', "'＝1+1"],
  // Where the list separator is a semicolon, a spreadsheet begins a cell after it.
  [';=1', `";'=1"`],
  ['a;=1;+2', `"a;'=1;'+2"`],
  ['a;"=1"', `"a;""'=1"""`],
  ['a\t@x', "a\t'@x"],
  ['a\n=1', `"a\n'=1"`],
  ['a; b', '"a; b"'],
  ['a-1', 'a-1'],
  ['1;-2', `"1;'-2"`],
  ['-12.5', '-12.5'],
  ['-3', '-3'],
  ['0.000001', '0.000001'],
  ['a "b", c', '"a ""b"", c"'],
  ['a\nb', '"a\nb"'],
  [null, ''],
  [true, 'true'],
  [['PCMA', 'G729'], 'PCMA G729'],
])('%j is written as %s', (value, text) => {
  expect(csvCell(value)).toBe(text)
})

test('each step of an export has a turn, which its reader does not keep', async () => {
  const done: string[] = []
  async function* parts() {
    for (const part of ['first', 'second']) {
      done.push(part)
      yield part
    }
  }
  const steps = inTurns(parts(), async () => {
    done.push('turn')
    return () => done.push('end')
  })
  expect((await steps.next()).value).toBe('first')
  expect(done).toEqual(['turn', 'first', 'end'])
  await steps.next()
  expect((await steps.next()).done).toBe(true)
  expect(done.slice(3)).toEqual(['turn', 'second', 'end', 'turn', 'end'])
})

test('a list of any length leaves whole, page after page', async () => {
  const pages = 120
  const list = endpoint({
    method: 'GET',
    path: '/api/numbers',
    summary: 'Numbers',
    needs: 'call_records.view',
    list: true,
    query: listQuery(['n'], {}),
    answer: z.array(z.object({ n: z.number() })),
  })
  const pageAt = (at: number) => ({
    rows: Array.from({ length: 1000 }, (_, row) => ({ n: at * 1000 + row })),
    page: {
      limit: 1000,
      cursor: null,
      next_cursor: at + 1 < pages ? String(at + 1) : null,
      total: 10_000,
      total_is_exact: false,
      sort: 'n',
    },
  })
  let text = ''
  const file = fileOf(list, { format: 'csv' }, pageAt(0), async ({ cursor }) =>
    pageAt(Number(cursor)),
  )
  for await (const part of file) text += part
  const lines = text.trimEnd().split('\r\n')
  expect(lines.slice(0, 2)).toEqual(['n', '0'])
  expect(lines.at(-1)).toBe('119999')
  expect(lines).toHaveLength(120_001)
})

test('JSON has an object for each row, with the names of the API, also without rows', async () => {
  const list = endpoint({
    method: 'GET',
    path: '/api/numbers',
    summary: 'Numbers',
    needs: 'call_records.view',
    list: true,
    query: listQuery(['n'], {}),
    answer: z.array(z.object({ n: z.number(), at: z.iso.datetime(), amount: is.moneyText })),
  })
  const at = '2026-11-22T14:03:07Z'
  const page = { limit: 2, cursor: null, total: 3, total_is_exact: true, sort: 'n' }
  const row = (n: number) => ({ n, at, amount: money(n) })
  const first = { rows: [row(1), row(2)], page: { ...page, next_cursor: '2' } }
  const last = { rows: [row(3)], page: { ...page, next_cursor: null } }
  const options = { format: 'json', headings: 'words', zone: 'Asia/Kathmandu' } as const
  const read = async (from: typeof first | typeof last) => {
    let text = ''
    for await (const part of fileOf(list, options, from, async () => last)) text += part
    return JSON.parse(text)
  }
  expect((await read(first))[0]).toEqual({ n: 1, at: '2026-11-22 19:48:07', amount: '0.000001' })
  expect((await read(first)).map(({ n }: { n: number }) => n)).toEqual([1, 2, 3])
  expect(await read({ ...last, rows: [] })).toEqual([])
})

test.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s lies in %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test.each([
  ['call_pdd_ms', 'Call PDD (ms)'],
  ['client_name', 'Client'],
  ['sip_code', 'SIP code'],
  ['first_increment', 'First increment'],
  ['billed_seconds', 'Billed (s)'],
  ['vat_percent', 'VAT (%)'],
  ['name', 'Name'],
])('%s is headed %s', (name, heading) => {
  expect(headingOf(name)).toBe(heading)
})
