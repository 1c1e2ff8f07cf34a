import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, onSolid, readable } from '#core/color.ts'
import type { ThemeColors } from '#core/theme-colors.ts'
import { DEFAULT_COLORS, tokensOf } from './tokens.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
const anyColors: fc.Arbitrary<ThemeColors> = fc.record({
  primary: hex,
  primaryText: hex,
  secondary: hex,
  secondaryText: hex,
  tertiary: hex,
  tertiaryText: hex,
  background: hex,
  foreground: hex,
})

describe('contrast', () => {
  it('is 21 between black and white and 1 between a colour and itself', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#c83296', '#c83296')).toBe(1)
  })
})

describe('readable', () => {
  it('leaves a colour alone that can be read', () => {
    expect(readable('#00007F', '#ffffff', 4.5)).toBe('#00007F')
  })

  it('walks the lightness until the ratio holds', () => {
    expect(contrast(readable('#96C832', '#ffffff', 4.5), '#ffffff')).toBeGreaterThanOrEqual(4.5)
  })
})

describe('the text on a solid', () => {
  it('is the configured one where that can be read, else black or white', () => {
    expect(onSolid('#00007F', '#FFFFFF')).toBe('#FFFFFF')
    expect(onSolid('#96C832', '#FFFFFF')).toBe('#000000')
  })
})

describe('the tokens', () => {
  it('keep the configured colours in the mode that the background belongs to', () => {
    const light = tokensOf(DEFAULT_COLORS, false)
    expect(light.background).toBe('#FFFFFF')
    expect(light.foreground).toBe('#000000')
    expect(light.accents.primary.solid).toBe('#00007F')
  })

  it('lift a primary that would drown in the dark', () => {
    const dark = tokensOf(DEFAULT_COLORS, true)
    expect(contrast(dark.accents.primary.solid, dark.background)).toBeGreaterThanOrEqual(3)
  })

  it('are readable whatever eight colours are configured', () => {
    fc.assert(
      fc.property(anyColors, fc.boolean(), (colors, dark) => {
        const tokens = tokensOf(colors, dark)
        const page = tokens.background
        expect(contrast(tokens.foreground, page)).toBeGreaterThanOrEqual(4.5)
        for (const { solid, on, text } of Object.values(tokens.accents)) {
          expect(contrast(on, solid)).toBeGreaterThanOrEqual(4.5)
          expect(contrast(text, page)).toBeGreaterThanOrEqual(4.5)
        }
      }),
    )
  })
})
