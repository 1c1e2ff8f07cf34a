// `npm run test:steady [files] [calls] [whole] [a file of the list]`: the same tests again and
// again, without a retry, with both cores busy in every second run; prints what failed, and keeps
// the output of those runs. STEADY_MINUTES (150) bounds it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { turnAutogroupOff } from '../support/autogroup.ts'
import { endWithChildren } from '../support/end-with-children.ts'

const minutes = Number(process.env.STEADY_MINUTES ?? 150)
const CORES = 2
/** The line that Vitest prints for a test, or a file, that failed. */
const FAILED = / FAIL /

/** Every file that has failed once without a fault of the product, by its suite. */
const EVER_FAILED = [
  ['calls', 'test/calls/false-bye.test.ts'],
  ['calls', 'test/calls/caller-id.test.ts'],
  ['calls', 'test/calls/call-and-end.test.ts'],
  ['calls', 'test/calls/digest.test.ts'],
  ['calls', 'test/calls/engine-gone.test.ts'],
  ['calls', 'test/calls/faults.test.ts'],
  ['calls', 'test/calls/floods.test.ts'],
  ['calls', 'test/calls/registration.test.ts'],
  ['calls', 'test/calls/strangers.test.ts'],
  ['unit', 'src/api/http/limits.test.ts'],
  ['unit', 'src/api/hidden-money.test.ts'],
  ['unit', 'src/jobs/rate-imports/hostile-rate-files.test.ts'],
  ['unit', 'src/api/payments/payments.test.ts'],
  ['unit', 'test/integration/traffic-reports.test.ts'],
  ['screens', 'test/screens/api-tokens.e2e.ts'],
  ['screens', 'test/screens/first-call.e2e.ts'],
  ['screens', 'test/screens/settings.e2e.ts'],
] as const

interface Plan {
  readonly what: string
  readonly command: readonly [program: string, ...args: string[]]
  readonly times: number
}

const PLANS: Readonly<Record<string, readonly Plan[]>> = {
  files: EVER_FAILED.map(([project, file]) => ({
    what: file,
    command: ['vitest', 'run', '--project', project, file],
    times: 20,
  })),
  calls: [{ what: 'the call suite', command: ['npm', 'run', 'test:calls'], times: 4 }],
  whole: [{ what: 'the whole', command: ['npm', 'test'], times: 2 }],
}

/** One loop for each core, which takes what the others leave. */
function keepBusy(): ChildProcess[] {
  return Array.from({ length: CORES }, () =>
    spawn('nice', ['-n', '19', process.execPath, '-e', 'for (;;) {}'], { stdio: 'ignore' }),
  )
}

/** Prints the failed tests as they come; answers whether there were any, whose output is kept. */
async function hasFailed([program, ...args]: Plan['command']): Promise<boolean> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (FAILED.test(line)) console.log(`  ${line.trim()}`)
    })
  }
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code === 0) return false
  const path = join(tmpdir(), `steady-${Date.now()}.log`)
  await writeFile(path, output)
  console.log(`  What it printed: ${path}`)
  return true
}

async function runAgainAndAgain({ what, command, times }: Plan, end_ms: number): Promise<number> {
  let failures = 0
  for (let run = 1; run <= times && !ending.isEnding(); run++) {
    if (performance.now() > end_ms) {
      console.log(`${what}: no time for ${times - run + 1} of ${times} runs`)
      return failures
    }
    const loops = run % 2 === 0 ? keepBusy() : []
    const from_ms = performance.now()
    const failed = await hasFailed(command)
    for (const loop of loops) loop.kill('SIGKILL')
    if (failed) failures++
    const seconds = Math.round((performance.now() - from_ms) / 1000)
    const beside = loops.length > 0 ? ', busy' : ''
    console.log(`${what}, run ${run}${beside}: ${failed ? 'failed' : 'passed'} after ${seconds} s`)
  }
  return failures
}

const ending = endWithChildren()
turnAutogroupOff()
const end_ms = performance.now() + minutes * 60_000
const wanted = process.argv.slice(2)
const names = wanted.length > 0 ? wanted : Object.keys(PLANS)
const plansOf = (name: string): readonly Plan[] =>
  PLANS[name] ?? PLANS.files?.filter(({ what }) => what === name) ?? []
const unknown = names.filter((name) => plansOf(name).length === 0)
if (unknown.length > 0) {
  const choices = [...Object.keys(PLANS), ...EVER_FAILED.map(([, file]) => file)]
  console.error(`Unknown: ${unknown.join(', ')}. Choose from ${choices.join(', ')}.`)
  process.exit(1)
}
let failures = 0
for (const plan of names.flatMap(plansOf)) {
  failures += await runAgainAndAgain(plan, end_ms)
}
console.log(failures === 0 ? 'Steady: no run failed.' : `${failures} runs failed.`)
ending.exit(failures === 0 ? 0 : 1)
