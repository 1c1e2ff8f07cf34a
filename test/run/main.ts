// `npm test`: checks, then the tests, one phase after the other; of what is large a share by the
// seed, and with WHOLE=1 (`npm run test:all`) everything. A file that failed is looked at once
// more, alone, when nothing else runs: what passes then is unsteady, which is said and counted.
// SEED repeats the choices of a run.
import { globSync, rmSync } from 'node:fs'
import { noteUnsteady } from '../steady/unsteady-files.ts'
import { turnAutogroupOff } from '../support/autogroup.ts'
import { changedFiles, noteWholeRun } from '../support/changed-files.ts'
import { endWithChildren } from '../support/end-with-children.ts'
import { git } from '../support/git.ts'
import { isWhole } from '../support/sample.ts'
import { everydayFiles } from './everyday.ts'
import { FAILURES } from './files.ts'
import { type Failed, faultsOf, hasPassed, mayBeChance } from './judge.ts'
import { CHECK, type Phase, runPhase, TESTS } from './phases.ts'
import type { FileResult, Outcome } from './results.ts'
import { sayRoom, takeRunFolder } from './run-folder.ts'
import { summarise } from './summary.ts'

/** If more files have failed, it is not chance, and to look at each would take hours. */
const SECOND_LOOKS_MAX = 10

/**
 * The number of commits, so that runs in a row take each share of what is sampled; a clone without
 * its past has the number of its commit. SEED says another one.
 */
function seedOfRun(): number {
  const given = process.env.SEED
  if (given) {
    const seed = Number(given)
    if (Number.isSafeInteger(seed) && seed >= 0) return seed
    console.error(`SEED must be a whole number, and is ${given}.`)
    process.exit(1)
  }
  const here = process.cwd()
  if (git(here, 'rev-parse', '--is-shallow-repository') === 'false') {
    return Number(git(here, 'rev-list', '--count', 'HEAD'))
  }
  return Number.parseInt(git(here, 'rev-parse', 'HEAD').slice(0, 7), 16) || 1
}

/** The whole phase, or what an everyday run has of it. */
function runTests(phase: Phase): Promise<Outcome> {
  const all = globSync(phase.files)
  const files = everydayFiles(phase.name, all, changed, { seed, is_whole })
  return runPhase(phase, run, files.length < all.length ? files : [])
}

async function lookAgain(result: FileResult, looks: number): Promise<Failed> {
  const phase = TESTS.find(({ name }) => name === result.project)
  if (!phase || looks >= SECOND_LOOKS_MAX || !mayBeChance(result)) {
    return { result, verdict: 'FAILED' }
  }
  console.log(`\nOnce more, alone: ${result.file}`)
  const again = await runPhase(phase, run, [result.file])
  return { result, verdict: hasPassed(again, result) ? 'UNSTEADY' : 'FAILED' }
}

const began_ms = performance.now()
const ending = endWithChildren()
turnAutogroupOff()
const folder = takeRunFolder()
process.env.TMPDIR = folder
rmSync(FAILURES, { recursive: true, force: true })
console.log(sayRoom(folder))
const seed = seedOfRun()
const is_whole = isWhole()
const run = { seed, folder }
const changed = changedFiles()

const outcomes: Outcome[] = [await runPhase(CHECK, run)]
const isChecked = outcomes[0]?.exit_code === 0
for (const phase of isChecked ? TESTS : []) {
  if (!ending.isEnding()) outcomes.push(await runTests(phase))
}
const failed: Failed[] = []
for (const result of outcomes.flatMap(({ files }) => files)) {
  if (result.failures.length === 0 || ending.isEnding()) continue
  failed.push(await lookAgain(result, failed.length))
}
const unsteady = failed.filter(({ verdict }) => verdict === 'UNSTEADY').map(({ result }) => result)
const faults = isChecked
  ? faultsOf(outcomes.slice(1), failed, process.env.CI === 'true')
  : ['check: see above.']
// Before the list of unsteady files, which changes the work tree.
const noted = is_whole && faults.length === 0 ? [noteWholeRun()] : []
if (unsteady.length > 0) noteUnsteady(unsteady, Date.now())
const seconds = (performance.now() - began_ms) / 1000
const summary = { outcomes, failed, faults, seed, is_whole, changed: changed.size, seconds }
console.log(`\n${[...summarise(summary), ...noted].join('\n')}`)
ending.exit(faults.length === 0 ? 0 : 1)
