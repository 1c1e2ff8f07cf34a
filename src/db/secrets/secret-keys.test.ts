import { describe, expect, test } from 'vitest'
import { readSecretKeys } from './secret-keys.ts'

const OLD = '1a'.repeat(32)
const NEW = '2b'.repeat(32)
const COLUMN = 'gateway.auth_password'

describe('secret keys', () => {
  const keys = readSecretKeys(NEW)

  test.each(['', 'a', 'ключ 🔑', 'x'.repeat(128)])('give back what they encrypted: %s', (text) => {
    const encrypted = keys.encrypt(COLUMN, text)
    expect(encrypted).toMatch(/^gcm1:[0-9a-f]{8}:[\w-]+$/)
    expect(encrypted).not.toContain('x'.repeat(8))
    expect(keys.decrypt(COLUMN, encrypted)).toBe(text)
  })

  test('make another text of the same password each time', () => {
    expect(keys.encrypt(COLUMN, 'same')).not.toBe(keys.encrypt(COLUMN, 'same'))
  })

  test('refuse what was changed, and what belongs to another column', () => {
    const encrypted = keys.encrypt(COLUMN, 'a password')
    for (const at of [14, 20, encrypted.length - 2]) {
      const other = encrypted[at] === 'A' ? 'B' : 'A'
      const changed = encrypted.slice(0, at) + other + encrypted.slice(at + 1)
      expect(keys.decrypt(COLUMN, changed)).toBeUndefined()
    }
    expect(keys.decrypt('sip_user.ha1', encrypted)).toBeUndefined()
    expect(keys.decrypt(COLUMN, encrypted.slice(0, 20))).toBeUndefined()
  })

  test('read what an older key has encrypted, as long as it is there', () => {
    const encrypted = readSecretKeys(OLD).encrypt(COLUMN, 'a password')
    expect(readSecretKeys(`${NEW}\n${OLD}\n`).decrypt(COLUMN, encrypted)).toBe('a password')
    expect(readSecretKeys(NEW).decrypt(COLUMN, encrypted)).toBeUndefined()
    expect(readSecretKeys(`${NEW} ${OLD}`).prefix).toBe(keys.prefix)
  })

  test('leave alone what is empty or was never encrypted', () => {
    expect(keys.decrypt(COLUMN, '')).toBe('')
    expect(keys.decrypt(COLUMN, 'from before')).toBe('from before')
  })

  test.each(['', 'short', `${NEW}00`])('are refused if they are none: %s', (text) => {
    expect(() => readSecretKeys(text)).toThrow('64 hex digits')
  })
})
