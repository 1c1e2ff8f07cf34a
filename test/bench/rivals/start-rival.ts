// Switches of Debian's packages alone, as an integrator would build them: Kamailio with the modules
// and one PostgreSQL of the same build and settings as the product's.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { makeClient } from '#db/database.ts'
import { type Postgres, startPostgres } from '#supervisor/postgres/postgres.ts'
import { probe, sipRequest } from '../../sip/probe.ts'
import { until } from '../../sip/until.ts'
import { makeTestFolder } from '../../support/postgres-for-tests.ts'
import { CALLER, keepLogSegments, type Switch } from '../switches.ts'

const START_SECONDS = 60
/** Where Debian's package has the tables of Kamailio's modules. */
const TABLES = '/usr/share/kamailio/postgres'
const PRODUCT_MEMORY = ['-x', 'tlsf', '-m', '512', '-M', '16']

export interface RivalKind {
  readonly name: string
  readonly address: string
  readonly gateway: string
  readonly part: 'router' | 'function'
  /** Whether cnxcc has a pool of credit for each client. */
  readonly has_pool?: boolean
  readonly modules: readonly string[]
  /** Files of Debian's package, the versions of all tables first. */
  readonly tables: readonly string[]
  readonly children: number
  readonly async_workers: number
}

export interface Rival extends Switch {
  readonly name: string
  readonly database: pg.Client
  /** Processes by what they are, each with all its children. */
  parts(): Promise<Readonly<Record<string, number[]>>>
}

const RECORD = ['callid=$dlg(callid)', 'client=$dlg_var(client)', 'number=$dlg_var(number)']
  .concat(['gateway=$dlg_var(gateway)', 'price=$dlg_var(price)'])
  .join(';')

const POOL_MODULE = `loadmodule "cnxcc.so"
modparam("cnxcc", "dlg_flag", 29)
modparam("cnxcc", "credit_check_period", 1)`
/** In whole seconds, as acc and the debit count. */
const JOIN_POOL = `if (!cnxcc_set_max_credit("$avp(client)", "$var(credit)", "0", "$var(second)",
			"1", "1")) {
		t_reply("402", "Payment Required");
		exit;
	}`

const COMMON_MODULES = ['db_postgres', 'sqlops', 'permissions', 'dialog']

export const ROUTER: RivalKind = {
  name: 'P1, modules and a debit afterwards',
  address: '127.0.63.3',
  gateway: '127.0.63.23',
  part: 'router',
  modules: [...COMMON_MODULES, 'pipelimit', 'mtree', 'acc', 'lcr'],
  tables: ['standard', 'acc', 'lcr', 'permissions', 'mtree'],
  children: 8,
  async_workers: 8,
}

export const POOL: RivalKind = {
  ...ROUTER,
  name: 'P2, the same with a pool of credit',
  address: '127.0.63.5',
  gateway: '127.0.63.25',
  modules: [...ROUTER.modules, 'cnxcc'],
  has_pool: true,
}

export const FUNCTION: RivalKind = {
  name: 'P3, one function in the database',
  address: '127.0.63.4',
  gateway: '127.0.63.24',
  part: 'function',
  modules: COMMON_MODULES,
  tables: ['standard', 'permissions'],
  children: 8,
  async_workers: 8,
}

const modulePath = (): string =>
  globSync('/usr{,/local}/lib{,64}{,/*}/kamailio/modules/')[0] ?? '/usr/lib/kamailio/modules/'

/** The modules and tables that are missing, with the way to get them; empty if all are there. */
export function missingPackages(kinds: readonly RivalKind[]): string {
  const files = kinds.flatMap(({ modules, tables }) => [
    ...modules.map((name) => join(modulePath(), `${name}.so`)),
    ...tables.map((name) => join(TABLES, `${name}-create.sql`)),
  ])
  const missing = [...new Set(files)].filter((file) => !existsSync(file))
  if (missing.length === 0) return ''
  return (
    `The rivals need ${missing.join(', ')}. Install Debian's packages: ` +
    'apt-get install -y kamailio kamailio-extra-modules kamailio-postgres-modules ' +
    'kamailio-cnxcc-modules'
  )
}

export async function startRival(kind: RivalKind): Promise<Rival> {
  const folder = await makeTestFolder()
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), log: () => {} })
  let kamailio: ChildProcess | undefined
  const database = makeClient(postgres.url, 'bench')
  async function stop(): Promise<void> {
    if (kamailio) await end(kamailio)
    await database.end()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await database.connect()
    await prepareDatabase(database, kind)
    kamailio = await startKamailio(folder, kind, postgres)
  } catch (error) {
    await stop()
    throw error
  }
  const [sip, books] = [kamailio.pid!, postgres.pid]
  return {
    name: kind.name,
    address: kind.address,
    gateway: kind.gateway,
    database,
    pids: async () => [sip, books],
    parts: async () => ({ kamailio: [sip], postgres: [books] }),
    stop,
  }
}

async function prepareDatabase(database: pg.Client, kind: RivalKind): Promise<void> {
  for (const name of kind.tables) {
    await database.query(await readFile(join(TABLES, `${name}-create.sql`), 'utf8'))
  }
  await database.query(await fill(`${kind.part}.sql`, { CALLER, GATEWAY: kind.gateway }))
  await database.query('vacuum analyze')
  await keepLogSegments(database)
}

async function startKamailio(
  folder: string,
  kind: RivalKind,
  postgres: Postgres,
): Promise<ChildProcess> {
  const { username, password, hostname, pathname } = new URL(postgres.url)
  const part = join(folder, 'part.cfg')
  const config = join(folder, 'kamailio.cfg')
  const places = {
    ADDRESS: kind.address,
    ASYNC_WORKERS: String(kind.async_workers),
    CHILDREN: String(kind.children),
    // Without a host libpq takes the socket of PGHOST.
    DATABASE: `postgres://${username}:${password}@${pathname}`,
    MODULE_PATH: modulePath(),
    PART: part,
    POOL_MODULE: kind.has_pool ? POOL_MODULE : '',
    POOL: kind.has_pool ? JOIN_POOL : '',
    RECORD,
  }
  await writeFile(part, await fill(`${kind.part}.cfg.template`, places))
  await writeFile(config, await fill('base.cfg.template', places))
  const options = ['-f', config, '-P', join(folder, 'pid'), '-Y', folder, '-DD', '-E']
  // The product runs its Kamailio as a batch process, too.
  const kamailio = spawn('chrt', ['--batch', '0', 'kamailio', ...options, ...PRODUCT_MEMORY], {
    env: { ...process.env, PGHOST: decodeURIComponent(hostname) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  kamailio.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-10_000)
  })
  const request = sipRequest(kind.address, CALLER, { method: 'OPTIONS' })
  const answers = async () => {
    if (kamailio.exitCode !== null) throw new Error(`Kamailio did not start:\n${said}`)
    return (await probe(CALLER, kind.address, request, 200)) !== ''
  }
  try {
    await until(`${kind.name} answers`, answers, START_SECONDS)
  } catch (error) {
    await end(kamailio)
    throw new Error(`${error}\n${said}`)
  }
  return kamailio
}

async function fill(name: string, places: Readonly<Record<string, string>>): Promise<string> {
  const text = await readFile(new URL(name, import.meta.url), 'utf8')
  return text.replace(/\{\{(\w+)\}\}/g, (_, place: string) => places[place]!)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}
