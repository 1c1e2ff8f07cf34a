// The SQL that calls and reports depend on, as PostgreSQL gets it. A change of it is seen in the
// review; `vitest run -u` writes what is wanted.
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { BatchChanges } from '#core/billing/call-batch-rows.ts'
import { readSearchText } from '#core/search-text.ts'
import { DetailsPool } from '#core/tariff/rate-sheet.ts'
import { databaseForFile } from '#test/support/database.ts'
import { readClientFacts } from './accounts/client-readiness.ts'
import { lowBalances } from './accounts/low-balances.ts'
import { findPace } from './accounts/pace.ts'
import { findRowsByKey, lockBatch, writeBatch } from './calls/call-batch.ts'
import { listCallRecords } from './calls/call-records.ts'
import { sumCallRecords } from './calls/call-totals.ts'
import { listRoutingLogs } from './calls/routing-logs.ts'
import {
  countCallsNow,
  sumOverTime,
  sumToday,
  sumYesterdayUntilNow,
  topClients,
  topGateways,
} from './console/home.ts'
import * as lookups from './console/lookups.ts'
import { findByText } from './console/search.ts'
import { type Database, makeClient, makePool, type SqlConnection } from './database.ts'
import {
  deleteOtherEngines,
  isFirstEngine,
  listProcessStates,
  writePartStates,
} from './machine/process-states.ts'
import { listTunnelAddresses } from './machine/switch-sockets.ts'
import { listPartitions } from './partitions/partition-list.ts'
import { makePartitions } from './partitions/partitions.ts'
import { listLedger } from './payments/ledger.ts'
import { EVERYTHING, type Scope } from './scope.ts'
import { loadConfiguration } from './snapshot/load.ts'
import { NumberLists } from './snapshot/number-lists.ts'
import { loadTariffsFor } from './snapshot/route-tests.ts'
import type { Tables } from './tables.ts'
import { listTraffic, sumTraffic, type TrafficReport } from './traffic/traffic-report.ts'

const fresh = databaseForFile()
let pool: pg.Pool
let database: Database
const texts: string[] = []

beforeAll(async () => {
  pool = makePool(fresh.url, 'test', 1)
  database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log({ query }) {
      texts.push(query.sql)
    },
  })
})
afterAll(async () => {
  await database.destroy()
})

const WIDTH = 96

/** Lines that end between words, so that a change is seen where it is. */
function lines(text: string): string {
  const all: string[] = []
  for (const word of text.trim().split(/\s+/)) {
    const last = all.at(-1)
    if (last === undefined || last.length + 1 + word.length > WIDTH) all.push(word)
    else all[all.length - 1] = `${last} ${word}`
  }
  return all.join('\n')
}

/** The statements of `work`, each once. */
async function statementsOf(work: () => Promise<unknown>): Promise<string> {
  texts.length = 0
  await work()
  const statements = new Set(texts.filter((text) => !/^(begin|commit|set local)/.test(text)))
  return `${[...statements].map(lines).join(';\n\n')};\n`
}

const recorded: SqlConnection = {
  query<Row extends object>(text: string, values: unknown[] = []) {
    texts.push(text)
    return pool.query<Row>(text, values)
  },
}

const BELOW: Scope = { kind: 'account', account_id: 2 }
const DAY = {
  type: 'all',
  user_zone: null,
  from_at: '2026-11-22T00:00:00Z',
  to_at: '2026-11-23T00:00:00Z',
} as const
const PAGE = { limit: 25, ...DAY }
const CHOSEN = { q: 'a', id: 7 }

/** The pickers of tables with rows that are kept, and those of accounts. */
async function lookUpEach(): Promise<void> {
  await lookups.lookupAccounts(database, BELOW, { ...CHOSEN, type: 'RETAIL', payment: 'RECHARGE' })
  await lookups.lookupAdmins(database, EVERYTHING, CHOSEN)
  await lookups.lookupResellers(database, BELOW, { ...CHOSEN, level: 2 })
  await lookups.lookupCurrencies(database)
  await lookups.lookupTariffs(database, BELOW, { ...CHOSEN, kind: 'SELL' })
  await lookups.lookupPackages(database, EVERYTHING, { ...CHOSEN, currency: 'USD' })
  await lookups.lookupGateways(database, EVERYTHING, CHOSEN)
  await lookups.lookupGatewayGroups(database, EVERYTHING, CHOSEN)
  await lookups.lookupDeckDestinations(database, CHOSEN)
  await lookups.lookupNumberLists(database, EVERYTHING, { pool: 'true' })
}

const KINDS = ['WHOLESALE', 'GATEWAY', 'TARIFF', 'RATE', 'CLIENT_IP', 'SIP_USER'] as const

const state = { name: 'api', state: 'running', detail: '', pid: 1 } as const
async function runMachine(): Promise<void> {
  await listProcessStates(database)
  await writePartStates(database, 1, [state])
  await deleteOtherEngines(database, 1, ['engine-a'])
  await isFirstEngine(recorded, 'a')
  await listTunnelAddresses(database)
  await makePartitions(recorded, Date.UTC(2026, 10, 22), 1)
}

const MONTH = {
  from_at: '2026-11-01T00:00:00Z',
  to_at: '2026-12-01T00:00:00Z',
  before_at: '2026-10-01T00:00:00Z',
  days_from_at: '2026-11-01T00:00:00Z',
  days_to_at: '2026-12-01T00:00:00Z',
  days_before_from_at: '2026-10-01T00:00:00Z',
  days_before_to_at: '2026-11-01T00:00:00Z',
  zone: 'UTC',
  kept_by: 'quarter',
  is_too_long: false,
} as const
const BY_DAY: TrafficReport = { side: 'SELLER', groups: ['day', 'client'], country: ['GB'] }
const OF_CLIENT: TrafficReport = { side: 'CLIENT', groups: [] }

test.each([
  ['ledger', () => listLedger(database, BELOW, { ...PAGE, range: '30d', q: 'a' })],
  ['routing-logs', () => listRoutingLogs(database, EVERYTHING, PAGE)],
  ['partitions', () => listPartitions(database, EVERYTHING, { limit: 25 }, undefined)],
  ['client-readiness', () => readClientFacts(database, BELOW, { kind: 'WHOLESALE' })],
  ['traffic-report', () => listTraffic(database, EVERYTHING, BY_DAY, MONTH, { limit: 25 })],
  ['traffic-report-of-a-client', () => sumTraffic(database, BELOW, OF_CLIENT, MONTH)],
  ['call-records', () => listCallRecords(database, EVERYTHING, PAGE)],
  ['call-records-of-a-reseller', () => listCallRecords(database, BELOW, PAGE)],
  ['call-totals', () => sumCallRecords(database, EVERYTHING, DAY)],
  ['home-today', () => sumToday(database, EVERYTHING, null)],
  ['home-yesterday-of-a-reseller', () => sumYesterdayUntilNow(database, BELOW, 'Asia/Dhaka')],
  ['home-over-time', () => sumOverTime(database, EVERYTHING, '24h')],
  ['home-top-clients', () => topClients(database, EVERYTHING, null, 'revenue')],
  ['home-top-gateways', () => topGateways(database, EVERYTHING, null)],
  ['home-calls-now', () => countCallsNow(database, EVERYTHING)],
  ['lookups', lookUpEach],
  ['search', () => findByText(database, EVERYTHING, KINDS, readSearchText('4420'))],
  ['search-of-a-reseller', () => findByText(database, BELOW, KINDS, readSearchText('10.0.0.1'))],
  ['machine', runMachine],
  ['pace', () => findPace(database, EVERYTHING, OPERATOR_ID)],
  ['low-balances', () => lowBalances(database, EVERYTHING)],
  ['snapshot', async () => loadConfiguration(recorded, await new NumberLists().load(recorded))],
  ['snapshot-rates-of-a-number', () => loadTariffsFor(recorded, ['4420'], new DetailsPool())],
])('the queries of %s are those of the review', async (name, work) => {
  await expect(await statementsOf(work)).toMatchFileSnapshot(`compiled-sql/${name}.sql`)
})

test('the statements of a batch of calls are those of the review', async () => {
  const client = makeClient(fresh.url, 'test', { pipeline: true })
  const query = client.query.bind(client) as (statement: unknown) => unknown
  client.query = ((statement: string | { text: string }) => {
    texts.push(typeof statement === 'string' ? statement : statement.text)
    return query(statement)
  }) as typeof client.query
  await client.connect()
  const of_all = await statementsOf(async () => {
    await findRowsByKey(client)
    await lockBatch(client, {
      ...{ account_ids: [2], call_ids: ['1'], subscription_ids: [3] },
      ...{ subjects: ['CLIENT 2'], numbers: ['NUMBER 7 44'] },
    })
    // All are sent in one packet, though PostgreSQL refuses the first of these empty rows.
    const row = [{}] as never
    const changes = [
      ...(['balances', 'subscriptions', 'opened', 'changed', 'records', 'charges'] as const),
      ...(['entries', 'logs', 'additions', 'counters'] as const),
    ].map((part): [keyof BatchChanges, never] => [part, row])
    const all = { ...Object.fromEntries(changes), closed: ['1'] } as unknown as BatchChanges
    await expect(writeBatch(client, all)).rejects.toThrow()
  })
  await client.end()
  await expect(of_all).toMatchFileSnapshot('compiled-sql/call-batch.sql')
})
