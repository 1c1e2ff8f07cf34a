import { expect, test } from 'vitest'
import { callsOfAlarm } from './calls-of-alarm.ts'

const ALARM = {
  subject_kind: 'GATEWAY',
  ...{ subject_id: 7, subject_name: 'London 1', window_minutes: 60 },
  began_at: '2026-11-20T10:30:20Z',
  cleared_at: null,
} as const

test('the calls of a gateway begin with the window, in the zone of the user', () => {
  expect(callsOfAlarm(ALARM, 'Europe/Berlin')).toEqual({
    gateway_id: '7',
    from: '2026-11-20T10:30',
  })
})

test('they end in the minute in which the alarm cleared', () => {
  const cleared = { ...ALARM, cleared_at: '2026-11-20T11:00:59Z' }
  expect(callsOfAlarm(cleared, 'UTC')).toMatchObject({ to: '2026-11-20T11:01' })
})

test('a destination is found by its name, and a disk has no calls', () => {
  const named = { ...ALARM, subject_id: null, subject_name: 'Kenya' } as const
  expect(callsOfAlarm({ ...named, subject_kind: 'DESTINATION' }, 'UTC')).toMatchObject({
    exact_destination: 'Kenya',
  })
  expect(callsOfAlarm({ ...named, subject_kind: 'DISK' }, 'UTC')).toBeUndefined()
})
