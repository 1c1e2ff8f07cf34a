import { describe, expect, it } from 'vitest'
import { fileNameOf } from './file-name.ts'

const at_ms = Date.parse('2026-11-22T20:30:00Z')
const asked = { title: 'Rates', of: undefined, search: {}, zone: 'UTC', at_ms }

describe('the name of an exported file', () => {
  it('says what it belongs to, the day in the zone, and the zone', () => {
    expect(fileNameOf({ ...asked, of: 'Gold / Süd', zone: 'Asia/Dhaka' })).toBe(
      'rates-of-gold-süd-2026-11-23-asia-dhaka',
    )
  })

  it('says which time it is of', () => {
    const title = 'Wholesale failed calls'
    expect(fileNameOf({ ...asked, title, search: { range: '7d' } })).toBe(
      'wholesale-failed-calls-7d-2026-11-22-utc',
    )
    const search = { from: '2026-10-01T00:00', to: '2026-11-01T00:00' }
    expect(fileNameOf({ ...asked, title, search })).toBe(
      'wholesale-failed-calls-2026-10-01t00-00-to-2026-11-01t00-00-utc',
    )
  })
})
