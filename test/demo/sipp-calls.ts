// SIPp as the switches and the phones of the clients and as the gateways of the carriers, for
// as long as the demo lasts.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Chance, makeChance } from '../support/random.ts'
import { ATTACKER, SWITCH } from './addresses.ts'
import { type DialledCall, dial, dialAt, ON_NET_OUTCOMES, SOFTPHONE } from './calls.ts'
import {
  CLIENTS,
  type DemoClient,
  type DemoGateway,
  type DemoSipUser,
  GATEWAYS,
} from './demo-data.ts'

const SCENARIOS = new URL('scenarios/', import.meta.url)
const NUMBERS = 3000
/** Calls with guessed passwords, until the address is banned. */
const ATTACKS_PER_MINUTE = 6
/** The most active calls of a client. */
const CALLS_AT_ONCE = 500
/** On a busy machine a REGISTER may time out. */
const TRIES_TO_REGISTER = 5
const TALK_SECONDS = 35

export interface SippCalls {
  /** No more calls begin; active calls continue. */
  startNoMore(): void
  stop(): void
}

/** Starts gateways and phones before the callers, so that every call finds them. */
export async function startSippCalls(
  folder: string,
  calls_per_minute: number,
  minutes: number,
): Promise<SippCalls> {
  const called: ChildProcess[] = []
  for (const [nth, gateway] of GATEWAYS.entries()) {
    called.push(await startCalled(join(folder, gateway.name), gateway, 40 + nth * 15))
  }
  for (const sipUser of CLIENTS.flatMap(({ sip_users }) => sip_users)) {
    if (!sipUser.is_on) continue
    const place = join(folder, sipUser.username)
    await register(place, sipUser, minutes)
    const phone = { host: sipUser.ip, user_agent: SOFTPHONE, outcomes: ON_NET_OUTCOMES }
    called.push(await startCalled(place, phone, TALK_SECONDS))
  }
  const callers = await startCallers(folder, calls_per_minute)
  return {
    startNoMore() {
      for (const caller of callers) caller.kill('SIGUSR1')
    },
    stop() {
      for (const child of [...callers, ...called]) child.kill('SIGKILL')
    },
  }
}

async function startCallers(folder: string, calls_per_minute: number): Promise<ChildProcess[]> {
  const chance = makeChance(Date.now())
  const shares = CLIENTS.reduce((sum, { calls }) => sum + calls.share, 0)
  const callers: ChildProcess[] = []
  for (const client of CLIENTS) {
    const rate = (calls_per_minute * client.calls.share) / shares
    if (client.ip) callers.push(await startSwitch(folder, client, rate, chance))
    for (const sipUser of client.sip_users) {
      const place = join(folder, `${sipUser.username}-calls`)
      const dialNext = () => dialAt(client, sipUser, chance)
      const its_rate = rate / client.sip_users.length
      callers.push(await startSipUser(place, sipUser, dialNext, its_rate))
    }
  }
  const attacker = { username: 'admin', password: '1234', ip: ATTACKER }
  const dialAny = () => dial(CLIENTS[0]!, chance)
  callers.push(await startSipUser(join(folder, ATTACKER), attacker, dialAny, ATTACKS_PER_MINUTE))
  return callers
}

async function startCalled(
  folder: string,
  { host, user_agent, outcomes }: Pick<DemoGateway, 'host' | 'user_agent' | 'outcomes'>,
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
  return startSipp(folder, ['-i', host])
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

async function startSwitch(
  folder: string,
  client: DemoClient,
  calls_per_minute: number,
  chance: Chance,
): Promise<ChildProcess> {
  const place = join(folder, client.ip)
  await writeScenario(place, 'caller', { NAME: client.name })
  await writeNumbers(
    place,
    ({ caller_number, dialled_number }) => [caller_number, dialled_number],
    () => dial(client, chance),
  )
  return startCaller(place, client.ip, 5060, calls_per_minute)
}

/** From another port than the one at which the phone is called. */
async function startSipUser(
  folder: string,
  { username, password, ip }: Pick<DemoSipUser, 'username' | 'password' | 'ip'>,
  dialNext: () => DialledCall,
  calls_per_minute: number,
): Promise<ChildProcess> {
  await writeScenario(folder, 'sip-user-calls', { USERNAME: username, PASSWORD: password })
  await writeNumbers(folder, ({ dialled_number }) => [dialled_number], dialNext)
  return startCaller(folder, ip, 5062, calls_per_minute)
}

async function writeNumbers(
  folder: string,
  fieldsOf: (call: DialledCall) => readonly string[],
  dialNext: () => DialledCall,
): Promise<void> {
  const lines = Array.from({ length: NUMBERS }, () => `${fieldsOf(dialNext()).join(';')};`)
  await writeFile(join(folder, 'numbers.csv'), ['SEQUENTIAL', ...lines, ''].join('\n'))
}

function startCaller(
  folder: string,
  address: string,
  port: number,
  calls_per_minute: number,
): ChildProcess {
  const rate = Math.max(1, Math.round(calls_per_minute))
  const pace = ['-r', String(rate), '-rp', '60000', '-l', String(CALLS_AT_ONCE)]
  return startSipp(folder, [...pace, '-i', address, '-inf', 'numbers.csv', `${SWITCH}:5060`], port)
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
