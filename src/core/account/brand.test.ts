import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Brand, domainOfHost, inheritBrand, isDomain, NO_BRAND } from './brand.ts'

const COLORS = {
  primary: '#00007F',
  primaryText: '#FFFFFF',
  secondary: '#C83296',
  secondaryText: '#FFFFFF',
  tertiary: '#96C832',
  tertiaryText: '#FFFFFF',
  background: '#FFFFFF',
  foreground: '#000000',
}
const brand = (fields: Partial<Brand>): Brand => ({ ...NO_BRAND, ...fields })

describe('a brand', () => {
  test('has each field from the nearest reseller that has one', () => {
    const own = brand({ title: 'Falcon' })
    const middle = brand({ title: 'Gulf', support_email: 'help@gulf.example' })
    const top = brand({ title: 'Top', colors: COLORS, support_email: 'help@top.example' })
    expect(inheritBrand([own, middle, top])).toEqual({
      ...NO_BRAND,
      title: 'Falcon',
      colors: COLORS,
      support_email: 'help@gulf.example',
    })
  })

  test('has a dark logo only from whom it has its logo', () => {
    const own = brand({ logo: 'own' })
    const above = brand({ logo: 'above', dark_logo: 'above in the dark', favicon: 'small' })
    expect(inheritBrand([own, above])).toMatchObject({
      logo: 'own',
      dark_logo: null,
      favicon: 'small',
    })
    expect(inheritBrand([brand({ dark_logo: 'alone' }), above])).toMatchObject({
      logo: 'above',
      dark_logo: 'above in the dark',
    })
  })

  test('has nothing where no reseller has anything', () => {
    expect(inheritBrand([])).toEqual(NO_BRAND)
    expect(inheritBrand([NO_BRAND, NO_BRAND])).toEqual(NO_BRAND)
  })
})

describe('a Host header', () => {
  test.each([
    ['voice.falcon.example', 'voice.falcon.example'],
    ['Voice.Falcon.Example:8443', 'voice.falcon.example'],
    ['voice.falcon.example.', 'voice.falcon.example'],
    ['voice.falcon.example.:80', 'voice.falcon.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ])('%s names the domain %s', (host, domain) => {
    expect(domainOfHost(host)).toBe(domain)
  })

  test.each([
    undefined,
    '',
    'localhost',
    '192.0.2.7',
    '192.0.2.7:8080',
    '[2001:db8::7]:8080',
    'a..example',
    '.example',
    '-a.example',
    'a_b.example',
    "a.example' or 1=1 --",
    'a.example/..',
    'a.example:80:80',
    'a.example\u0000',
    'ａ.example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(120)}example`,
    `${'a'.repeat(100_000)}.example`,
  ])('names no domain: %s', (host) => {
    expect(domainOfHost(host)).toBeUndefined()
  })

  test('of any kind is read in no time and names only what is a domain', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: 'binary' }), (host) => {
        const domain = domainOfHost(host)
        return domain === undefined || (isDomain(domain) && domain === domain.toLowerCase())
      }),
    )
  })
})
