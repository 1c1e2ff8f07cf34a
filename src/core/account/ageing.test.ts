import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Sum, toSum } from '../money.ts'
import { addParts, ageDebt } from './ageing.ts'

const sum = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }).map(toSum)
const debits = fc.array(sum, { maxLength: 5 })
const total = (parts: readonly Sum[]) => parts.reduce((all, part) => all + part, 0n)

describe('the age of a debt', () => {
  test('is that of the newest debits, and the rest is older', () => {
    const debitsOf = [10n, 20n, 30n].map(toSum)
    expect(ageDebt(toSum(5n), debitsOf)).toEqual([5n, 0n, 0n, 0n])
    expect(ageDebt(toSum(25n), debitsOf)).toEqual([10n, 15n, 0n, 0n])
    expect(ageDebt(toSum(70n), debitsOf)).toEqual([10n, 20n, 30n, 10n])
  })

  test('without a debt is nothing', () => {
    expect(ageDebt(toSum(-5n), [toSum(10n)])).toEqual([0n, 0n])
  })

  test('has parts that sum to the debt, none below zero or above its debits', () => {
    fc.assert(
      fc.property(sum, debits, (debt, debited) => {
        const parts = ageDebt(debt, debited)
        expect(parts).toHaveLength(debited.length + 1)
        expect(total(parts)).toBe(debt > 0n ? debt : 0n)
        for (const [at, part] of parts.entries()) {
          expect(part >= 0n).toBe(true)
          if (at < debited.length)
            expect(part <= (debited[at]! > 0n ? debited[at]! : 0n)).toBe(true)
        }
      }),
    )
  })

  test('leaves nothing to older debits while newer ones are open', () => {
    fc.assert(
      fc.property(sum, debits, (debt, debited) => {
        const parts = ageDebt(debt, debited)
        const first = debited.findIndex((one, at) => one > 0n && parts[at]! < one)
        if (first >= 0) expect(total(parts.slice(first + 1))).toBe(0n)
      }),
    )
  })

  test('of several debts adds up to all of them', () => {
    fc.assert(
      fc.property(sum, sum, fc.tuple(sum, sum), fc.tuple(sum, sum), (one, other, first, second) => {
        const parts = addParts(ageDebt(one, first), ageDebt(other, second))
        expect(total(parts)).toBe((one > 0n ? one : 0n) + (other > 0n ? other : 0n))
      }),
    )
  })
})
