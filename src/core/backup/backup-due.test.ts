import { describe, expect, test } from 'vitest'
import { isBackupDue, isRestoreTestDue } from './backup-due.ts'

const at = (text: string): number => Date.parse(`2026-11-${text}Z`)

describe('a backup is due', () => {
  test.each([
    ['without any', undefined, '28T12:00', true],
    ['at the hour', '27T02:00', '28T02:00', true],
    ['not before the hour', '27T02:00', '28T01:59', false],
    ['not again in the same night', '28T02:00', '28T02:01', false],
    ['not again when one was made by hand after the hour', '28T11:00', '28T23:00', false],
    ['at the hour after one by hand', '28T11:00', '29T02:00', true],
    ['after nights without a switch', '20T02:00', '28T12:00', true],
    ['not just before midnight', '28T02:00', '28T23:59', false],
    ['not just after midnight', '28T02:00', '29T00:01', false],
  ])('%s', (_, last, now, is_due) => {
    expect(isBackupDue(last === undefined ? undefined : at(last), at(now), 2)).toBe(is_due)
  })

  test('at midnight', () => {
    expect(isBackupDue(at('27T23:59'), at('28T00:00'), 0)).toBe(true)
    expect(isBackupDue(at('28T00:00'), at('28T23:59'), 0)).toBe(false)
  })
})

test('each backup is restored once', () => {
  expect(isRestoreTestDue({ backup_name: undefined, tested_name: undefined })).toBe(false)
  expect(isRestoreTestDue({ backup_name: 'b', tested_name: undefined })).toBe(true)
  expect(isRestoreTestDue({ backup_name: 'b', tested_name: 'a' })).toBe(true)
  expect(isRestoreTestDue({ backup_name: 'b', tested_name: 'b' })).toBe(false)
})
