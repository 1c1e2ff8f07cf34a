import { expect, test } from 'vitest'
import { isGuessable } from './guessable.ts'

const NAMES = ['acme', 'Acme Telecom GmbH', 'Fernmelde-Union']

test.each([
  'acmeacmeacme',
  'acme12345678',
  'Acme-Telecom-1',
  'fernmelde2026',
  'Union!Union!1',
  'monkeymonkey',
  'softswitch2026',
  'SoftSwitch!2026',
  'adminconsole1',
  'kamailio1234',
  'Summer2026!!',
  'Welcome2026!',
  'Winter2025/26',
  'password1234',
  'P@ssw0rd1234',
  'qwertyuiop[]',
  '1q2w3e4r5t6y',
  'abcdefghijkl',
  '112233445566',
  'aaaaaaaaaaaa',
  'a'.repeat(128),
])('%s is guessed', (password) => {
  expect(isGuessable(password, NAMES)).toBe(true)
})

test.each([
  'correct horse battery',
  'another good password',
  'a quiet carrier at noon',
  'demo-of-a-switch',
  'vT7#kq2!mZx9',
  'wolken ziehen nach osten',
])('%s is not', (password) => {
  expect(isGuessable(password, NAMES)).toBe(false)
})
