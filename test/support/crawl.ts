// Every address that can be read, with every id that exists: lists with their files and filters,
// things by their ids, and searches.
import { sql } from 'kysely'
import { z } from 'zod'
import { ENDPOINTS } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Database } from '#db/database.ts'
import type { Session } from './api.ts'

export const READ: readonly Endpoint[] = [...ENDPOINTS.values()].filter(
  ({ method }) => method === 'GET',
)
const queryOf = ({ query }: Endpoint) => (query instanceof z.ZodObject ? query.shape : {})
export const has = (endpoint: Endpoint, name: string): boolean => name in queryOf(endpoint)

export function sortsOf(endpoint: Endpoint): string[] {
  const { sort } = queryOf(endpoint)
  const inner = sort instanceof z.ZodOptional ? sort.unwrap() : undefined
  const sorts = inner instanceof z.ZodEnum ? inner.options.map(String) : []
  // The other way round has the same rows.
  return sorts.filter((sort) => !sort.startsWith('-'))
}

/** The parameters that some of them need. */
const NEEDED: Readonly<Record<string, string>> = {
  '/api/tariffs/:tid/call-cost': 'number=442071&seconds=60',
  '/api/tariffs/:tid/rate-cost': 'prefix=44',
  '/api/tariffs/:tid/rates/replaced': 'prefix=44',
  '/api/tariffs/:tid/rates/history': 'prefix=44',
  '/api/number-rates': 'number=442071',
  '/api/route-targets': 'prefix=44',
  '/api/active-calls/counts': 'by=client',
  '/api/lookup/destinations': 'prefixes=44',
  '/api/lookup/deck-name': 'prefix=44',
  '/api/search': 'q=zz',
  '/api/saved-views': 'screen=reports/daily',
  '/api/reports/payments/unbilled': 'range=this_month',
}
const RANGE = 'range=24h'

/** The query that the endpoint is always asked with, and more. */
export function queryTextOf(endpoint: Endpoint, ...more: string[]): string {
  const needed = NEEDED[endpoint.path]
  const usual = has(endpoint, 'range') && !needed?.includes('range') ? [RANGE] : []
  const parts = [needed, ...usual, ...more].filter(Boolean)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

export type Ids = Readonly<Record<string, readonly (string | number)[]>>

/** Paths with two parameters: which tables both are of. */
const PAIRS: Readonly<Record<string, readonly [string, string]>> = {
  '/api/tariffs/:tid/rates/:id': ['tariff', 'tariff_rate'],
  '/api/price-notifications/:id/pdf/:account_id': ['price_notification', 'account'],
  '/api/number-lists/:number_list_id/items/:id': ['number_list', 'number_list_item'],
}

/** Whose ids a path with one of them has. */
const TABLE_OF: readonly (readonly [RegExp, string])[] = [
  [/\/(accounts|account-stops|parties|resellers|settlements|\w+-clients)\/:/, 'account'],
  [/\/ip-list\//, 'client_ip'],
  [/\/sip-users\//, 'sip_user'],
  [/\/tariffs\//, 'tariff'],
  [/\/packages\//, 'package'],
  [/\/invoices\//, 'invoice'],
  [/\/users\//, 'console_user'],
  [/\/permission-groups\//, 'permission_group'],
  [/\/rate-imports\//, 'rate_import'],
  [/\/price-notifications\//, 'price_notification'],
  [/\/gateways\//, 'gateway'],
  [/\/gateway-groups\//, 'gateway_group'],
  [/\/route-plans\//, 'route_plan'],
  [/\/number-lists\//, 'number_list'],
  [/\/time-windows\//, 'time_window'],
  [/\/translations\//, 'translation'],
  [/\/tunnels\//, 'tunnel'],
  [/\/failover-policies\//, 'failover_policy'],
  [/\/alarms\//, 'alarm'],
  [/\/alarm-rules\//, 'alarm_rule'],
  [/\/trace-rules\//, 'trace_rule'],
  [/\/recording-rules\//, 'recording_rule'],
  [/\/record-(consumers|feed)\//, 'record_consumer'],
  [/\/notification-rules\//, 'notification_rule'],
  [/\/notification-webhooks\//, 'notification_webhook'],
  [/\/notification-deliveries\//, 'notification_delivery'],
  [/\/nodes\//, 'node'],
  [/\/firewall-zones\//, 'firewall_zone'],
  [/\/re-ratings\//, 're_rating'],
  [/\/reconciliations\//, 'reconciliation'],
  [/\/code-deck\//, 'none'],
  [/\/bulk-changes\//, 'bulk_change'],
  [/\/export-jobs\//, 'export_job'],
]

const TABLES = new Set([...TABLE_OF.map(([, table]) => table), ...Object.values(PAIRS).flat()])

/** Those of all rows that have pages of their own, and of these calls. */
export async function readIds(database: Database, call: readonly string[]): Promise<Ids> {
  const found: Record<string, readonly (string | number)[]> = { call }
  for (const table of TABLES) {
    if (table === 'none') continue
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)}`.execute(database)
    found[table] = rows.map(({ id }) => id)
  }
  return found
}

function tableOf(path: string): string {
  const found = TABLE_OF.find(([place]) => place.test(path))
  if (!found) throw new Error(`Whose ids are in ${path}?`)
  return found[1]
}

/** The paths of one endpoint with every id of the world. */
export function pathsOf({ path }: Endpoint, ids: Ids): string[] {
  const params = path.match(/:\w+/g) ?? []
  const [first, second] = params
  if (!first) return [path]
  if (second) {
    const [outer, inner] = PAIRS[path] ?? []
    if (!outer || !inner) throw new Error(`Whose ids are in ${path}?`)
    return (ids[outer] ?? []).flatMap((one) =>
      (ids[inner] ?? []).map((two) => path.replace(first, `${one}`).replace(second, `${two}`)),
    )
  }
  if (first === ':code') return [path.replace(first, 'USD')]
  const table = first === ':call_id' ? 'call' : tableOf(path)
  return (ids[table] ?? []).map((id) => path.replace(first, String(id)))
}

export interface Page {
  readonly endpoint: Endpoint
  readonly path: string
}

let asked = 0
/** From one of many addresses: one alone would be slowed down. */
export async function open(session: Session, url: string) {
  asked += 1
  const remoteAddress = `198.18.4.${Math.floor(asked / 1000) % 250}`
  const answer = await session.send({ url, remoteAddress })
  if (answer.statusCode === 429 || answer.statusCode >= 500) throw new Error(answer.body)
  return answer
}

/** Does the work for each, some at a time. */
export async function inBatches<T>(things: readonly T[], work: (thing: T) => Promise<void>) {
  const left = [...things]
  const next = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await work(one)
  }
  await Promise.all([next(), next(), next(), next()])
}
