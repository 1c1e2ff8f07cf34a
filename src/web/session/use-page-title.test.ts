import { describe, expect, it } from 'vitest'
import { documentTitle } from './use-page-title.ts'

describe('the title of the document', () => {
  it('is that of the page, or that of the product', () => {
    expect(documentTitle('Admin Login')).toBe('Admin Login')
    expect(documentTitle(undefined)).toBe('Soft Switch')
  })

  it('names the brand of a reseller, and not the product', () => {
    expect(documentTitle('Client Login', undefined, 'Falcon Voice')).toBe(
      'Client Login – Falcon Voice',
    )
    expect(documentTitle(undefined, undefined, 'Falcon Voice')).toBe('Falcon Voice')
    const calls = { total: 2, active: 1, duration: 60 }
    expect(documentTitle('Calls', calls, 'Falcon Voice')).toBe(
      '2 calls · 1 active · 1 min – Calls – Falcon Voice',
    )
  })

  it('shows total calls, active calls and rounded minutes while the user is known', () => {
    const calls = { total: 1284, active: 12, duration: 20_489 }
    expect(documentTitle('Tariffs', calls)).toBe('1,284 calls · 12 active · 341 min – Tariffs')
  })
})
