import { expect, test } from 'vitest'
import { recordingInWords } from './recording-words.ts'

const recorder = (node_id: number, paused: number) => ({
  node_id,
  node_name: `Node ${node_id}`,
  is_running: true,
  lost: 1,
  paused,
})

const SPACE = { bytes: 12_000_000, bytes_max: 5_000_000_000, days: 30 }

test('the figures are those of all recorders', () => {
  expect(recordingInWords({ ...SPACE, recorders: [recorder(1, 0), recorder(2, 0)] })).toEqual([
    '2 lost since start',
    '12 MB of 5 GB',
    'kept for 30 days',
  ])
})

test('recordings without space are said', () => {
  expect(recordingInWords({ ...SPACE, recorders: [recorder(1, 5)] })).toEqual([
    '1 lost since start',
    '5 not stored because space was full',
    '12 MB of 5 GB',
    'kept for 30 days',
  ])
})
