// Rate files as carriers send them. Beside each file is what must be read from it: a line for each
// rate, or the question that is asked before any is read.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readingOf } from './reading.ts'

const HOME = new URL('rates/', import.meta.url)

for (const kind of readdirSync(HOME)) {
  const home = new URL(`${kind}/`, HOME)
  const files = readdirSync(home).filter((name) => !name.endsWith('.rates'))
  describe(kind, () => {
    test.each(files)('%s', async (name) => {
      const expected = readFileSync(new URL(name.replace(/\.\w+$/, '.rates'), home), 'utf8')
      const read = await readingOf(readFileSync(new URL(name, home)))
      expect(`${read.join('\n')}\n`).toBe(expected)
    })
  })
}
