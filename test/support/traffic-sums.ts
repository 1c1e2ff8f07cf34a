// Traffic of clients as the reports have it, without the records behind it.
import { sql } from 'kysely'
import { TRAFFIC_FIGURE_NAMES } from '#core/billing/traffic-figures.ts'
import { TRAFFIC_KEYS } from '#db/traffic/traffic-kinds.ts'
import type { TestApi } from './api.ts'

const DAY_MS = 86_400_000

/** 100 answered calls of ten minutes, yesterday. */
export async function addTraffic(api: TestApi, account_id: number, prefix: string): Promise<void> {
  const zeros = Object.fromEntries(TRAFFIC_FIGURE_NAMES.map((figure) => [figure, 0]))
  const keys = TRAFFIC_KEYS.map((key) => [key, /_id$|_code$/.test(key) ? 0 : ''])
  const of = { kind: 'WHOLE', seller_id: 1, account_id, prefix, billed_seconds: 60_000 }
  const bucket = new Date(Date.now() - DAY_MS).toISOString()
  const row = { ...zeros, ...Object.fromEntries(keys), bucket, answered: 100, ...of }
  await sql`insert into traffic_sum select * from
    jsonb_populate_record(null::traffic_sum, ${JSON.stringify(row)}::jsonb)`.execute(api.database)
}
