// Every file that was ever unsteady: it failed once in a run, and passed alone. `npm test` adds to
// the list, and `npm run test:steady` works through it.
import { readFileSync, writeFileSync } from 'node:fs'
import type { FileResult } from '../run/results.ts'

const LIST = new URL('unsteady-files.json', import.meta.url)
const ERROR_LENGTH_MAX = 160

/** The last time that it was. */
export interface Unsteady {
  readonly file: string
  readonly test: string
  readonly error: string
  /** The day, in UTC. */
  readonly on: string
  readonly load: number
  /** How often since it is in the list. */
  readonly times: number
}

export const readUnsteady = (): Unsteady[] => JSON.parse(readFileSync(LIST, 'utf8'))

/** Adds them to the list, in which each file is once. */
export function noteUnsteady(results: readonly FileResult[], now_ms: number): void {
  const text = `${JSON.stringify(withMore(readUnsteady(), results, now_ms), null, 2)}\n`
  writeFileSync(LIST, text)
}

/** The list with those of a run, by their names. */
export function withMore(
  list: readonly Unsteady[],
  results: readonly FileResult[],
  now_ms: number,
): Unsteady[] {
  const on = new Date(now_ms).toISOString().slice(0, 10)
  const more = results.map(({ file, failures: [first] }): Unsteady => {
    const known = list.find((one) => one.file === file)
    const error = (first?.errors[0] ?? '').split('\n')[0]?.slice(0, ERROR_LENGTH_MAX) ?? ''
    const load = Math.round((first?.load ?? 0) * 10) / 10
    return { file, test: first?.test ?? '', error, on, load, times: (known?.times ?? 0) + 1 }
  })
  const others = list.filter(({ file }) => more.every((one) => one.file !== file))
  return [...others, ...more].toSorted((a, b) => (a.file < b.file ? -1 : 1))
}
