import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeSheet, NO_DETAILS, type RateRow } from '#test/support/tariffs.ts'
import { perMinute } from '#test/support/terms.ts'
import { type Rate, rate } from '../money.ts'
import { DetailsPool, findRate, PREFIX_DIGITS_MAX, RateSheetBuilder } from './rate-sheet.ts'

const ONE = perMinute('0.01')
const NOW = 1_780_000_000

const never = () => false

/** With the details of a rate that takes everything from its tariff, at 0. */
function poolOfNone(): DetailsPool {
  const pool = new DetailsPool()
  pool.place('', () => NO_DETAILS)
  return pool
}

const foundId = (rows: readonly RateRow[], number: string, at_seconds = NOW) =>
  findRate(makeSheet(rows), number, at_seconds, never)?.rate_id

test('an empty sheet has a rate for nobody', () => {
  expect(foundId([], '442071838750')).toBeUndefined()
})

test.each([
  ['442071838750', 3],
  ['4420', 3],
  ['442', 2],
  ['44', 2],
  ['4', 1],
  ['1', 1],
  ['45', 1],
  ['43999999', 1],
])('the longest prefix of %s wins', (number, id) => {
  const rows = ['', '44', '4420'].map((prefix) => ({ prefix, rate: ONE }))
  expect(foundId(rows, number)).toBe(id)
})

test('a zero at the end of a prefix is a digit like any other', () => {
  const rows = ['4', '40', '400', '0', '00'].map((prefix) => ({ prefix, rate: ONE }))
  expect(['4', '41', '40', '401', '400', '0', '01', '007'].map((n) => foundId(rows, n))).toEqual([
    1, 1, 2, 2, 3, 4, 4, 5,
  ])
})

test('a rate that is not in effect leaves the number to the next shorter prefix', () => {
  const rows = [
    { prefix: '', rate: ONE },
    { prefix: '4', rate: ONE, ends: NOW },
    { prefix: '44', rate: ONE, starts: NOW + 1 },
    { prefix: '442', rate: ONE, ends: NOW - 1 },
  ]
  expect(foundId(rows, '4420', NOW - 2)).toBe(4)
  expect(foundId(rows, '4420', NOW - 1)).toBe(2)
  expect(foundId(rows, '4420', NOW)).toBe(1)
  expect(foundId(rows, '4420', NOW + 1)).toBe(3)
})

test('among the rates of one prefix the newest in effect counts', () => {
  const rows = [
    { prefix: '44', rate: ONE, starts: NOW - 300 },
    { prefix: '44', rate: ONE, starts: NOW - 200, ends: NOW - 100 },
    { prefix: '44', rate: ONE, starts: NOW + 100 },
  ]
  expect([-301, -300, -200, -101, -100, 99, 100].map((s) => foundId(rows, '44', NOW + s))).toEqual([
    undefined,
    1,
    2,
    2,
    1,
    1,
    3,
  ])
})

test('of two rates that start together the later one counts', () => {
  const rows = [5, 6].map((id) => ({ id, prefix: '44', rate: ONE, starts: NOW }))
  expect(foundId(rows, '44')).toBe(6)
})

test('a rate whose window is open goes before one without, a closed one is passed over', () => {
  const rows = [
    { prefix: '4', rate: ONE },
    { prefix: '44', rate: ONE, starts: NOW - 300, window_id: 7 },
    { prefix: '44', rate: ONE, starts: NOW - 200, window_id: 8 },
    { prefix: '44', rate: ONE, starts: NOW - 100 },
    { prefix: '449', rate: ONE, window_id: 7 },
  ]
  const found = (number: string, at_seconds: number, ...open: number[]) =>
    findRate(makeSheet(rows), number, at_seconds, (id) => open.includes(id))?.rate_id
  expect([found('44', NOW), found('44', NOW, 7), found('44', NOW, 8)]).toEqual([4, 2, 3])
  // The rate that began later counts where two windows are open; a rate not in effect has no
  // window.
  expect(found('44', NOW, 7, 8)).toBe(3)
  expect(found('44', NOW - 250, 8)).toBe(1)
  expect([found('449', NOW), found('449', NOW, 7)]).toEqual([4, 5])
})

test('a rate from before 1970 holds, and one that ends in the year 9999 does not end early', () => {
  const rows = [{ prefix: '44', rate: ONE, starts: -86_400, ends: 253_402_300_799 }]
  expect(foundId(rows, '44')).toBe(1)
  // Cut to 32 bits, this end in 2120 would lie in 1983.
  expect(foundId([{ prefix: '44', rate: ONE, ends: 4_733_510_400 }], '44')).toBe(1)
  expect(foundId([{ prefix: '44', rate: ONE, starts: 4_733_510_400 }], '44')).toBeUndefined()
  expect(foundId([{ prefix: '44', rate: ONE, starts: -9, ends: -1 }], '44')).toBeUndefined()
})

test('a prefix of fifteen digits is found, also for a longer number', () => {
  const rows = [
    { prefix: '4420718387500', rate: ONE },
    { prefix: '442071838750000', rate: ONE },
    { prefix: '999999999999999', rate: ONE },
  ]
  expect(foundId(rows, '442071838750000')).toBe(2)
  expect(foundId(rows, '44207183875000099')).toBe(2)
  expect(foundId(rows, '442071838750001')).toBe(1)
  expect(foundId(rows, '99999999999999999999')).toBe(3)
  expect(foundId(rows, '99999999999999')).toBeUndefined()
})

test('what is found is the rate with its prefix, price and details', () => {
  const sheet = makeSheet([
    {
      id: 7,
      prefix: '4420',
      rate: perMinute('999.99999999'),
      destination: 'London',
      blocked: true,
    },
  ])
  expect(findRate(sheet, '442071838750', NOW, never)).toEqual({
    rate_id: 7,
    prefix: '4420',
    rate: perMinute('999.99999999'),
    details: { ...NO_DETAILS, destination: 'London', blocked: true },
  })
})

test.each([
  ['prefixes', '45', NOW, '44', NOW],
  ['starts', '44', NOW, '44', NOW - 1],
])('%s that come out of order are a bug', (_name, first, starts, second, then_starts) => {
  const builder = new RateSheetBuilder(poolOfNone())
  builder.add(1, first, starts, null, ONE, 0)
  expect(() => builder.add(2, second, then_starts, null, ONE, 0)).toThrow('ordered')
})

test.each(['4a', '+44', ' 44', '1234567890123456'])('%s is no prefix', (prefix) => {
  const builder = new RateSheetBuilder(poolOfNone())
  expect(() => builder.add(1, prefix, 0, null, ONE, 0)).toThrow('is a prefix')
})

/** Few digits make prefixes that begin each other and numbers that meet them. */
const anyDigits = (min: number, max: number) =>
  fc.oneof(
    fc.string({ unit: fc.constantFrom('0', '1', '9'), minLength: min, maxLength: max }),
    fc.string({ unit: fc.constantFrom('0'), minLength: min, maxLength: max }),
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max }),
  )
const anyTime = fc.integer({ min: 0, max: 12 })
const anyWindow = fc.constantFrom(null, null, 1, 2, 3)
const anyRow = fc.record({
  prefix: fc.oneof(anyDigits(0, 4), anyDigits(0, PREFIX_DIGITS_MAX)),
  starts: anyTime,
  ends: fc.option(fc.integer({ min: 1, max: 12 })),
  rate: fc.integer({ min: 0, max: 100_000_000_000 }) as fc.Arbitrary<Rate>,
  window_id: anyWindow,
})

/** Looks through all prefixes of the number, the longest first, and all versions of each. */
function findNaively(
  rows: readonly (RateRow & { id: number })[],
  number: string,
  at: number,
  open: readonly number[],
) {
  for (let length = number.length; length >= 0; length--) {
    const prefix = number.slice(0, length)
    const in_effect = rows.filter(
      ({ prefix: p, starts = 0, ends }) =>
        p === prefix && starts <= at && (ends === null || ends === undefined || at < ends),
    )
    const windowed = in_effect.filter(({ window_id }) => open.includes(window_id ?? 0))
    const always = in_effect.filter(({ window_id }) => window_id === null)
    const candidates = windowed.length > 0 ? windowed : always
    const newest = Math.max(...candidates.map(({ starts = 0 }) => starts))
    const found = candidates.findLast(({ starts = 0 }) => starts === newest)
    if (found) return { id: found.id, prefix, rate: found.rate }
  }
  return undefined
}

test('a random sheet answers as a plain search does', () => {
  const anyRows = fc
    .uniqueArray(anyRow, {
      selector: ({ prefix, starts, window_id }) => `${prefix}@${starts}@${window_id}`,
      maxLength: 40,
    })
    .map((rows) => rows.map((row, at) => ({ ...row, id: at + 1 })))
  fc.assert(
    fc.property(
      anyRows,
      fc.subarray([1, 2, 3]),
      fc.array(fc.tuple(anyDigits(1, 18), anyTime), { maxLength: 20 }),
      fc.array(fc.tuple(fc.nat(), anyDigits(0, 4), anyTime), { maxLength: 20 }),
      (rows, open, far, near) => {
        const sheet = makeSheet(rows)
        // Numbers that begin with a prefix of the sheet, and numbers that need not.
        const beside = near.map(([nth, digits, at]): [string, number] => [
          `${rows[nth % rows.length]?.prefix ?? ''}${digits}`,
          at,
        ])
        for (const [number, at] of [...far, ...beside]) {
          const found = findRate(sheet, number, at, (id) => open.includes(id))
          expect(found && { id: found.rate_id, prefix: found.prefix, rate: found.rate }).toEqual(
            findNaively(rows, number, at, open),
          )
        }
      },
    ),
    { numRuns: 3000 },
  )
})

test('a rate takes at most 40 bytes, and what many share is stored once', () => {
  const pool = new DetailsPool()
  const builder = new RateSheetBuilder(pool)
  const size = 100_000
  for (let at = 0; at < size; at++) {
    const destination = `Country ${at % 7}`
    const details_at = pool.place(destination, () => ({ ...NO_DETAILS, destination }))
    builder.add(at + 1, String(100_000 + at), 0, null, rate(at), details_at)
  }
  const sheet = builder.build()
  const arrays = Object.values(sheet).filter((part) => ArrayBuffer.isView(part))
  const bytes = arrays.reduce((sum, array) => sum + array.buffer.byteLength, 0)
  expect(sheet.size).toBe(size)
  expect(bytes / size).toBeLessThanOrEqual(40)
  expect(sheet.details).toHaveLength(7)
  expect(sheet.has_windows).toBe(false)
  expect(findRate(sheet, '199999123', NOW, never)).toMatchObject({ rate_id: size, rate: size - 1 })
})
