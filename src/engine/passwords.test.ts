import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readSecretKeys } from '#db/secrets/secret-keys.ts'
import { secretKeys } from '#test/support/secret-keys.ts'
import { openPasswords } from './passwords.ts'

test('a password whose key is lost counts as none, and is told of once', () => {
  const lines: string[] = []
  const passwords = openPasswords(secretKeys, pino({}, { write: (line) => lines.push(line) }))
  const lost = readSecretKeys('9e'.repeat(32)).encrypt('gateway.auth_password', 'a word')
  const good = secretKeys.encrypt('gateway.auth_password', 'a word')
  for (let load = 0; load < 3; load++) {
    expect(passwords.read('gateway.auth_password', 'Carrier 1', lost)).toBeUndefined()
    expect(passwords.read('gateway.auth_password', 'Carrier 2', good)).toBe('a word')
  }
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('Carrier 1')
  expect(lines[0]).not.toContain('a word')
})
