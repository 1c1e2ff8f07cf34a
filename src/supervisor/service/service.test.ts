import { expect, test } from 'vitest'
import { howToStop } from './service.ts'

test('a service is stopped by systemctl, and what runs in a terminal is not', () => {
  const INVOCATION_ID = '0123456789abcdef0123456789abcdef'
  expect(howToStop({ INVOCATION_ID }, 1)).toBe('systemctl stop softswitch.service')
  expect(howToStop({ INVOCATION_ID }, 812)).toBe('Ctrl-C or npm stop')
  expect(howToStop({}, 1)).toBe('Ctrl-C or npm stop')
})
