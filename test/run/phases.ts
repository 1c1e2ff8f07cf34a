// The parts of a run. They run one after the other: what waits for real time does so while nothing
// computes, and what computes has no clock (docs/decisions/0052-test-runs.md).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sendSignalTo } from '#supervisor/processes/process-table.ts'
import { loadNow } from '../support/load-now.ts'
import { descendantsOf, processesNow, TICKS_A_SECOND } from '../support/processes-now.ts'
import { CALL_FILES, SCREEN_FILES, UNIT_FILES } from './files.ts'
import { type Outcome, readResults } from './results.ts'

/** Twice as long as the longest one takes. */
const MINUTES_MAX = 40

export interface Phase {
  readonly name: string
  /** With files behind it, it runs those alone. */
  readonly command: readonly [program: string, ...args: string[]]
  /** All that it has, as patterns. */
  readonly files: readonly string[]
}

export const CHECK: Phase = {
  name: 'check',
  command: ['npm', 'run', '--silent', 'check'],
  files: [],
}

/** By the project of Vitest that each one runs, which is its name. */
export const TESTS: readonly Phase[] = [
  { name: 'calls', command: [process.execPath, 'test/calls/main.ts'], files: CALL_FILES },
  { name: 'unit', command: ['vitest', 'run', '--project', 'unit'], files: UNIT_FILES },
  { name: 'screens', command: ['vitest', 'run', '--project', 'screens'], files: SCREEN_FILES },
]

/** Runs a phase, or these files of it, to its end; what it prints is seen at once. */
export async function runPhase(
  { name, command: [program, ...args], files: all }: Phase,
  run: { readonly seed: number; readonly folder: string },
  files: readonly string[] = [],
): Promise<Outcome> {
  const results = mkdtempSync(join(run.folder, `results-${name}-`))
  const env = { ...process.env, SEED: String(run.seed), RESULTS_FOLDER: results }
  const from_ms = performance.now()
  const from_busy = busySeconds()
  const child = spawn(program, [...args, ...files], { stdio: 'inherit', env })
  const late = setTimeout(() => endAll(child.pid, name), MINUTES_MAX * 60_000)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearTimeout(late)
  return {
    name,
    files_of_all: globSync(all).length,
    exit_code: code ?? undefined,
    wall_seconds: (performance.now() - from_ms) / 1000,
    processor_seconds: busySeconds() - from_busy,
    load: loadNow(),
    ...readResults(results),
  }
}

/** With all that it has started; a test runner whose workers hang would wait for ever. */
function endAll(pid: number | undefined, name: string): void {
  if (pid === undefined) return
  console.error(`${name} has not ended after ${MINUTES_MAX} minutes: it is ended.`)
  for (const one of [pid, ...descendantsOf(pid, processesNow()).map(([id]) => id)]) {
    sendSignalTo(one, 'SIGKILL')
  }
}

/** The work of all processors since the machine began. */
function busySeconds(): number {
  const [total = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [user, nice, system, , , irq, softirq] = total.split(/\s+/).slice(1).map(Number)
  const ticks = [user, nice, system, irq, softirq].reduce<number>((sum, n) => sum + (n ?? 0), 0)
  return ticks / TICKS_A_SECOND
}
