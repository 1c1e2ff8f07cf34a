import { expect, test } from 'vitest'
import { tracingInWords } from './tracing-words.ts'

const tracer = (node_id: number, is_running = true) => ({
  node_id,
  node_name: `Node ${node_id}`,
  is_running,
  dropped: is_running ? 2 : null,
  paused: is_running ? 0 : null,
})

const STATE = {
  tracers: [tracer(1), tracer(2, false)],
  stored_today: 1234,
  bytes: 12_000_000,
  bytes_max: 2_000_000_000,
  days: 3,
}

test('the figures are those of all tracers', () => {
  expect(tracingInWords(STATE)).toEqual([
    '1,234 messages stored today',
    '2 dropped since start',
    '12 MB of 2 GB',
    'kept for 3 days',
  ])
})

test('messages are counted up to a bound, and those without space are said', () => {
  const tracers = [{ ...tracer(1), paused: 5 }]
  expect(tracingInWords({ ...STATE, tracers, stored_today: 100_000, days: 1 })).toEqual([
    '100,000+ messages stored today',
    '2 dropped since start',
    '5 not stored because space was full',
    '12 MB of 2 GB',
    'kept for 1 day',
  ])
})
