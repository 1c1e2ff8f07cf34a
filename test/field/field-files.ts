// Files as carriers send them, and beside each what must be read from it.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { TableFileProblem } from '#jobs/files/table-file-problem.ts'

/** A test for each file of the folder; the readings beside them end with its name. */
export function testFieldFiles(
  folder: 'rates' | 'calls',
  readingOf: (file: Uint8Array) => Promise<string[]>,
): void {
  const whole = new URL(`${folder}/`, import.meta.url)
  for (const kind of readdirSync(whole)) {
    const home = new URL(`${kind}/`, whole)
    const files = readdirSync(home).filter((name) => !name.endsWith(`.${folder}`))
    describe(kind, () => {
      test.each(files)('%s', async (name) => {
        const expected = readFileSync(new URL(name.replace(/\.\w+$/, `.${folder}`), home), 'utf8')
        const read = await readingOf(readFileSync(new URL(name, home)))
        expect(`${read.join('\n')}\n`).toBe(expected)
      })
    })
  }
}

/** The lines, or why the file is refused. */
export async function orRefused(lines: Promise<string[]>): Promise<string[]> {
  try {
    return await lines
  } catch (error) {
    if (error instanceof TableFileProblem) return [`refused: ${error.message}`]
    throw error
  }
}
