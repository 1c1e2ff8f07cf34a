import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutNames } from './cut-names.ts'

const fits = (most: number) => (text: string) => [...text].length <= most

describe('names that are too long for their column', () => {
  it('are cut in the middle', () => {
    const cut = cutNames(['cumulus-newark', 'short'], fits(11))
    expect([...cut]).toEqual([['cumulus-newark', 'cumul…ewark']])
  })

  it('are cut where they differ when they would look the same', () => {
    const names = ['cumulus-dallas-primary', 'cumulus-newark-primary']
    const cut = cutNames(names, fits(13))
    expect(names.map((name) => cut.get(name))).toEqual(['cum…dallas-p…', 'cum…newark-p…'])
  })

  it('always fit, however alike they are', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^carrier-[ab]{6,14}-trunk$/), { minLength: 2 })
    fc.assert(
      fc.property(names, fc.integer({ min: 6, max: 20 }), (all, most) => {
        const cut = cutNames(all, fits(most))
        expect(cut.size).toBe(all.filter((name) => !fits(most)(name)).length)
        for (const text of cut.values()) expect([...text].length).toBeLessThanOrEqual(most)
      }),
    )
  })

  it('of two are never cut to the same text', () => {
    const name = fc.string({ minLength: 8, maxLength: 40, unit: 'grapheme-ascii' })
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 2, maxLength: 2 }), (pair) => {
        const cut = cutNames(pair, fits(7))
        const [one, other] = pair.map((text) => cut.get(text) ?? text)
        expect(one).not.toBe(other)
      }),
    )
  })
})
