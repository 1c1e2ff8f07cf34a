// SIPp as the switches and the phones of the clients and as the gateways of the carriers, for
// as long as the demo lasts.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Chance, makeChance } from '../support/random.ts'
import { ATTACKER, SWITCH } from './addresses.ts'
import { chooseClient, dial, ON_NET_OUTCOMES, SOFTPHONE } from './calls.ts'
import {
  CLIENTS,
  type DemoClient,
  type DemoGateway,
  type DemoSipUser,
  GATEWAYS,
  SIP_USERS,
} from './demo-data.ts'

const SCENARIOS = new URL('scenarios/', import.meta.url)
const NUMBERS = 3000
const MINUTE_MS = 60_000
/** Calls with guessed passwords, until the address is banned. */
const ATTACKS_PER_MINUTE = 6
/** The most active calls of a process. */
const CALLS_AT_ONCE = 500
/** On a busy machine a REGISTER may time out. */
const TRIES_TO_REGISTER = 5
/** Duration of a call to a phone. */
const TALK_SECONDS = 90

export interface SippCalls {
  /** No more calls begin; active calls continue. */
  startNoMore(): void
  stop(): void
}

/**
 * By their names. Before the past is written: the switch pings them, and takes one that is silent
 * out of use.
 */
export async function startGateways(folder: string): Promise<ReadonlyMap<string, ChildProcess>> {
  const gateways = new Map<string, ChildProcess>()
  for (const [nth, { host, ...gateway }] of GATEWAYS.entries()) {
    const place = join(folder, gateway.name)
    gateways.set(gateway.name, await startCalled(place, [host], gateway, 150 + nth * 60))
  }
  return gateways
}

/** Starts the phones before the callers, so that every call finds them. */
export async function startSippCalls(
  folder: string,
  calls_per_minute: number,
  minutes: number,
): Promise<SippCalls> {
  const phones = SIP_USERS.filter(({ is_on }) => is_on)
  for (const phone of phones) await register(join(folder, phone.username), phone, minutes)
  const hosts = phones.map(({ ip }) => ip)
  const answering = { user_agent: SOFTPHONE, outcomes: ON_NET_OUTCOMES }
  const called = await startCalled(join(folder, 'called'), hosts, answering, TALK_SECONDS)
  const callers = await startCallers(folder, calls_per_minute)
  return {
    startNoMore() {
      for (const caller of callers) caller.kill('SIGUSR1')
    },
    stop() {
      for (const child of [...callers, called]) child.kill('SIGKILL')
    },
  }
}

/**
 * One process for all switches, one for all phones and one for the attacker: each process looks for
 * messages a thousand times a second, whether it has calls or not.
 */
async function startCallers(folder: string, calls_per_minute: number): Promise<ChildProcess[]> {
  const chance = makeChance(Date.now())
  const sharesOf = (clients: readonly DemoClient[]) =>
    clients.reduce((sum, { calls }) => sum + calls.share, 0)
  const rateOf = (clients: readonly DemoClient[]) =>
    (calls_per_minute * sharesOf(clients)) / sharesOf(CLIENTS)
  const switches = CLIENTS.filter(({ ip }) => ip !== '')
  const withPhones = CLIENTS.filter(({ sip_users }) => sip_users.length > 0)
  return [
    await startCaller(join(folder, 'switches'), 'caller', 5060, rateOf(switches), () =>
      callOfSwitch(chooseClient(switches, chance), chance),
    ),
    await startCaller(join(folder, 'phones'), 'sip-user-calls', 5062, rateOf(withPhones), () => {
      const { source, username, dialled_number } = dial(chooseClient(withPhones, chance), chance)
      return [source, username, proofOf(username, PASSWORDS.get(username)), dialled_number]
    }),
    await startCaller(join(folder, ATTACKER), 'sip-user-calls', 5062, ATTACKS_PER_MINUTE, () => {
      const { dialled_number } = dial(switches[0]!, chance)
      return [ATTACKER, 'admin', proofOf('admin', '1234'), dialled_number]
    }),
  ]
}

function callOfSwitch(client: DemoClient, chance: Chance): readonly string[] {
  const { source, caller_number, dialled_number } = dial(client, chance)
  return [source, client.name, caller_number, dialled_number]
}

const PASSWORDS = new Map(SIP_USERS.map(({ username, password }) => [username, password]))

/** SIPp writes the header in its place, out of the challenge. */
const proofOf = (username: string, password = ''): string =>
  `[authentication username=${username} password=${password}]`

async function startCalled(
  folder: string,
  hosts: readonly string[],
  { user_agent, outcomes }: Pick<DemoGateway, 'user_agent' | 'outcomes'>,
  talk_seconds: number,
): Promise<ChildProcess> {
  const { unavailable, busy, unknown_number, no_answer } = outcomes
  await writeScenario(folder, 'gateway', {
    USER_AGENT: user_agent,
    UNTIL_UNAVAILABLE: unavailable,
    UNTIL_BUSY: unavailable + busy,
    UNTIL_UNKNOWN: unavailable + busy + unknown_number,
    UNTIL_NO_ANSWER: unavailable + busy + unknown_number + no_answer,
    TALK_MS: talk_seconds * 1000,
  })
  return startSipp(
    folder,
    await socketsOf(
      folder,
      hosts.map((host) => [host]),
    ),
  )
}

/** A socket at each of the addresses, which are the first fields of the lines. */
async function socketsOf(folder: string, lines: readonly (readonly string[])[]) {
  const text = lines.map((fields) => `${fields.join(';')};`)
  await writeFile(join(folder, 'lines.csv'), ['SEQUENTIAL', ...text, ''].join('\n'))
  // SIPp wants fewer sockets than files that may be open.
  const sockets = ['-t', 'ui', '-ip_field', '0', '-max_socket', '1000']
  return [...sockets, '-inf', 'lines.csv', '-i', lines[0]?.[0] ?? '']
}

/** From the address and port at which the phone is called afterwards. */
async function register(folder: string, { ip, ...who }: DemoSipUser, minutes: number) {
  await writeScenario(folder, 'sip-user-registers', {
    USERNAME: who.username,
    PASSWORD: who.password,
    EXPIRES: Math.min(86_400, minutes * 60 + 300),
  })
  for (let i = 0; i < TRIES_TO_REGISTER; i++) {
    const sipp = startSipp(folder, ['-i', ip, '-m', '1', '-timeout', '5s', `${SWITCH}:5060`])
    const [exit_code] = await once(sipp, 'exit')
    if (exit_code === 0) return
  }
  throw new Error(`The phone of ${who.username} could not register`)
}

/** The first field of a call is the address from which it comes. */
async function startCaller(
  folder: string,
  scenario: string,
  port: number,
  calls_per_minute: number,
  dialNext: () => readonly string[],
): Promise<ChildProcess> {
  await writeScenario(folder, scenario)
  const calls = Array.from({ length: NUMBERS }, dialNext)
  const period_ms = Math.round(MINUTE_MS / calls_per_minute)
  const pace = ['-r', '1', '-rp', String(period_ms), '-l', String(CALLS_AT_ONCE)]
  const sockets = await socketsOf(folder, calls)
  return startSipp(folder, [...pace, ...sockets, `${SWITCH}:5060`], port)
}

async function writeScenario(
  folder: string,
  name: string,
  places: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const text = await readFile(new URL(`${name}.xml`, SCENARIOS), 'utf8')
  const filled = text.replace(/\{\{(\w+)\}\}/g, (_, place: string) => String(places[place]))
  await writeFile(join(folder, 'scenario.xml'), filled)
}

/**
 * In a process group of its own, so that Ctrl-C reaches only the demo, which ends the calls in
 * order. It is killed when the demo ends in any other way.
 */
function startSipp(folder: string, more: readonly string[], port = 5060): ChildProcess {
  // -aa: answers OPTIONS by itself.
  const options = ['-sf', 'scenario.xml', '-nostdin', '-aa', '-deadcall_wait', '0']
  const words = [...options, '-p', String(port), ...more]
  return spawn('setpriv', ['--pdeathsig', 'KILL', 'sipp', ...words], {
    cwd: folder,
    stdio: 'ignore',
    detached: true,
  })
}
