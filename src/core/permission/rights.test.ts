import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PERMISSIONS } from './permission.ts'
import {
  ALL_RIGHTS,
  completePermissions,
  type GroupRights,
  type Rights,
  rightsBeyond,
  rightsOfGroups,
} from './rights.ts'

const group: fc.Arbitrary<GroupRights> = fc.record({
  permissions: fc.subarray([...PERMISSIONS]),
  scope: fc.oneof(
    fc.constant('EVERYTHING' as const),
    fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }),
  ),
  masked_digits: fc.integer({ min: 0, max: 15 }),
  refuses_export: fc.boolean(),
  hides_prices: fc.boolean(),
  hides_costs: fc.boolean(),
})
const groups = fc.array(group, { maxLength: 4 })
const rights: fc.Arbitrary<Rights> = fc.oneof(
  fc.constant(ALL_RIGHTS),
  groups.map((some) => rightsOfGroups(some)),
)
const may = (granter: Rights, granted: Rights) => rightsBeyond(granter, granted).length === 0

test('groups together permit what one of them permits, and to view it', () => {
  fc.assert(
    fc.property(groups, (some) => {
      const given = new Set<string>(completePermissions(some.flatMap((one) => one.permissions)))
      expect(rightsOfGroups(some).permissions.filter((one) => !given.has(one))).toEqual([])
    }),
  )
})

test('a further group lifts no restriction of the others', () => {
  fc.assert(
    fc.property(fc.array(group, { minLength: 1, maxLength: 4 }), group, (some, further) => {
      const before = rightsOfGroups(some)
      const after = rightsOfGroups([...some, further])
      expect(after.masked_digits).toBeGreaterThanOrEqual(before.masked_digits)
      if (before.scope !== 'EVERYTHING') expect(after.scope).not.toBe('EVERYTHING')
      if (some.some((one) => one.refuses_export)) {
        expect(after.permissions.filter((one) => one.endsWith('.export'))).toEqual([])
      }
    }),
  )
})

test('the order of groups, and a group twice, mean nothing', () => {
  fc.assert(
    fc.property(groups, (some) => {
      expect(rightsOfGroups(some.toReversed())).toEqual(rightsOfGroups(some))
      expect(rightsOfGroups([...some, ...some])).toEqual(rightsOfGroups(some))
    }),
  )
})

test('a user without a group may do nothing, and everybody may give that', () => {
  fc.assert(
    fc.property(rights, (granter) => {
      expect(rightsOfGroups([]).permissions).toEqual([])
      expect(rightsBeyond(granter, rightsOfGroups([]))).toEqual([])
    }),
  )
})

test('all rights may be given only by those who have them, and give everything', () => {
  fc.assert(
    fc.property(rights, (other) => {
      expect(rightsBeyond(ALL_RIGHTS, other)).toEqual([])
      expect(may(other, ALL_RIGHTS)).toBe(other.has_all)
    }),
  )
})

test('own rights may be given, and what is given may be given on, but never grows', () => {
  fc.assert(
    fc.property(rights, rights, rights, (first, second, third) => {
      expect(rightsBeyond(first, first)).toEqual([])
      if (may(first, second) && may(second, third)) expect(rightsBeyond(first, third)).toEqual([])
    }),
  )
})

test('who may give each of some groups may give them together', () => {
  fc.assert(
    fc.property(rights, groups, (granter, some) => {
      const each = some.every((one) => may(granter, rightsOfGroups([one])))
      if (each) expect(rightsBeyond(granter, rightsOfGroups(some))).toEqual([])
    }),
  )
})

test('a permission that no longer exists is nothing', () => {
  expect(completePermissions(['pigeons.edit', 'tariffs.edit'])).toEqual([
    'tariffs.view',
    'tariffs.edit',
  ])
})
