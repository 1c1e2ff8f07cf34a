// The engine over eight databases, with a directory of who is in which, and accounts that move
// between them while they call (test/simulator/books). The product has one database; this is the
// proof that its statements and its plan of a batch fit books.
import { describe, expect, test } from 'vitest'
import { type BooksOptions, NIGHTS_WITH_BOOKS, runBooks } from '#test/simulator/books/night.ts'
import { simulate } from '#test/simulator/simulate.ts'
import { firstNight, scaled } from '#test/support/sample.ts'

/** A second, a whole run ten; `npm run simulate -- --books` takes as long as it is let. */
const EVENTS = scaled(80_000)
const SECONDS_MAX = 300
/** More than the nights of a whole run. */
const NIGHTS_MAX = 100

test(
  'an account that moves while it calls is in one book, and pays for each call once',
  async () => {
    const lines: string[] = []
    const first_seed = firstNight(NIGHTS_MAX)
    const options = { events: EVENTS, seconds_max: SECONDS_MAX, first_seed }
    const done = await simulate({ ...options, say: (line) => lines.push(line) }, NIGHTS_WITH_BOOKS)
    expect(done.failures, lines.join('\n')).toEqual([])
    expect(done.events).toBeGreaterThanOrEqual(EVENTS)
  },
  SECONDS_MAX * 1100,
)

test('a night moves accounts with open calls', async () => {
  const { moves, moved_calls } = await runBooks(1)
  expect(moves).toBeGreaterThan(10)
  expect(moved_calls).toBeGreaterThan(10)
})

describe('the simulator of books finds', () => {
  const NIGHTS = 20
  type Tamper = NonNullable<BooksOptions['tamperParcel']>

  async function complaint(tamperParcel: Tamper): Promise<string> {
    for (let seed = 1; seed <= NIGHTS; seed++) {
      try {
        await runBooks(seed, { tamperParcel })
      } catch (error) {
        return String(error)
      }
    }
    return ''
  }

  test('a millionth that is lost on the way', async () => {
    const found = await complaint((parcel) => ({
      ...parcel,
      balances: parcel.balances.map((row) => ({
        ...row,
        balance: (row.balance - 1n) as typeof row.balance,
      })),
    }))
    expect(found).toMatch(/the balances of \d+ over all books/)
  })

  test('a hold that stays behind', async () => {
    const found = await complaint((parcel) => ({
      ...parcel,
      balances: parcel.balances.map((row) => ({ ...row, held: 0n as typeof row.held })),
    }))
    expect(found).toMatch(/what is held of/)
  })

  test('an open call that stays behind', async () => {
    const found = await complaint((parcel) => ({ ...parcel, calls: parcel.calls.slice(1) }))
    expect(found).toMatch(/open calls/)
  })

  test('seconds of a package that are held without a call', async () => {
    const found = await complaint((parcel) => ({
      ...parcel,
      subscriptions: parcel.subscriptions.map((row) => ({ ...row, seconds_held: 1 })),
    }))
    expect(found).toMatch(/package/)
  })

  test('a channel that is in two books', async () => {
    const found = await complaint((parcel) => ({
      ...parcel,
      channels: new Map([...parcel.channels].map(([subject]) => [subject, 2])),
    }))
    expect(found).toMatch(/the parts of GATEWAY \d+ are the whole/)
  })

  test('room for debt that is lost on the way', async () => {
    const found = await complaint((parcel) => ({
      ...parcel,
      held: new Map(
        [...parcel.held].map(([id, { held }]) => [id, { held, max_debt: 0 as typeof held }]),
      ),
    }))
    expect(found).toMatch(/the parts of \d+ are the whole/)
  })
})
