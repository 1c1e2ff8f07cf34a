// `npm run test:steady [files]`: each file that was ever unsteady, or each that is given, alone on
// a quarter of one core; with `whole`, `npm test` on three quarters of all cores. Prints what
// failed, and keeps the output of those runs. ROUNDS (2) of them; STEADY_MINUTES (150) bounds it.
// As root.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { TESTS } from '../run/phases.ts'
import { turnAutogroupOff } from '../support/autogroup.ts'
import { endWithChildren } from '../support/end-with-children.ts'
import { takeShareOfCores } from './share-of-cores.ts'
import { readUnsteady } from './unsteady-files.ts'

const QUARTER = 0.25
const WHOLE = 'whole'
/** The line that Vitest prints for a test, or a file, that failed. */
const FAILED = / FAIL /
/** The beginning of the table at the end of a run. */
const SUMMARY = '\nphase '

const minutes = Number(process.env.STEADY_MINUTES ?? 150)
const rounds = Number(process.env.ROUNDS ?? 2)

const phaseOf = (file: string) =>
  TESTS.find(({ files }) => files.some((pattern) => matchesGlob(file, pattern)))

function commandOf(what: string): readonly string[] {
  if (what === WHOLE) return ['npm', 'test']
  return [...(phaseOf(what)?.command ?? []), what]
}

/** Prints the failed tests as they come; answers whether there were any, whose output is kept. */
async function hasFailed(what: string): Promise<boolean> {
  const share = takeShareOfCores(what === WHOLE ? availableParallelism() * 0.75 : QUARTER)
  const child = share.spawn(commandOf(what), 'pipe')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (FAILED.test(line)) console.log(`  ${line.trim()}`)
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  await share.remove()
  const summary = output.lastIndexOf(SUMMARY)
  if (what === WHOLE && summary >= 0) console.log(output.slice(summary))
  if (code === 0) return false
  const path = join(tmpdir(), `steady-${Date.now()}.log`)
  await writeFile(path, output)
  console.log(`  What it printed: ${path}`)
  return true
}

const ending = endWithChildren()
turnAutogroupOff()
const end_ms = performance.now() + minutes * 60_000
const given = process.argv.slice(2)
const isKnown = (what: string) => what === WHOLE || (existsSync(what) && phaseOf(what))
const unknown = given.filter((what) => !isKnown(what))
if (unknown.length > 0) {
  console.error(`Not a file of tests: ${unknown.join(', ')}. Give files of tests, or ${WHOLE}.`)
  process.exit(1)
}
const wanted = given.length > 0 ? given : readUnsteady().map(({ file }) => file)
let failures = 0
for (let round = 1; round <= rounds; round++) {
  for (const what of wanted) {
    if (ending.isEnding()) continue
    if (performance.now() > end_ms) {
      console.log(`${what}, round ${round}: no time is left`)
      continue
    }
    const from_ms = performance.now()
    const has_failed = await hasFailed(what)
    if (has_failed) failures++
    const seconds = Math.round((performance.now() - from_ms) / 1000)
    console.log(`${what}, round ${round}: ${has_failed ? 'failed' : 'passed'} after ${seconds} s`)
  }
}
console.log(failures === 0 ? 'Steady: no run failed.' : `${failures} runs failed.`)
ending.exit(failures === 0 ? 0 : 1)
