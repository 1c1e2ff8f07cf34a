import { expect, test } from 'vitest'
import { isRemovable, NODE_STATES, nodeStateOf } from './node-state.ts'

const RUNNING = {
  is_joined: true,
  has_good_code: false,
  is_stopped: false,
  is_silent: false,
  is_drained: false,
  calls: 3,
}
const ADDED = { ...RUNNING, is_joined: false, has_good_code: true, is_silent: true, calls: 0 }

test.each([
  ['RUNNING', RUNNING],
  ['RUNNING', { ...RUNNING, calls: 0 }],
  ['DRAINING', { ...RUNNING, is_drained: true }],
  ['DRAINED', { ...RUNNING, is_drained: true, calls: 0 }],
  ['SILENT', { ...RUNNING, is_silent: true }],
  ['SILENT', { ...RUNNING, is_silent: true, is_drained: true }],
  ['STOPPED', { ...RUNNING, is_stopped: true, is_silent: true }],
  ['WAITING', ADDED],
  ['CODE_EXPIRED', { ...ADDED, has_good_code: false }],
  ['WAITING', { ...ADDED, is_drained: true }],
] as const)('%s is the state of %j', (state, known) => expect(nodeStateOf(known)).toBe(state))

test('a node with calls that it can end is not removed', () => {
  expect(NODE_STATES.filter((state) => !isRemovable(state))).toEqual(['RUNNING', 'DRAINING'])
})
