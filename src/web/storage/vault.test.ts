import { describe, expect, it } from 'vitest'
import { obfuscate, reveal } from './vault.ts'

describe('the vault', () => {
  it('gives back what was put in, in any language', () => {
    for (const text of ['', 'x', 'AUTH_TOKEN', 'čeština 日本語 🙂', 'a'.repeat(3000)]) {
      expect(reveal(obfuscate(text))).toBe(text)
    }
  })

  it('does not show the text', () => {
    expect(obfuscate('LIMIT')).not.toContain('LIMIT')
    expect(atob(obfuscate('LIMIT'))).not.toContain('LIMIT')
  })

  it('writes the same key the same way every time', () => {
    expect(obfuscate('LIMIT')).toBe(obfuscate('LIMIT'))
  })

  it('takes a value that it has not written for none', () => {
    expect(reveal('not base64!')).toBeUndefined()
  })
})
