import { describe, expect, it } from 'vitest'
import { listGateways } from '#contract/routing/gateways.ts'
import { changedSearch, filterNames, parseAddress, readSearch, writeAddress } from './search.ts'

describe('reading the address of a list', () => {
  it('gives the text for the fields and the values for the call', () => {
    const raw = { status: 'blocked', settlement_id: '12', sort: '-name', q: 'x' }
    expect(readSearch(listGateways.query, raw)).toEqual({
      search: raw,
      query: { status: 'blocked', settlement_id: 12, sort: '-name', q: 'x' },
    })
  })

  it('leaves out what the list does not know or cannot read', () => {
    const raw = { status: 'purple', settlement_id: 'x', nonsense: '1', format: 'csv', q: '' }
    expect(readSearch(listGateways.query, raw)).toEqual({ search: {}, query: {} })
  })
})

describe('changing the address of a list', () => {
  it('goes back to the first page', () => {
    expect(changedSearch({ q: 'a', cursor: 'abc' }, { status: 'active' })).toEqual({
      q: 'a',
      status: 'active',
    })
  })

  it('keeps the filters on the next page, and drops what became empty', () => {
    expect(changedSearch({ q: 'a', status: '' }, { cursor: 'abc' })).toEqual({
      q: 'a',
      cursor: 'abc',
    })
  })

  it('knows filters from the rest', () => {
    expect(filterNames({ q: 'a', sort: 'name', limit: '50', cursor: 'x' })).toEqual(['q'])
  })

  it('writes plain text that reads back the same', () => {
    const search = { q: '12', name: 'a b&c', cursor: 'x=' }
    expect(writeAddress(search)).toBe('?q=12&name=a+b%26c&cursor=x%3D')
    expect(parseAddress(writeAddress(search))).toEqual(search)
    expect(writeAddress({})).toBe('')
  })
})
