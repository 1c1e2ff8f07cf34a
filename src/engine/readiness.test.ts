import { expect, test } from 'vitest'
import { watchReadiness } from './readiness.ts'

const said = (heartbeats: string) => {
  const readiness = watchReadiness()
  return [...heartbeats].map((one) => readiness(one === '+'))
}

test('a restart of a few seconds is no failure', () => {
  expect(said('--------+')).toEqual([...Array(8).fill('starting'), 'running'])
})

test('what does not come back is one', () => {
  expect(said('+---------').at(-1)).toBe('failing')
})

test('each loss is counted from its own beginning', () => {
  expect(said('--------+--------').at(-1)).toBe('starting')
})
