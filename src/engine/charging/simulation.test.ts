// The engine in virtual time: millions of events with losses, repeats, kills between any two
// effects, and an exact oracle beside it (test/simulator).
import { describe, expect, test } from 'vitest'
import { type EpisodeOptions, runEpisode } from '#test/simulator/episode.ts'
import { simulate } from '#test/simulator/simulate.ts'
import { firstNight, scaled } from '#test/support/sample.ts'

const EVENTS = scaled(3_000_000)
/** Some seconds on an idle machine, a whole run half a minute; `npm run simulate` takes a night. */
const SECONDS_MAX = 900
/** More than the nights of a whole run. */
const NIGHTS_MAX = 1000

test(
  'no lost, doubled or late event and no death at any instant costs or saves anybody money',
  async () => {
    const lines: string[] = []
    const done = await simulate({
      events: EVENTS,
      seconds_max: SECONDS_MAX,
      first_seed: firstNight(NIGHTS_MAX),
      say: (line) => lines.push(line),
    })
    expect(done.failures, lines.join('\n')).toEqual([])
    expect(done.events).toBeGreaterThanOrEqual(EVENTS)
  },
  SECONDS_MAX * 1100,
)

describe('the simulator finds', () => {
  /** Events until it is found. */
  const NIGHTS = 20

  async function complaint(tamper: EpisodeOptions['tamper']): Promise<string> {
    for (let seed = 1; seed <= NIGHTS; seed++) {
      try {
        await runEpisode(seed, { tamper })
      } catch (error) {
        return String(error)
      }
    }
    return ''
  }

  test('a millionth that nobody owes', async () => {
    const found = await complaint((changes) => ({
      ...changes,
      balances: changes.balances.map((row, at) =>
        at === 0 && row.balance !== 0n
          ? { ...row, balance: (row.balance + 1n) as typeof row.balance }
          : row,
      ),
    }))
    expect(found).toMatch(/the balance of/)
  })

  test('a hold that is forgotten', async () => {
    const found = await complaint((changes) => ({
      ...changes,
      balances: changes.balances.map((row) =>
        row.held < 0 ? { ...row, held: 0n as typeof row.held } : row,
      ),
    }))
    expect(found).toMatch(/what is held of|below its floor/)
  })

  test('seconds of a package that are not given back', async () => {
    const found = await complaint((changes) => ({
      ...changes,
      subscriptions: changes.subscriptions.map((row) => ({
        ...row,
        seconds_held: Math.max(0, row.seconds_held),
      })),
    }))
    expect(found).toMatch(/package/)
  })

  test('a channel that is not given back', async () => {
    const found = await complaint((changes) => ({
      ...changes,
      counters: changes.counters.filter(({ calls }) => calls > 0),
    }))
    expect(found).toMatch(/the counter of/)
  })

  test('a ledger entry that is missing', async () => {
    const found = await complaint((changes) => ({ ...changes, entries: changes.entries.slice(1) }))
    expect(found).toMatch(/ledger|entries/)
  })

  test('a call that is closed and stays open', async () => {
    const found = await complaint((changes) => ({ ...changes, closed: [] }))
    expect(found).toMatch(/two last records|open|closed|counter/)
  })
})
