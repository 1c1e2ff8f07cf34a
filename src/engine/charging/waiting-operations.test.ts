import { expect, test } from 'vitest'
import type { Operation } from '#core/billing/operation.ts'
import { WaitingOperations } from './waiting-operations.ts'

/** Only its kind matters here. */
const one = (kind: Operation['kind']) => ({ operation: { kind } as Operation })
const kinds = (batch: ReturnType<typeof one>[]) => batch.map(({ operation }) => operation.kind)

test('whoever comes to an idle chargingQueue is written at once', () => {
  const waiting = new WaitingOperations<ReturnType<typeof one>>()
  waiting.push(one('close'))
  expect(kinds(waiting.take(1000))).toEqual(['close'])
  expect(waiting.length).toBe(0)
})

test('a hold waits for no closing, and closings of a busy moment are written together', () => {
  const waiting = new WaitingOperations<ReturnType<typeof one>>()
  waiting.push(one('close'))
  waiting.take(1000)
  waiting.push(one('close'))
  waiting.push(one('progress'))
  waiting.push(one('reserve'))
  expect(kinds(waiting.take(1005))).toEqual(['reserve'])
  expect(waiting.take(1010)).toEqual([])
  expect(waiting.length).toBe(2)
  waiting.push(one('reserve'))
  expect(kinds(waiting.take(1025))).toEqual(['reserve', 'close', 'progress'])
})

test('a crowd of holds does not keep closings from being written', () => {
  const waiting = new WaitingOperations<ReturnType<typeof one>>()
  for (let call = 0; call < 5000; call++) waiting.push(one('reserve'))
  waiting.push(one('close'))
  expect(kinds(waiting.take(1000))).toContain('close')
  expect(waiting.drain()).toHaveLength(4000)
  expect(waiting.length).toBe(0)
})
