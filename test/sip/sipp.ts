// SIPp as caller or as gateway: bounded in calls and in time, with every message it saw at hand.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from './until.ts'

const SCENARIOS = new URL('scenarios/', import.meta.url)

export type SippOptions = {
  /** A file of scenarios/ without its ending. */
  readonly scenario: string
  /** Own address; the port is 5060 unless given. */
  readonly address: string
  readonly port?: number
  /** Where a caller sends its calls. */
  readonly to?: string
  /** The number that a caller dials. */
  readonly number?: string
  /**
   * It ends after the last of these calls; without it, a caller makes one, and a gateway takes
   * calls until it is stopped. A gateway that is pinged needs that: SIPp counts an OPTIONS too.
   */
  readonly calls?: number
  readonly calls_per_second?: number
  readonly transport?: 'UDP' | 'TCP'
  /** The whole run may not last longer: 60 s unless given. */
  readonly seconds?: number
  /** A call whose next message does not come within these is given up: 30 s unless given. */
  readonly patience_seconds?: number
  /** One line per message instead of all of it, for thousands of calls. */
  readonly short?: boolean
  /** Values for the scenario's places in double braces. */
  readonly places?: Readonly<Record<string, string | number>>
}

export type SippResult = {
  readonly exit_code: number | null
  readonly successful: number
  readonly failed: number
  /** All SIP messages, sent and received, in order. */
  readonly messages: string
  readonly received: string
}

export type RunningSipp = {
  readonly messages: () => string
  /** Messages that came in, without those sent. */
  readonly received: () => string
  readonly finished: Promise<SippResult>
  stop(): Promise<SippResult>
}

/** Places that a scenario may leave out. */
const DEFAULTS = {
  TALK_MS: 500,
  HELD_MS: 0,
  MOVED_TO: '[media_ip]',
  DIRECTION: 'a=sendrecv',
  RING_MS: 0,
  CODE: 503,
  REASON: 'Reason: Q.850;cause=41;text="vendor is broken"',
  METHOD: 'OPTIONS',
  HEADERS: 'Subject: test',
  SDP_CODECS: '8 0 18 101',
  AGENT: 'Server: VendorSwitch 9.1',
  CONTACT: '[local_ip]:[local_port]',
}

/** The text of a scenario with its places filled; a place without a value becomes empty. */
export async function readScenario(
  name: string,
  places: Readonly<Record<string, string | number>> = {},
): Promise<string> {
  const values: Record<string, string | number> = { ...DEFAULTS, ...places }
  const text = await readFile(new URL(`${name}.xml`, SCENARIOS), 'utf8')
  return text.replace(/\{\{(\w+)\}\}/g, (_, place: string) => String(values[place] ?? ''))
}

export async function startSipp(options: SippOptions): Promise<RunningSipp> {
  const folder = await mkdtemp(join(tmpdir(), 'softswitch-sipp-'))
  const scenario = await readScenario(options.scenario, options.places)
  await writeFile(join(folder, 'scenario.xml'), scenario)
  const child = spawn('sipp', commandLine(options), { cwd: folder, stdio: 'ignore' })
  const failure = once(child, 'error').then(([error]) => Promise.reject(error as Error))
  let last = ''
  const messages = () => {
    last = read(join(folder, 'messages.log')) || last
    return last
  }
  const received = () => onlyReceived(messages())
  const ended = once(child, 'exit').then(() => result(child, folder, messages()))
  const finished = Promise.race([ended, failure])
  finished.catch(() => {})
  if (!options.to) await until(`SIPp listens as ${options.scenario}`, () => listens(options))

  return {
    messages,
    received,
    finished,
    async stop() {
      if (child.exitCode === null) child.kill('SIGKILL')
      return finished
    },
  }
}

/** Runs a caller to its end. */
export async function runSipp(options: SippOptions): Promise<SippResult> {
  return (await startSipp(options)).finished
}

function commandLine(options: SippOptions): string[] {
  // biome-ignore format: one option beside its value
  const words = [
    '-sf', 'scenario.xml', '-i', options.address, '-p', String(options.port ?? 5060),
    '-r', String(options.calls_per_second ?? 10),
    // Calls that failed count for half a minute: they shall not keep others from beginning.
    '-l', '10000',
    '-timeout', `${options.seconds ?? 60}s`, '-timeout_error',
    '-recv_timeout', String((options.patience_seconds ?? 30) * 1000),
    '-aa', '-nostdin', '-nd', '-deadcall_wait', '0',
    '-t', options.transport === 'TCP' ? 't1' : 'u1',
    '-trace_stat', '-stf', 'statistics.csv', '-fd', '1', '-trace_err', '-error_file', 'errors.log',
  ]
  const calls = options.calls ?? (options.to ? 1 : undefined)
  if (calls) words.push('-m', String(calls))
  if (options.short) words.push('-trace_shortmsg', '-shortmessage_file', 'messages.log')
  else words.push('-trace_msg', '-message_file', 'messages.log')
  if (options.number) words.push('-s', options.number)
  if (options.to) words.push(options.to)
  return words
}

async function result(child: ChildProcess, folder: string, messages: string): Promise<SippResult> {
  const [names = '', ...rows] = read(join(folder, 'statistics.csv')).trim().split('\n')
  const columns = names.split(';')
  const last = (rows.at(-1) ?? '').split(';')
  const figure = (name: string) => Number(last[columns.indexOf(name)] ?? 0)
  await rm(folder, { recursive: true, force: true })
  return {
    exit_code: child.exitCode,
    successful: figure('SuccessfulCall(C)'),
    failed: figure('FailedCall(C)'),
    messages,
    received: onlyReceived(messages),
  }
}

/**
 * Milliseconds from the first INVITE that an end received to the first BYE, by its clock. The
 * switch has passed both on, so that its own time from answer to end is shorter.
 */
export function msFromInviteToBye(messages: string): number {
  const blocks = messages.split(/^-{10,} (?=\d{4}-)/m).filter((block) => block.includes('received'))
  const timeOf = (method: string): number => {
    const block = blocks.find((one) => new RegExp(`^${method} sip:`, 'm').test(one)) ?? ''
    return Date.parse(block.split('\n')[0]?.trim() ?? '')
  }
  return timeOf('BYE') - timeOf('INVITE')
}

function onlyReceived(messages: string): string {
  return messages
    .split(/^-{10,} .*$/m)
    .filter((block) => /^(UDP|TCP) message received/m.test(block))
    .join('\n')
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Not written yet.
    return ''
  }
}

/** Is there a socket on SIPp's address and port? */
function listens(options: SippOptions): boolean {
  const hex = options.address
    .split('.')
    .reverse()
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
  const port = (options.port ?? 5060).toString(16).padStart(4, '0').toUpperCase()
  const table = options.transport === 'TCP' ? '/proc/net/tcp' : '/proc/net/udp'
  return read(table).includes(` ${hex}:${port} `)
}
