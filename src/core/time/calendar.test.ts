import { expect, test } from 'vitest'
import { sampleOf } from '#test/support/sample.ts'
import { dayIn, instantIn, wallText } from './calendar.ts'

const DAY_MS = 86_400_000
const FROM_MS = Date.UTC(2000, 0, 1)
const TO_MS = Date.UTC(2040, 0, 1)
/** The clocks of Morocco are set twice within five weeks. */
const STEP_MS = 9 * DAY_MS

/** How far ahead the clock of a zone is, by what it shows. */
const offsetOf = (zone: string, at_ms: number) =>
  Date.parse(`${wallText(zone, at_ms).replace(' ', 'T')}Z`) - Math.floor(at_ms / 1000) * 1000

/** Steps of nine days in which the clock is set. */
function changesOf(zone: string): number[] {
  const found: number[] = []
  let before = offsetOf(zone, FROM_MS)
  for (let at_ms = FROM_MS; at_ms < TO_MS; at_ms += STEP_MS) {
    const after = offsetOf(zone, at_ms)
    if (after !== before) found.push(at_ms)
    before = after
  }
  return found
}

test.each([
  ['America/Santiago', [2027, 9, 5, 0, 0, 0], '2027-09-05T04:00:00.000Z'],
  ['America/Santiago', [2027, 9, 5, 0, 30, 0], '2027-09-05T04:00:00.000Z'],
  ['America/Havana', [2027, 3, 14, 0, 0, 0], '2027-03-14T05:00:00.000Z'],
  ['Atlantic/Azores', [2027, 3, 28, 0, 0, 0], '2027-03-28T01:00:00.000Z'],
  ['Africa/Cairo', [2027, 4, 30, 0, 0, 0], '2027-04-29T22:00:00.000Z'],
  // The whole day is passed over.
  ['Pacific/Apia', [2011, 12, 30, 0, 0, 0], '2011-12-30T10:00:00.000Z'],
  // Midnight comes twice.
  ['America/Havana', [2027, 11, 7, 0, 0, 0], '2027-11-07T04:00:00.000Z'],
  ['Europe/Berlin', [2027, 10, 31, 2, 30, 0], '2027-10-31T00:30:00.000Z'],
] as const)('in %s, %j is the instant %s', (zone, wall, instant) => {
  expect(instantIn(zone, wall)).toBe(instant)
})

test('a day begins with its first instant and never before the day before, in all zones', () => {
  const wrong: string[] = []
  let changes = 0
  for (const zone of sampleOf(Intl.supportedValuesOf('timeZone'))) {
    for (const at_ms of changesOf(zone)) {
      changes += 1
      let before = 0
      for (let day_ms = at_ms - STEP_MS - DAY_MS; day_ms <= at_ms + DAY_MS; day_ms += DAY_MS) {
        const text = dayIn('UTC', day_ms)
        const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
        const start_ms = Date.parse(instantIn(zone, [year, month, day, 0, 0, 0]))
        const isFirst = dayIn(zone, start_ms - 1000) < text
        // Samoa and Tokelau have passed over a day.
        if (!isFirst || dayIn(zone, start_ms) < text || start_ms < before) {
          wrong.push(`${zone} ${text} begins ${wallText('UTC', start_ms)} UTC`)
        }
        before = start_ms
      }
    }
  }
  expect(wrong).toEqual([])
  expect(changes).toBeGreaterThan(100)
})
