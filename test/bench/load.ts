// SIPp as caller and gateway without its logs, which would cost more than the calls; and the
// time that processes used.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readScenario } from '../sip/sipp.ts'
import { makeTestFolder } from '../support/postgres-for-tests.ts'
import { descendantsOf, processesNow } from '../support/processes-now.ts'
import { CALLER, NUMBER, type Switch } from './switches.ts'

const BUFFER_BYTES = 4 * 1024 * 1024
const PLACES = { TALK_MS: 500, RING_MS: 50, HEADERS: 'Subject: bench' }

export interface LoadResult {
  readonly calls: number
  readonly failed: number
  readonly retransmissions: number
  /** Calls begun in a second of the clock. */
  readonly per_second: number
  /** From each INVITE to what came first of ringing and answer. */
  readonly delays_ms: readonly number[]
  /** CPU time of all processes of the switch, per call. */
  readonly cpu_ms: number
}

export interface SippLoad {
  call(to: Switch, per_second: number, seconds: number): Promise<LoadResult>
  stop(): Promise<void>
}

export async function openSippLoad(switches: readonly Switch[]): Promise<SippLoad> {
  const folder = await makeTestFolder()
  const gateways: ChildProcess[] = []
  for (const { gateway } of switches) {
    const place = await writeScenario(join(folder, gateway), 'gateway')
    gateways.push(startSipp(place, ['-i', gateway]))
  }
  let runs = 0
  return {
    async call(to, per_second, seconds) {
      runs++
      const place = await writeScenario(join(folder, `run-${runs}`), 'caller')
      const calls = per_second * seconds
      const pids = await to.pids()
      const before = cpuSeconds(pids)
      const sipp = startSipp(place, [
        '-i',
        CALLER,
        '-s',
        NUMBER,
        '-r',
        String(per_second),
        '-m',
        String(calls),
        '-l',
        '20000',
        '-timeout',
        `${Math.ceil(seconds * 3) + 10}s`,
        '-trace_stat',
        '-stf',
        'statistics.csv',
        '-trace_rtt',
        '-rtt_freq',
        '1',
        `${to.address}:5060`,
      ])
      // Some calls whose answers were all lost never end.
      const late = setTimeout(() => sipp.kill('SIGKILL'), (seconds * 4 + 20) * 1000)
      await once(sipp, 'exit')
      clearTimeout(late)
      const used = cpuSeconds(pids) - before
      const result = await readResult(place)
      await rm(place, { recursive: true, force: true })
      return { ...result, cpu_ms: (used * 1000) / Math.max(1, result.calls - result.failed) }
    },
    async stop() {
      for (const gateway of gateways) gateway.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The scenarios of the tests; the delay ends at the first reply from the gateway. */
async function writeScenario(folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const filled = await readScenario(name, PLACES)
  const timed = filled
    .replace('<send retrans="500">', '<send retrans="500" start_rtd="setup">')
    .replace(
      '<recv response="180" optional="true"/>',
      '<recv response="180" optional="true" rtd="setup"/>',
    )
    // Sent in the same moment, the answer may overtake the ringing.
    .replace('<recv response="200" rrs="true"/>', '<recv response="200" rrs="true" rtd="setup"/>')
  await writeFile(join(folder, 'scenario.xml'), name === 'caller' ? timed : filled)
  return folder
}

function startSipp(folder: string, more: readonly string[]): ChildProcess {
  const options = ['-sf', 'scenario.xml', '-p', '5060', '-nostdin', '-aa', '-deadcall_wait', '0']
  // With its own 64 KB SIPp loses what arrives while it has no turn on the two cores.
  const buffers = ['-buff_size', String(BUFFER_BYTES)]
  return spawn('sipp', [...options, ...buffers, ...more], { cwd: folder, stdio: 'ignore' })
}

async function readResult(folder: string): Promise<Omit<LoadResult, 'cpu_ms'>> {
  const text = await readFile(join(folder, 'statistics.csv'), 'utf8')
  const [names = '', ...rows] = text.trim().split('\n')
  const last = (rows.at(-1) ?? '').split(';')
  const figure = (name: string) => Number(last[names.split(';').indexOf(name)] ?? 0)
  const rtt = readdirSync(folder).find((file) => file.endsWith('_rtt.csv'))
  const lines = rtt ? readFileSync(join(folder, rtt), 'utf8').trim().split('\n').slice(1) : []
  return {
    calls: figure('TotalCallCreated'),
    failed: figure('FailedCall(C)'),
    retransmissions: figure('Retransmissions(C)'),
    per_second: figure('CallRate(C)'),
    delays_ms: lines.map((line) => Number(line.split(';')[1])),
  }
}

/** Processor time of these processes and of all that they started. */
export function cpuSeconds(pids: readonly number[]): number {
  const found = processesNow()
  const all = new Set(pids.flatMap((pid) => [pid, ...descendantsOf(pid, found).map(([id]) => id)]))
  return [...all].reduce((sum, pid) => sum + (found.get(pid)?.cpu_seconds ?? 0), 0)
}
