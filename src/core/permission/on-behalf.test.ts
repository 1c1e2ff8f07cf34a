import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSecretField, rightsOnBehalf } from './on-behalf.ts'
import { PERMISSIONS, permissionsOf } from './permission.ts'
import type { Rights } from './rights.ts'

const own: fc.Arbitrary<Rights> = fc.record({
  has_all: fc.boolean(),
  permissions: fc.subarray([...PERMISSIONS]),
  scope: fc.constant('EVERYTHING' as const),
  masked_digits: fc.integer({ min: 0, max: 15 }),
  hides_prices: fc.boolean(),
  hides_costs: fc.boolean(),
})
const type = fc.constantFrom('RESELLER', 'WHOLESALE', 'RETAIL', 'SETTLEMENT')

test('in a portal there is no more than what the account may, and nothing hidden is shown', () => {
  fc.assert(
    fc.property(own, type, fc.boolean(), (rights, of, may_write) => {
      const most = permissionsOf(of)
      const { has_all, permissions, ...rest } = rightsOnBehalf(rights, most, may_write)
      const held = new Set(
        rights.permissions.flatMap((one) => [
          one,
          one.replace(/^(call|reseller)_records/, 'calls'),
        ]),
      )
      const alike = (one: string) => one.replace(/^(call|reseller)_records/, 'calls')
      expect(has_all).toBe(false)
      expect(permissions.filter((one) => !most.includes(one) || !held.has(alike(one)))).toEqual([])
      expect(rights).toMatchObject(rest)
      if (!may_write) {
        expect(permissions.filter((one) => !/\.(view|export)$/.test(one))).toEqual([])
      }
    }),
  )
})

test('a secret is known by the end of its name, hashed or as a key too', () => {
  const names = ['password', 'login_password', 'password_hash', 'webhook_secret', 'secret_key']
  expect(names.filter((name) => !isSecretField(name))).toEqual([])
  expect(['password_changed_at', 'secretary', 'xpassword'].filter(isSecretField)).toEqual([])
})
