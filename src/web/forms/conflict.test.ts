import { expect, test } from 'vitest'
import { changedFields, differencesOf, firstChoice, merged } from './conflict.ts'

const before = { name: 'gw-1', port: 5060, codecs: ['PCMA'], description: '' }

test('what one of two has changed is not in dispute, what both have changed is', () => {
  const mine = { ...before, port: 5061, description: 'mine' }
  const theirs = { ...before, name: 'gw-2', description: 'theirs' }
  const differences = differencesOf(before, mine, theirs)
  expect(differences.map(({ field, changed_by }) => [field, changed_by])).toEqual([
    ['name', 'theirs'],
    ['port', 'mine'],
    ['description', 'both'],
  ])
  expect(merged(differences, firstChoice)).toEqual({
    name: 'gw-2',
    port: 5061,
    description: 'mine',
  })
})

test('two who have changed the same do not differ', () => {
  const both = { ...before, codecs: ['PCMA', 'PCMU'] }
  expect(differencesOf(before, both, { ...both, codecs: ['PCMA', 'PCMU'] })).toEqual([])
})

test('a password, which the server never tells, stays mine', () => {
  const mine = { ...before, password: 'correct horse' }
  expect(differencesOf(before, mine, { ...before, port: 5062 }).map((one) => one.field)).toEqual([
    'port',
  ])
})

test('a number that is none is a change, and nothing is none', () => {
  expect(changedFields(before, { ...before, port: Number.NaN })).toEqual(['port'])
  expect(changedFields({ note: null }, { note: undefined })).toEqual([])
})
