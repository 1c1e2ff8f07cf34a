import { expect, test } from 'vitest'
import { repeatWork } from './repeat-work.ts'

test('work that keeps failing is in the log once, and once more when it succeeds', async () => {
  const said: string[] = []
  const log = {
    warn: (fields: object, message: string) => said.push(`${message}: ${JSON.stringify(fields)}`),
    info: (message: string) => said.push(message),
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  let runs = 0
  const end = repeatWork({ every_ms: 1, failure: 'nothing is stored', log }, async () => {
    runs += 1
    if (runs === 6) resolve()
    if (runs === 2 || runs === 3) throw new Error('away')
  })
  await promise
  end()
  expect(said).toEqual([
    'nothing is stored: {"error":"Error: away"}',
    'no longer: nothing is stored',
  ])
})

test('work that has been ended is not repeated', async () => {
  let runs = 0
  const log = { warn: () => {}, info: () => {} }
  const end = repeatWork({ every_ms: 1, failure: '', log }, async () => {
    runs += 1
    await Promise.resolve()
    end()
  })
  // Work that began later, at the same pace, comes again: the ended work would have come before it.
  const { promise, resolve } = Promise.withResolvers<void>()
  let later_runs = 0
  const endLater = repeatWork({ every_ms: 1, failure: '', log }, async () => {
    later_runs += 1
    if (later_runs === 3) resolve()
  })
  await promise
  endLater()
  expect(runs).toBe(1)
})
