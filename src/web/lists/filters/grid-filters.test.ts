import { describe, expect, it } from 'vitest'
import { listCallRecords } from '#contract/calls/call-records.ts'
import { gridFilters } from './grid-filters.ts'

function filtersOf(search: Record<string, string> = {}, fixed: string[] = []) {
  let patch: Record<string, string | undefined> = {}
  const set = (next: typeof patch) => {
    patch = next
  }
  return { ...gridFilters(listCallRecords.query, search, { fixed, set }), patch: () => patch }
}

describe('narrowing a list by the value of a cell', () => {
  it('is offered for what the list can look for', () => {
    const { canFilter, canExclude } = filtersOf({}, ['status'])
    expect(canFilter('gateway_id', '7')).toBe(true)
    expect(canExclude('gateway_id', '7')).toBe(true)
    expect(canFilter('gateway_id', 'seven')).toBe(false)
    expect(canFilter('duration_ms', '7')).toBe(false)
    expect(canFilter('status', 'FAILED')).toBe(false)
    expect(canFilter('preset', 'short')).toBe(true)
    expect(canExclude('preset', 'short')).toBe(false)
  })

  it('to the value takes the place of what was asked for before', () => {
    const { filter, patch } = filtersOf({ gateway_id: '1,2', gateway_id_not: '7' })
    filter('gateway_id', '7')
    expect(patch()).toEqual({ gateway_id: '7', gateway_id_not: undefined })
  })

  it('to all others adds to the values that are excluded already', () => {
    const { exclude, patch } = filtersOf({ gateway_id_not: '7', destination_not: 'Spain' })
    exclude('gateway_id', '8')
    expect(patch()).toMatchObject({ gateway_id_not: '7,8' })
    exclude('gateway_id', '7')
    expect(patch()).toMatchObject({ gateway_id_not: '7' })
    exclude('destination', 'Korea, Republic of')
    expect(patch()).toMatchObject({ destination_not: 'Korea, Republic of' })
  })
})
