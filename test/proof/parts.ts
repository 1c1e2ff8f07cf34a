// The parts of the proof: they run one after the other, each for its share of the time.
import { type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { runFuzz } from '../faults/fuzz.ts'
import { runFaults } from '../faults/run.ts'
import { withDatabase } from '../faults/test-database.ts'
import { simulate } from '../simulator/simulate.ts'
import { makeChance } from '../support/random.ts'
import { raceForMoney } from './overdraft-race.ts'

export interface PartRun {
  readonly seed: number
  /** A part ends with the run that goes beyond it, and runs once at least. */
  readonly seconds: number
  say(line: string): void
}

export interface PartResult {
  readonly figures: Readonly<Record<string, number>>
  readonly wrong: readonly string[]
}

export interface Part {
  readonly name: string
  readonly proves: string
  /** The part of the whole time that it gets, from 0 to 1. */
  readonly share: number
  run(run: PartRun): Promise<PartResult>
}

/** Messages to one switch of the fuzzer. */
const MESSAGES_A_ROUND = 20_000
/** The last lines of tests that failed. */
const LINES_SHOWN = 40

export const PARTS: readonly Part[] = [
  {
    name: 'kill storm',
    proves: 'Processes are killed and halted under real calls, and no call or cent is lost.',
    share: 0.35,
    async run({ seed, seconds, say }) {
      const addresses = { http_port: 18800, first_rtp_port: 24_000, network: '127.0.48' }
      return await runFaults({ ...addresses, seed, seconds, calls_per_second: 25, say })
    },
  },
  {
    name: 'overdraft race',
    proves: '200 calls at once begin exactly as often as the money of each of six levels pays for.',
    share: 0.1,
    async run({ seed, seconds }) {
      const { runs, begun, wrong } = await raceForMoney(seconds, makeChance(seed))
      return { figures: { runs, calls_begun: begun }, wrong }
    },
  },
  {
    name: 'simulator',
    proves: 'Nights of a carrier in virtual time, with failures, keep every rule of the books.',
    share: 0.15,
    async run({ seed, seconds, say }) {
      const options = { events: Number.POSITIVE_INFINITY, seconds_max: seconds, first_seed: seed }
      const { events, calls, nights, failures } = await simulate({ ...options, say })
      const wrong = failures.map((failure) => `seed ${failure.seed}: ${failure.why}`)
      return { figures: { events, calls, nights }, wrong }
    },
  },
  {
    name: 'rating oracle',
    proves: 'Random calls cost what a calculation with fractions says.',
    share: 0.1,
    run: (run) => runTests(run, ['src/core/tariff/charge-oracle.test.ts']),
  },
  {
    name: 'SIP fuzzer',
    proves: 'Malformed messages crash nothing, start no call and fill no log.',
    share: 0.15,
    async run({ seed, seconds, say }) {
      const until_ms = performance.now() + seconds * 1000
      const wrong: string[] = []
      let rounds = 0
      for (; rounds === 0 || performance.now() < until_ms; rounds++) {
        const at = { network: '127.18.2', first_port: 14800 }
        const options = { ...at, seed: seed + rounds, messages: MESSAGES_A_ROUND }
        await withDatabase(async (database_url, engine_url) => {
          const done = await runFuzz({ ...options, database_url, engine_url })
          for (const line of done.said) say(line)
          wrong.push(...done.wrong)
        })
      }
      return { figures: { messages: rounds * MESSAGES_A_ROUND }, wrong }
    },
  },
  {
    name: 'API fuzzer',
    proves: 'Hostile requests have short answers, none is an error of ours, none stays in memory.',
    share: 0.1,
    run: (run) =>
      runTests(run, ['src/api/hostile-requests.test.ts', 'src/api/malformed-requests.test.ts']),
  },
  {
    name: 'backup drill',
    proves: 'A backup is restored to the second, interrupted and damaged ones are refused.',
    share: 0.05,
    run: (run) => runTests(run, ['src/supervisor/backup/']),
  },
]

/** The tests with new seeds until the time is over. */
async function runTests(
  { seed, seconds, say }: PartRun,
  files: readonly string[],
): Promise<PartResult> {
  const until_ms = performance.now() + seconds * 1000
  const wrong: string[] = []
  let runs = 0
  let tests = 0
  for (; wrong.length === 0 && (runs === 0 || performance.now() < until_ms); runs++) {
    const output = await runVitest(files, seed + runs)
    tests += Number(/ Tests .*?(\d+) passed/.exec(output.text)?.[1] ?? 0)
    if (output.code === 0) continue
    const lines = output.text.trim().split('\n').slice(-LINES_SHOWN)
    for (const line of lines) say(line)
    wrong.push(`The tests failed with seed ${seed + runs}`)
  }
  return { figures: { runs, tests }, wrong }
}

async function runVitest(files: readonly string[], seed: number) {
  const env = { ...process.env, SEED: String(seed), WHOLE: '1', NO_COLOR: '1' }
  const stdio: StdioOptions = ['ignore', 'pipe', 'inherit']
  const child = spawn('vitest', ['run', '--project', 'unit', ...files], { env, stdio })
  let text = ''
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, text }
}
