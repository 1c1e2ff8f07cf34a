import { describe, expect, it } from 'vitest'
import { shiftRange, type TimeRange } from './time-range.ts'

const NOW = '2026-11-20T14:03:07'
const NOTHING: TimeRange = { range: undefined, from: undefined, to: undefined }

describe('moving a time range', () => {
  it('goes from today to the whole of yesterday', () => {
    expect(shiftRange(NOTHING, 'today', NOW, -1)).toEqual({
      range: undefined,
      from: '2026-11-19T00:00',
      to: '2026-11-20T00:00',
    })
  })

  it('goes from yesterday to the day before', () => {
    const before = shiftRange({ ...NOTHING, range: 'yesterday' }, 'today', NOW, -1)
    expect([before.from, before.to]).toEqual(['2026-11-18T00:00', '2026-11-19T00:00'])
  })

  it('takes a range that ends now as long as it is', () => {
    const before = shiftRange({ ...NOTHING, range: '15m' }, 'today', NOW, -1)
    expect([before.from, before.to]).toEqual(['2026-11-20T13:33', '2026-11-20T13:48'])
  })

  it('comes back to where it was', () => {
    const own = { range: undefined, from: '2026-11-10T08:00', to: '2026-11-10T20:00' }
    expect(shiftRange(shiftRange(own, 'today', NOW, -1), 'today', NOW, 1)).toEqual(own)
  })

  it('goes from month to month, however long they are', () => {
    const october = shiftRange({ ...NOTHING, range: 'this_month' }, 'today', NOW, -1)
    expect([october.from, october.to]).toEqual(['2026-10-01T00:00', '2026-11-01T00:00'])
    const september = shiftRange(october, 'today', NOW, -1)
    expect([september.from, september.to]).toEqual(['2026-09-01T00:00', '2026-10-01T00:00'])
    const last = { ...NOTHING, range: 'last_month' }
    expect(shiftRange(last, 'today', NOW, 1).to).toBe('2026-12-01T00:00')
    const year = { range: undefined, from: '2025-01-01T00:00', to: '2026-01-01T00:00' }
    expect(shiftRange(year, 'today', NOW, 1).to).toBe('2027-01-01T00:00')
  })

  it('takes a range without an end to now, and one without a begin for a day', () => {
    const open = shiftRange({ ...NOTHING, from: '2026-11-20T12:03' }, 'today', NOW, -1)
    expect([open.from, open.to]).toEqual(['2026-11-20T10:03', '2026-11-20T12:03'])
    const until = shiftRange({ ...NOTHING, to: '2026-11-20T12:00' }, 'today', NOW, 1)
    expect([until.from, until.to]).toEqual(['2026-11-20T12:00', '2026-11-21T12:00'])
  })
})
