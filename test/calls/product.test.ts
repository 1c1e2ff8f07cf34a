// The product as an operator meets it: started, started twice, killed piece by piece, and ended.
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guardTable } from '#supervisor/kamailio/port-guard.ts'
import type { Ports } from '#supervisor/ports.ts'
import { askChild, runChild, type SystemUser } from '#supervisor/processes/child.ts'
import { daemonUser, serviceUser } from '#supervisor/processes/system-user.ts'
import { runSipp } from '../sip/sipp.ts'
import { until } from '../sip/until.ts'
import { needsRoot } from '../support/needs.ts'
import { type Product, startProduct } from '../support/product.ts'
import { startTraceReceiver, type TraceReceiver } from '../support/trace-receiver.ts'

/** The environment of every program of ours. */
const KNOWN_VARIABLES = new Set([
  ...['PATH', 'LC_ALL', 'PG_GRANDPARENT_PID', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE'],
  ...['DATABASE_URL', 'LOG_LEVEL', 'HTTP_HOST', 'HTTP_PORT', 'SESSION_KEY', 'CONSOLE_FOLDER'],
  'TRUSTED_PROXY',
  'METRICS_ALLOW',
  'TEST_LINE_PORT',
  'RECORD_FOLDER',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  ...['NODE_ID', 'TRACE_PORT', 'TRACE_KEY', 'RECORDING_FOLDER'],
  ...[
    'ENGINE_NAME',
    'KAMAILIO_EVAPI',
    'KAMAILIO_RPC',
    'RTPENGINE',
    'KAMAILIO_SECRET',
    'SECRET_KEYS',
  ],
])

let product: Product
let traces: TraceReceiver

beforeAll(async () => {
  traces = await startTraceReceiver()
  product = await startProduct({
    http_port: 18710,
    sip_address: '127.0.46.1',
    first_rtp_port: 23_000,
    may_lose_parts: true,
    variables: { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url },
  })
})
afterAll(async () => {
  await product?.remove()
  await traces?.close()
})

/** Programs by the words of their command line, and whom each of them runs as. */
const PROGRAMS = [
  ['postgres -D', 'softswitch'],
  ['src/api/main.ts', 'softswitch-api'],
  ['src/engine/main.ts', 'softswitch-engine'],
  ['src/jobs/main.ts', 'softswitch-jobs'],
  ['src/jobs/recordings/recorder.ts', 'softswitch-recorder'],
  ['kamailio ', 'kamailio'],
  ['rtpengine ', 'rtpengine'],
  ['baresip ', 'softswitch-test-line'],
] as const

function statusOf(pid: number): Record<string, string[]> {
  const lines = readFileSync(`/proc/${pid}/status`, 'utf8').trim().split('\n')
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...values] = line.split(/:?\s+/)
      return [name, values]
    }),
  )
}

const idOf = (user: string) => askChild({ program: 'id', args: ['-u', user] })

const NOBODY = { name: 'nobody', uid: 65534, gid: 65534 }

function bash(code: string, user: SystemUser | undefined): string | undefined {
  return askChild({ program: 'bash', args: ['-c', code], user })
}

function canConnect(port: number, user: SystemUser | undefined): boolean {
  return bash(`exec 3<> /dev/tcp/127.0.0.1/${port}`, user) !== undefined
}

function canCommandMedia(port: number, user: SystemUser | undefined): boolean {
  const ask = `exec 3<> /dev/udp/127.0.0.1/${port} && printf '7 d7:command4:pinge' >&3`
  const answer = bash(`${ask} && timeout 2 dd bs=100 count=1 status=none <&3`, user)
  return answer?.includes('pong') ?? false
}

/** Processes whose command line names the data folder, by what they are. */
function processesOf(words: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return command.includes(words) && command.includes(product.folder)
      } catch {
        return false
      }
    })
    .map(Number)
}

async function health(): Promise<Record<string, string>> {
  const answer = await fetch(`${product.console}/api/health`).catch(() => undefined)
  if (!answer?.ok) return {}
  return ((await answer.json()) as { data: { parts: Record<string, string> } }).data.parts
}

const ALL_WELL = { database: 'ok', engine: 'ok', kamailio: 'ok', rtpengine: 'ok' }
const isWell = () =>
  until(
    'every part is well',
    async () => JSON.stringify(await health()) === JSON.stringify(ALL_WELL),
  )

describe('the product', () => {
  test('says where the console is, and that every part is well', async () => {
    expect(product.output()).toContain(`Console: ${product.console}/vsa`)
    await isWell()
  })

  test('traces its requests, with their queries, and its calls', async () => {
    const caller = {
      scenario: 'caller-is-refused',
      address: '127.0.46.9',
      to: '127.0.46.1',
    } as const
    const { received } = await runSipp({ ...caller, number: '+442071838750' })
    expect(received).toContain('SIP/2.0 403')
    await until('the traces have come', () => traces.spans.some(({ name }) => name === 'INVITE'))
    const call = traces.spans.find(({ name }) => name === 'INVITE')
    expect(call).toMatchObject({
      service: 'softswitch-engine-a',
      attributes: { 'softswitch.reply': 'refuse' },
    })
    const request = traces.spans.find(({ name }) => name === 'GET /api/health')
    expect(request).toMatchObject({
      service: 'softswitch-api',
      attributes: { 'http.response.status_code': 200 },
    })
    expect(request?.events).toContainEqual(expect.stringMatching(/select/))
  })

  test('gives no program its own environment', () => {
    const pids = processesOf('').filter((pid) => pid !== product.pid)
    expect(pids.length).toBeGreaterThanOrEqual(5)
    for (const pid of pids) {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean)
      const names = environment.map((line) => line.slice(0, line.indexOf('=')))
      expect(names.filter((name) => !KNOWN_VARIABLES.has(name))).toEqual([])
      expect(environment.join()).not.toContain(product.password)
    }
  })

  test('gives up root in every process but its own', needsRoot, () => {
    const users = PROGRAMS.map(([words, user]) => {
      const pids = processesOf(words)
      expect(pids, words).not.toEqual([])
      for (const pid of pids) {
        const status = statusOf(pid)
        expect(status.Uid).toEqual(Array(4).fill(idOf(user)))
        expect([status.CapEff, status.CapPrm, status.CapBnd, status.CapAmb], words).toEqual(
          Array(4).fill(['0000000000000000']),
        )
        expect(status.NoNewPrivs).toEqual(['1'])
      }
      return user
    })
    expect(new Set(users).size).toBe(PROGRAMS.length)
  })

  test(
    'lets API and engine write nowhere, others only their own files, and none read a secret',
    needsRoot,
    async () => {
      const data = product.folder
      const places_of = {
        api: [],
        engine: [],
        jobs: ['record-feed'],
        recorder: ['recordings/metadata', 'recordings/pcaps', 'recordings/tmp'],
      }
      for (const name of ['api', 'engine', 'jobs', 'recorder'] as const) {
        const user = serviceUser(name)
        const places = [data, 'src', 'scripts', 'node_modules/pg'].map((place) => resolve(place))
        // Sockets may be written to, links are always writable; and it need not come in everywhere.
        const find = 'find "$@" ! -type l ! -type s -writable 2> /dev/null; true'
        const args = ['-c', find, 'sh', ...places]
        const found = (await runChild({ program: 'sh', args, user })).split('\n').filter(Boolean)
        expect(found.toSorted()).toEqual(places_of[name].map((place) => `${data}/${place}`))
        for (const secret of [`${data}/secrets`, `${data}/postgres/secret`, `${data}/logs`]) {
          await expect(runChild({ program: 'cat', args: [secret], user })).rejects.toThrow('denied')
          await expect(runChild({ program: 'ls', args: [`${secret}/`], user })).rejects.toThrow()
        }
      }
    },
  )

  test('lets no other user of the machine reach its control ports', needsRoot, async () => {
    const ports = JSON.parse(readFileSync(`${product.folder}/run/ports.json`, 'utf8')) as Ports
    const isClosed = () =>
      [ports.rpc, ports.evapi].every((port) => !canConnect(port, NOBODY)) &&
      !canCommandMedia(ports.rtpengine, NOBODY)
    expect(isClosed()).toBe(true)
    for (const user of [serviceUser('engine'), daemonUser('kamailio'), undefined]) {
      expect(canConnect(ports.rpc, user)).toBe(true)
      expect(canConnect(ports.evapi, user)).toBe(true)
      expect(canCommandMedia(ports.rtpengine, user)).toBe(true)
    }
    const table = guardTable({ path: product.folder })
    await runChild({ program: 'nft', args: ['delete', 'table', 'inet', table] })
    expect(isClosed()).toBe(false)
    await until('they are closed again', isClosed)
  })

  test('gives API, engine and jobs roles of their own in the database', () => {
    for (const role of ['api', 'engine', 'jobs']) {
      const [pid] = processesOf(`src/${role}/main.ts`)
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toContain(
        `DATABASE_URL=postgres://softswitch_${role}:`,
      )
    }
  })

  test('refuses to run twice on the same data folder', async () => {
    const another = await product.startAnother()
    expect(another.exit_code).toBe(1)
    expect(another.output).toMatch(/already/i)
    expect(await health()).toEqual(ALL_WELL)
  })

  test.each([
    ['kamailio', 'kamailio '],
    ['the engine', 'src/engine/main.ts'],
    ['the API', 'src/api/main.ts'],
    ['the jobs', 'src/jobs/main.ts'],
    ['the database', 'postgres -D'],
  ])('heals when %s is killed', async (_, words) => {
    const [pid] = processesOf(words)
    expect(pid).toBeGreaterThan(0)
    process.kill(pid!, 'SIGKILL')
    await until('it runs again', () => {
      const now = processesOf(words)
      return now.length > 0 && !now.includes(pid!)
    })
    await isWell()
  })

  test('keeps Kamailio, engine and all data after its supervisor was killed', async () => {
    const before = processesOf('kamailio ')
    const engines = processesOf('src/engine/main.ts')
    await product.kill()
    for (const words of ['src/api/main.ts', 'src/jobs/main.ts']) {
      await until(`${words} has ended`, () => processesOf(words).length === 0)
    }
    expect(processesOf('src/engine/main.ts')).toEqual(engines)
    await product.startAgain()
    await isWell()
    expect(processesOf('kamailio ')).toEqual(before)
    expect(processesOf('src/engine/main.ts')).toHaveLength(engines.length)
    expect(processesOf('src/engine/main.ts')).not.toEqual(engines)
    expect(product.output()).not.toContain('Created the first admin')
  })

  test('ends wholly when it is asked to', async () => {
    expect(await product.stop()).toBe(0)
    expect(processesOf('')).toEqual([])
    const table = guardTable({ path: product.folder })
    expect(askChild({ program: 'nft', args: ['list', 'table', 'inet', table] })).toBeUndefined()
  })
})
