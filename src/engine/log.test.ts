import { expect, test } from 'vitest'
import { makeLog } from './log.ts'

test('an error is written with its message and where it came from, a text as it is', () => {
  const lines: string[] = []
  const log = makeLog('info', 'a', { write: (line) => void lines.push(line) })
  log.error({ error: new Error('no room', { cause: new Error('disk full') }) }, 'not written')
  log.warn({ error: String(new Error('away')) }, 'later')
  const [error, text] = lines.map((line) => JSON.parse(line))
  expect(error).toMatchObject({ engine: 'a', msg: 'not written', error: { type: 'Error' } })
  expect(error.error.message).toBe('no room: disk full')
  expect(error.error.stack).toContain('log.test.ts')
  expect(text.error).toBe('Error: away')
})
