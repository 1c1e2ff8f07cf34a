// The plans of all lists, where by their statistics the tables that grow have ten million rows: a
// first page reads no such table from end to end, and sorts none.
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePool } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'
import { startApi, type TestApi } from '#test/support/api.ts'
import { open, pathsOf, queryTextOf, READ, readIds } from '#test/support/crawl.ts'
import { type FreshDatabase, freshDatabase } from '#test/support/database.ts'
import { addOutgoingWorld } from '#test/support/outgoing-world.ts'

/** Those that grow with calls, money, messages and uploads; some are kept by days. */
const GROWING: readonly string[] = [
  ...['activity_log', 'alarm', 'auth_failure', 'bulk_change_thing', 'call_charge', 'call_record'],
  ...['call_recording', 'invoice', 'invoice_line', 'invoice_payment', 'ledger_entry', 'limit_hit'],
  ...['notification_attempt', 'notification_delivery', 'notification_event', 'number_list_item'],
  ...['past_rate', 'payment', 'price_notification_row', 'rate_import_row', 'reconciliation_row'],
  ...['re_rating_change', 'routing_log', 'sip_message', 'tariff_rate', 'traffic_sum'],
]
const ROWS = 10_000_000
/** More would be seen by who waits for the page. */
const FEW_ROWS = 100_000

/** They show what is made of all rows of their range. */
const SUMS: Readonly<Record<string, string>> = {
  '/api/reports/traffic': 'peaks of channels are counted over the calls of the range',
  '/api/reports/payments/groups': 'the payments of the range are summed',
}

let fresh: FreshDatabase
let api: TestApi
let pool: pg.Pool
/** The queries of the API, as it sends them. */
const queries: { readonly sql: string; readonly parameters: readonly unknown[] }[] = []

beforeAll(async () => {
  fresh = await freshDatabase()
  pool = makePool(fresh.urls.api, 'test', 4)
  const database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void queries.push(query),
  })
  api = await startApi(undefined, { database }, fresh)
})
afterAll(async () => {
  await pool.end()
  await api.close()
})

const isGrowing = (table: string): boolean => GROWING.includes(table.replace(/_\d{8}$/, ''))

/** As if they had many rows: a table without a page keeps none, whatever its statistics say. */
async function growTables(owner: pg.Pool): Promise<void> {
  await owner.query('analyze')
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  for (const { name } of rows.filter((one) => isGrowing(one.name))) {
    await owner.query(
      `select pg_restore_relation_stats('schemaname', 'public', 'relname', $1::text,
        'relpages', 1, 'reltuples', $2::real)`,
      [name, ROWS],
    )
  }
}

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Plan Rows': number
  readonly Plans?: readonly Node[]
}

/** Scans and sorts of too many rows. Below a limit a scan ends when it has found enough. */
function* faultsIn(node: Node, is_limited = false): Generator<string> {
  const { 'Node Type': type, 'Relation Name': table = '', Plans: below = [] } = node
  const read = type === 'Sort' ? (below[0]?.['Plan Rows'] ?? 0) : node['Plan Rows']
  if (type === 'Sort' && read > FEW_ROWS) yield `sorts ${read} rows`
  if (type === 'Seq Scan' && isGrowing(table) && read > FEW_ROWS && !is_limited) {
    yield `reads all of ${table}`
  }
  const ends = type === 'Sort' || type === 'Aggregate' || type === 'Hash'
  for (const one of below) yield* faultsIn(one, !ends && (is_limited || type === 'Limit'))
}

async function faultsOf({ sql, parameters }: (typeof queries)[number]): Promise<string[]> {
  if (!/^\s*(select|with)\b/i.test(sql)) return []
  const { rows } = await pool.query(`explain (format json) ${sql}`, [...parameters])
  return [...faultsIn(rows[0]['QUERY PLAN'][0].Plan)]
}

test('the first page of a list needs no more of a large table than it shows', async () => {
  const world = await addOutgoingWorld(api)
  const owner = makePool(fresh.url, 'test', 1)
  await growTables(owner)
  await owner.end()
  const ids = await readIds(api.database, world.call_ids)
  const found: string[] = []
  const seen = new Set<string>()
  for (const endpoint of READ.filter(({ list }) => list)) {
    for (const path of pathsOf(endpoint, ids)) {
      queries.length = 0
      const { statusCode } = await open(api.admin, path + queryTextOf(endpoint))
      if (statusCode !== 200) continue
      const faults = (await Promise.all([...queries].map(faultsOf))).flat()
      if (faults.length > 0) seen.add(endpoint.path)
      if (faults.length > 0 && !SUMS[endpoint.path]) found.push(`${path} ${[...new Set(faults)]}`)
      break
    }
  }
  expect(found).toEqual([])
  expect(Object.keys(SUMS).filter((path) => !seen.has(path))).toEqual([])
})
