import { expect, test } from 'vitest'
import type { PartState } from '#db/machine/process-states.ts'
import {
  keepRunning,
  type ProcessSpec,
  ProgramMissing,
  type SupervisedProcess,
} from './keep-running.ts'
import { waitUntil } from './process-table.ts'

const PAUSES = { first_ms: 1, longest_ms: 4, good_after_ms: 1000, health_every_ms: 2 }

function keep(part: Omit<ProcessSpec, 'name'>): { supervised: SupervisedProcess; seen: string[] } {
  const seen: string[] = []
  const onChange = ({ state, detail }: PartState) =>
    seen.push(detail ? `${state}: ${detail}` : state)
  return { seen, supervised: keepRunning({ name: 'part', ...part }, onChange, PAUSES) }
}

const untilRunning = (supervised: SupervisedProcess) =>
  waitUntil(() => supervised.state().state === 'running', 5000, 1)

test('a part that ends by itself is started again', async () => {
  let starts = 0
  const { supervised, seen } = keep({
    async start() {
      starts += 1
      const ended = starts === 1 ? Promise.resolve('fell over') : new Promise<string>(() => {})
      return { pid: starts, ended, stop: async () => {} }
    },
  })
  await waitUntil(() => supervised.state().pid === 2, 5000, 1)
  await supervised.stop()
  expect(seen.filter((state) => !state.startsWith('starting'))).toEqual([
    'running',
    'failing: fell over',
    'running',
    'stopped',
  ])
})

test('a part that shall begin anew is ended and started again, and does not fail', async () => {
  let starts = 0
  let stops = 0
  const { supervised, seen } = keep({
    async start() {
      starts += 1
      return {
        pid: starts,
        ended: new Promise(() => {}),
        stop: async () => {
          stops += 1
        },
      }
    },
  })
  await untilRunning(supervised)
  supervised.renew('other addresses')
  await waitUntil(() => supervised.state().pid === 2, 5000, 1)
  await untilRunning(supervised)
  expect(stops).toBe(1)
  expect(seen).toContain('starting: other addresses')
  expect(seen.join()).not.toContain('failing')
  await supervised.stop()
})

test('a part that does not start is tried again, and says what is wrong or missing', async () => {
  const errors = [new Error('port taken'), new ProgramMissing('install it')]
  const { supervised, seen } = keep({
    async start() {
      const error = errors.shift()
      if (error) throw error
      return { ended: new Promise(() => {}), stop: async () => {} }
    },
  })
  await supervised.firstAttempt
  expect(seen).toContain('failing: port taken')
  await untilRunning(supervised)
  expect(seen).toContain('missing: install it')
  await supervised.stop()
})

test('a part that stops answering is ended and started again, a slow one is not', async () => {
  let stops = 0
  let checks = 0
  const { supervised, seen } = keep({
    async start() {
      return {
        ended: new Promise(() => {}),
        // Three failures are forgiven by one answer; then it is silent for good.
        isHealthy: async () => ++checks === 4,
        stop: async () => {
          stops += 1
        },
      }
    },
  })
  await waitUntil(() => stops === 1, 5000, 1)
  expect(checks).toBeGreaterThanOrEqual(8)
  expect(seen).toContain('failing: does not respond')
  await supervised.stop()
})

test('stopping interrupts a start that takes long', async () => {
  const { supervised } = keep({
    start: (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('given up')))
      }),
  })
  await supervised.stop()
  expect(supervised.state().state).toBe('stopped')
})
