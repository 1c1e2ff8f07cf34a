// The end of what a run prints: all that is worth knowing of it, in some forty lines.
import { basename } from 'node:path'
import type { Failed } from './judge.ts'
import type { FileResult, Outcome } from './results.ts'

/** Lines of one kind; the others are above, in the output of their phase. */
const LINES_MAX = 10
const LINE_LENGTH_MAX = 240
const SLOWEST_SHOWN = 8

/** An everyday run on two cores with nothing beside it. */
const MINUTES_AIM = 10
const slowLine = (changed: number): string =>
  `It takes ${MINUTES_AIM} min on two idle cores, and longer with all that has changed since the ` +
  `last whole run: ${changed} files.`

export interface Summary {
  readonly outcomes: readonly Outcome[]
  readonly failed: readonly Failed[]
  /** Why the run has failed; none if it has passed. */
  readonly faults: readonly string[]
  readonly seed: number
  readonly is_whole: boolean
  /** The number of files that have changed since the last whole run. */
  readonly changed: number
  readonly seconds: number
}

/** The lines of the summary, the verdict last. */
export function summarise({
  outcomes,
  failed,
  faults,
  seed,
  is_whole,
  changed,
  seconds,
}: Summary): string[] {
  const files = outcomes.flatMap((outcome) => outcome.files)
  const whole = is_whole ? 'WHOLE=1 ' : ''
  const outcome = faults.length === 0 ? 'passed' : 'FAILED'
  return [
    ...tableOf(outcomes, failed),
    ...bounded(failed.flatMap(linesOf)),
    ...bounded(skipLines(files)),
    ...bounded(faults.map((fault) => `FAILED ${fault}`)),
    `Seed ${seed}. Once more: ${whole}SEED=${seed} npx vitest run --project PHASE FILE`,
    ...(files.length > 0 ? [`Slowest: ${slowest(files)}.`] : []),
    countsOf(files, failed),
    `${is_whole ? 'npm run test:all' : 'npm test'} ${outcome} after ${minutes(seconds)} min`,
    ...(is_whole || seconds < MINUTES_AIM * 60 ? [] : [slowLine(changed)]),
  ]
}

const HEAD = ['phase', 'files', 'tests', 'failed', 'unsteady', 'skipped', 'wall', 'cpu', 'load']

function tableOf(outcomes: readonly Outcome[], failed: readonly Failed[]): string[] {
  const rows = outcomes.map((outcome) => {
    const { name, files, files_of_all, wall_seconds, processor_seconds, load } = outcome
    const times = [minutes(wall_seconds), `${Math.round(processor_seconds)} s`, load.toFixed(1)]
    if (files.length === 0) return [name, '-', '-', '-', '-', '-', ...times]
    const counts = [
      files.length === files_of_all ? files.length : `${files.length}/${files_of_all}`,
      sumOf(files, ({ tests }) => tests),
      failuresOf(failed, 'FAILED', name),
      failuresOf(failed, 'UNSTEADY', name),
      sumOf(files, ({ skips }) => skips.length),
    ]
    return [name, ...counts.map(String), ...times]
  })
  const table = [HEAD, ...rows]
  const widths = HEAD.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)))
  return table.map(([first = '', ...rest]) =>
    [first.padEnd(widths[0] ?? 0), ...rest.map((cell, at) => cell.padStart(widths[at + 1] ?? 0))]
      .join('  ')
      .trimEnd(),
  )
}

const sumOf = <T>(rows: readonly T[], figure: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + figure(row), 0)

const failuresOf = (failed: readonly Failed[], verdict: string, phase?: string): number =>
  sumOf(
    failed.filter((one) => one.verdict === verdict && (!phase || one.result.project === phase)),
    ({ result }) => result.failures.length,
  )

const minutes = (seconds: number): string => {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

function bounded(lines: readonly string[]): string[] {
  const shown = lines.slice(0, LINES_MAX).map((line) => oneLine(line).slice(0, LINE_LENGTH_MAX))
  const rest = lines.length - shown.length
  return rest > 0 ? [...shown, `… and ${rest} more of these.`] : shown
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')

const linesOf = ({ result, verdict }: Failed): string[] =>
  result.failures.map(({ test, errors, load }) => {
    const place = `${verdict} ${result.project} ${result.file}`
    const what = `${place} at load ${load.toFixed(1)} > ${test}`
    return `${what}: ${verdict === 'UNSTEADY' ? 'passed alone. It was: ' : ''}${errors[0]}`
  })

function skipLines(files: readonly FileResult[]): string[] {
  const counts = new Map<string, number>()
  for (const { file, failures, skips } of files) {
    // After a failed set-up the tests behind it are skipped, which is no news.
    if (failures.length > 0) continue
    for (const { needs } of skips) {
      const line = `${file}: needs ${needs}`
      counts.set(line, (counts.get(line) ?? 0) + 1)
    }
  }
  return [...counts].map(([line, count]) => `Skipped, ${count} of ${line}.`)
}

const slowest = (files: readonly FileResult[]): string =>
  files
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST_SHOWN)
    .map(({ file, seconds }) => `${basename(file)} ${Math.round(seconds)} s`)
    .join(', ')

/** In the words by which continuous integration knows that tests ran. */
function countsOf(files: readonly FileResult[], failed: readonly Failed[]): string {
  const wrong = failuresOf(failed, 'FAILED')
  const passed = sumOf(files, ({ tests }) => tests) - wrong
  const skipped = sumOf(files, ({ skips }) => skips.length)
  return `Tests: ${passed} passed, ${wrong} failed, ${skipped} skipped`
}
