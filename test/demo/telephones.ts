// SIPp as the telephones of the clients and as the gateways of the carriers, for
// as long as the demo lasts.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeChance } from '../support/random.ts'
import { dial } from './calls.ts'
import {
  CARRIERS,
  CLIENTS,
  type DemoClient,
  type DemoGateway,
  STRANGER,
  SWITCH,
} from './carrier.ts'

const SCENARIOS = new URL('scenarios/', import.meta.url)
const NUMBERS = 3000
const STRANGERS_PER_MINUTE = 2
/** Of a client; SIPp's own limit follows a duration that it does not know. */
const CALLS_AT_ONCE = 500

export interface Telephones {
  /** No more calls begin; those that go on may end by themselves. */
  hush(): void
  stop(): void
}

/** Gateways first, so that no call finds them missing. */
export async function startTelephones(
  folder: string,
  calls_per_minute: number,
): Promise<Telephones> {
  const gateways: ChildProcess[] = []
  for (const [nth, gateway] of CARRIERS.flatMap((carrier) => carrier.gateways).entries()) {
    gateways.push(await startGateway(join(folder, gateway.name), gateway, 40 + nth * 15))
  }
  const callers: ChildProcess[] = []
  const shares = CLIENTS.reduce((sum, { share }) => sum + share, 0)
  for (const client of CLIENTS) {
    const rate = Math.max(1, Math.round((calls_per_minute * client.share) / shares))
    callers.push(await startCaller(join(folder, client.source), client, rate))
  }
  const stranger = { ...CLIENTS[0]!, name: 'friendly', source: STRANGER }
  callers.push(await startCaller(join(folder, STRANGER), stranger, STRANGERS_PER_MINUTE))
  return {
    hush() {
      for (const caller of callers) caller.kill('SIGUSR1')
    },
    stop() {
      for (const child of [...callers, ...gateways]) child.kill('SIGKILL')
    },
  }
}

async function startGateway(
  folder: string,
  { host, manners }: DemoGateway,
  talk_seconds: number,
): Promise<ChildProcess> {
  const { unavailable, busy, unknown_number, nobody_comes } = manners
  await writeScenario(folder, 'gateway', {
    UNTIL_UNAVAILABLE: unavailable,
    UNTIL_BUSY: unavailable + busy,
    UNTIL_UNKNOWN: unavailable + busy + unknown_number,
    UNTIL_NOBODY: unavailable + busy + unknown_number + nobody_comes,
    TALK_MS: talk_seconds * 1000,
  })
  return startSipp(folder, ['-i', host])
}

async function startCaller(
  folder: string,
  client: DemoClient,
  calls_per_minute: number,
): Promise<ChildProcess> {
  await writeScenario(folder, 'caller', { NAME: client.name })
  const chance = makeChance(Date.now())
  const lines = Array.from({ length: NUMBERS }, () => {
    const { caller_number, dialled_number } = dial(client, chance)
    return `${caller_number};${dialled_number};`
  })
  await writeFile(join(folder, 'numbers.csv'), ['SEQUENTIAL', ...lines, ''].join('\n'))
  const rate = ['-r', String(calls_per_minute), '-rp', '60000', '-l', String(CALLS_AT_ONCE)]
  const whom = ['-i', client.source, '-inf', 'numbers.csv', `${SWITCH}:5060`]
  return startSipp(folder, [...rate, ...whom])
}

async function writeScenario(
  folder: string,
  name: string,
  places: Readonly<Record<string, string | number>>,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const text = await readFile(new URL(`${name}.xml`, SCENARIOS), 'utf8')
  const filled = text.replace(/\{\{(\w+)\}\}/g, (_, place: string) => String(places[place]))
  await writeFile(join(folder, 'scenario.xml'), filled)
}

/** In a group of its own, so that Ctrl-C reaches the demo alone, which ends the calls in order. */
function startSipp(folder: string, more: readonly string[]): ChildProcess {
  // Answers by itself when it is asked whether it is still there.
  const options = ['-sf', 'scenario.xml', '-p', '5060', '-nostdin', '-aa', '-deadcall_wait', '0']
  return spawn('sipp', [...options, ...more], { cwd: folder, stdio: 'ignore', detached: true })
}
