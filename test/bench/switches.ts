// The two switches of benchmark (a): the whole product with one client under five resellers and one
// gateway, and a Kamailio that only passes calls on.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { makeClient } from '#db/database.ts'
import { findPostgresUrl } from '#supervisor/postgres/postgres.ts'
import { probe, sipRequest } from '../sip/probe.ts'
import { until } from '../sip/until.ts'
import { endCalls } from '../support/end-calls.ts'
import { makeTestFolder } from '../support/postgres-for-tests.ts'
import { checkBooks, makeWorld, putResellersAbove } from '../support/world.ts'

export const CALLER = '127.0.63.11'
export const NUMBER = '441234567890'
const PRODUCT = '127.0.63.1'
const BARE = '127.0.63.2'
const PRODUCT_GATEWAY = '127.0.63.21'
const BARE_GATEWAY = '127.0.63.22'
const SUPERVISOR = fileURLToPath(new URL('../../src/supervisor/main.ts', import.meta.url))
const RICH = 1e12
/** Hundred-millionths a minute, of resellers, the lowest first. */
const RESELLER_RATES = [2_300_000, 2_100_000, 1_900_000, 1_700_000, 1_500_000]
const START_SECONDS = 120
const END_SECONDS = 60

export interface Switch {
  readonly address: string
  readonly gateway: string
  /** Processes whose time counts, with all their children. */
  pids(): Promise<number[]>
  stop(): Promise<void>
}

export interface Product extends Switch {
  readonly database: pg.Client
  readonly client_id: number
  /** Processes by what they are, each with all its children. */
  parts(): Promise<Readonly<Record<string, number[]>>>
  /** Fails unless all calls are over and paid for as they should be. */
  checkBooks(): Promise<void>
}

interface ProductOptions {
  /** Each tariff has the rate of its country, or as many rates with longer prefixes. */
  readonly prefixes?: number
  /** In place of its own database. */
  readonly database_url?: string
}

export async function startProduct(
  http_port: number,
  { prefixes = 1, database_url }: ProductOptions = {},
): Promise<Product> {
  const folder = await makeTestFolder()
  const media = { RTP_MIN: String(http_port + 10), RTP_MAX: String(http_port + 110) }
  const env = {
    ...process.env,
    ...media,
    DATA_DIR: folder,
    HTTP_PORT: String(http_port),
    SIP_LISTEN: `udp:${PRODUCT}:5060`,
    LOG_LEVEL: 'warn',
    ...(database_url && { DATABASE_URL: database_url }),
  }
  const supervisor = spawn(process.execPath, [SUPERVISOR], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = collect(supervisor)
  const hasStarted = () => {
    if (supervisor.exitCode !== null) throw new Error(`The product did not start:\n${said()}`)
    return /Ctrl-C or npm stop/.test(said())
  }
  await until('the product has started', hasStarted, START_SECONDS)
  const url = database_url ?? (await findPostgresUrl(join(folder, 'postgres')))
  const client = makeClient(url, 'bench')
  await client.connect()
  const { client_id } = await makeWorld(client, {
    source: CALLER,
    balance: RICH,
    gateway_hosts: [PRODUCT_GATEWAY, PRODUCT_GATEWAY],
    media_mode: 'DIRECT',
  })
  await putResellersAbove(client, client_id, RESELLER_RATES, RICH)
  if (prefixes > 1) await splitRates(client, prefixes)
  // Only a superuser may do so, as which the product uses its own database.
  if (!database_url) await keepLogSegments(client)
  const findParts = async () => {
    const { rows } = await client.query<{ name: string; pid: number }>(
      `select name, (facts ->> 'pid')::int as pid from process_state where facts ? 'pid'`,
    )
    return Map.groupBy(rows, ({ name }) => partOf(name))
  }
  return {
    address: PRODUCT,
    gateway: PRODUCT_GATEWAY,
    database: client,
    client_id,
    async pids() {
      return [...(await findParts()).values()].flat().map(({ pid }) => pid)
    },
    async parts() {
      const parts = [...(await findParts())]
      return Object.fromEntries(parts.map(([part, rows]) => [part, rows.map(({ pid }) => pid)]))
    },
    async checkBooks() {
      // Callers that were lost in a step that was too fast have left their calls behind.
      await endCalls(client, END_SECONDS)
      await checkBooks(client)
    },
    async stop() {
      await client.end()
      await end(supervisor)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function partOf(process: string): string {
  if (process === 'database') return 'postgres'
  if (process.startsWith('engine')) return 'engine'
  return ['kamailio', 'tracer'].includes(process) ? process : 'rest'
}

/** The engine loads everything again when the number of the change is new. */
async function splitRates(client: pg.Client, prefixes: number): Promise<void> {
  await client.query(
    `insert into tariff_rate (tariff_id, prefix, destination, rate)
     select tariff_id, prefix || to_char(n, 'FM0000'), destination, rate
     from tariff_rate cross join generate_series(0, $1 - 1) n`,
    [prefixes],
  )
  await client.query('vacuum analyze tariff_rate')
  await client.query('update change_number set number = number + 1')
}

/**
 * Only a new database fills segments of its log with zeros; one that has been busy before writes
 * its old ones again, a gigabyte of them (min_wal_size).
 */
export async function keepLogSegments(client: pg.Client): Promise<void> {
  await client.query(
    `select pg_logical_emit_message(false, '', ''), pg_switch_wal() from generate_series(1, 64)`,
  )
  await client.query('checkpoint')
}

export async function startBareKamailio(): Promise<Switch> {
  const folder = await makeTestFolder()
  const [modules = ''] = globSync('/usr{,/local}/lib{,64}{,/*}/kamailio/modules/')
  const template = await readFile(new URL('bare.cfg.template', import.meta.url), 'utf8')
  const places: Readonly<Record<string, string>> = {
    ADDRESS: BARE,
    GATEWAY: BARE_GATEWAY,
    MODULE_PATH: `${modules}/`,
  }
  const config = join(folder, 'kamailio.cfg')
  await writeFile(
    config,
    template.replace(/\{\{(\w+)\}\}/g, (_, place: string) => places[place]!),
  )
  const options = [
    '-f',
    config,
    '-P',
    join(folder, 'pid'),
    '-Y',
    folder,
    '-m',
    '512',
    '-M',
    '16',
    '-DD',
    '-E',
  ]
  const kamailio = spawn('kamailio', options, { stdio: ['ignore', 'pipe', 'pipe'] })
  const said = collect(kamailio)
  const request = sipRequest(BARE, CALLER, { method: 'OPTIONS' })
  const answers = async () => {
    if (kamailio.exitCode !== null) throw new Error(`Kamailio did not start:\n${said()}`)
    return (await probe(CALLER, BARE, request, 200)) !== ''
  }
  await until('the bare Kamailio answers', answers, START_SECONDS)
  return {
    address: BARE,
    gateway: BARE_GATEWAY,
    pids: async () => [kamailio.pid!],
    async stop() {
      await end(kamailio)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function collect(child: ChildProcess): () => string {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  return () => said
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}
