import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast } from './color.ts'
import { contrastOf } from './theme-colors.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

describe('a text on its ground', () => {
  test('that can be read has no nearest colour', () => {
    expect(contrastOf('#00007F', '#FFFFFF')).toEqual({ ratio: expect.any(Number), nearest: null })
  })

  test('that cannot has one of its hue that can', () => {
    const { ratio, nearest } = contrastOf('#FFFFFF', '#96C832')
    expect(ratio).toBeLessThan(2.1)
    expect(nearest).toMatch(/^#[0-9A-F]{6}$/)
    expect(contrast('#FFFFFF', nearest ?? '')).toBeGreaterThanOrEqual(4.5)
    expect(contrast('#FFFFFF', nearest ?? '')).toBeLessThan(4.8)
  })

  test('can be read in the colour that is offered, whatever both are', () => {
    fc.assert(
      fc.property(hex, hex, (ground, text) => {
        const { nearest } = contrastOf(ground, text)
        return contrast(ground, nearest ?? text) >= 4.5
      }),
    )
  })
})
