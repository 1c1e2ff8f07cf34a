import { describe, expect, it } from 'vitest'
import { fromWallClock, toWallClock } from './wall-clock.ts'

describe('the wall clock', () => {
  it('goes there and back', () => {
    expect(toWallClock('2026-11-20T20:03:07Z', 'Asia/Dhaka')).toBe('2026-11-21T02:03:07')
    expect(fromWallClock('2026-11-21T02:03:07', 'Asia/Dhaka')).toBe('2026-11-20T20:03:07.000Z')
    expect(fromWallClock('2026-11-21T02:03', 'America/New_York')).toBe('2026-11-21T07:03:00.000Z')
  })

  it('takes the first of an hour that comes twice', () => {
    expect(fromWallClock('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
  })

  it('moves a time that is skipped on by the hour', () => {
    expect(fromWallClock('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
  })

  it('knows what is no time', () => {
    expect(fromWallClock('', 'UTC')).toBeUndefined()
  })
})
