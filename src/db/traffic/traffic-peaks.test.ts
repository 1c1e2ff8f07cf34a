// The peaks of reports against a count at each moment at which a call begins.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordAt, writeCalls } from '#test/support/calls.ts'
import { databaseForFile } from '#test/support/database.ts'
import { makeChance } from '#test/support/random.ts'
import { type Database, openDatabase } from '../database.ts'
import { EVERYTHING, type Scope } from '../scope.ts'
import { readPeaks } from './traffic-peaks.ts'
import { resolveReportPeriod } from './traffic-period.ts'

const fresh = databaseForFile()
let database: Database

beforeAll(async () => {
  database = openDatabase(fresh.url, 'test', 1)
})
afterAll(async () => {
  await database.destroy()
})

const HOUR_MS = 3_600_000
const FROM_MS = Date.parse('2026-03-28T23:00:00Z')
const HOURS = 30

interface Call {
  readonly account_id: number
  readonly began: number
  readonly ended: number
}

function makeCalls(): Call[] {
  const chance = makeChance(9)
  return Array.from({ length: 400 }, () => {
    const began = FROM_MS + chance.whole(-20 * 3600, HOURS * 3600) * 1000 + chance.pick([0, 0, 400])
    const long = chance.pick([0, 400, 90_000, 600_000, 600_000, 5 * HOUR_MS])
    return { account_id: chance.pick([3, 4]), began, ended: began + long }
  })
}

/** The peaks of an hour; a call that ends as another begins is not at the same time. */
function peaksOf(calls: readonly Call[], from: number, to: number) {
  const moments = [from, ...calls.map(({ began }) => began)].filter((at) => at >= from && at < to)
  const atOnce = moments.map((at) => calls.filter((c) => c.began <= at && c.ended > at).length)
  const seconds = new Map<number, number>()
  for (const { began } of calls) {
    const second = Math.floor(began / 1000)
    if (began >= from && began < to) seconds.set(second, (seconds.get(second) ?? 0) + 1)
  }
  return { peak_channels: Math.max(...atOnce), peak_cps: Math.max(0, ...seconds.values()) }
}

test('the peaks of an hour, a day and a range are those of its calls', async () => {
  const calls = makeCalls()
  const records = calls.map(({ account_id, began, ended }) =>
    recordAt(began, { account_id, ended_at: ended / 1000, duration_ms: ended - began }),
  )
  await writeCalls(fresh.url, { records })
  const to_ms = FROM_MS + HOURS * HOUR_MS
  const range = {
    from: new Date(FROM_MS).toISOString().slice(0, 19),
    to: new Date(to_ms).toISOString().slice(0, 19),
  }
  const ask = async (scope: Scope, unit: 'hour' | 'day', zone: string, account_id?: number[]) => {
    const asked = { ...range, user_zone: null, zone: 'UTC' }
    const wall = await resolveReportPeriod(database, asked, unit)
    const side = scope === EVERYTHING ? 'SELLER' : 'CLIENT'
    const report = { side, groups: [unit], account_id } as const
    return readPeaks(database, scope, report, { ...wall, zone }, unit)
  }
  const hours = await ask(EVERYTHING, 'hour', 'UTC')
  for (let at = FROM_MS; at < to_ms; at += HOUR_MS) {
    const time = new Date(at).toISOString().replace('.000', '')
    expect([time, hours?.get(time)]).toEqual([time, peaksOf(calls, at, at + HOUR_MS)])
  }
  expect(hours?.get('')).toEqual(peaksOf(calls, FROM_MS, to_ms))
  // In Paris this Sunday has 23 hours.
  const days = await ask(EVERYTHING, 'day', 'Europe/Paris')
  const sunday = peaksOf(calls, FROM_MS, FROM_MS + 23 * HOUR_MS)
  expect(days?.get('2026-03-28T23:00:00Z')).toEqual(sunday)
  const own = await ask({ kind: 'account', account_id: 4 }, 'day', 'UTC')
  const ofClient = calls.filter(({ account_id }) => account_id === 4)
  expect(own?.get('')).toEqual(peaksOf(ofClient, FROM_MS, to_ms))
  expect(await ask(EVERYTHING, 'day', 'UTC', [4])).toEqual(own)
  expect(await ask(EVERYTHING, 'day', 'UTC', [3, 4])).toEqual(await ask(EVERYTHING, 'day', 'UTC'))
})
