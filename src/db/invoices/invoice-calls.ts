// The calls of an invoice, in the order in which they were charged (ADR-0029).
import { sql } from 'kysely'
import { callIdTime } from '#core/call/call-id.ts'
import type { Sum } from '#core/money.ts'
import { ENTRY_SOURCES, IS_BILLED } from '../calls/billed-entries.ts'
import type { Database } from '../database.ts'
import { countRows, keyOf, type Listed, type ListQuery, toPage } from '../paging.ts'
import { IS_COVERED } from './invoice-lines.ts'
import type { InvoiceRow } from './invoices.ts'

interface CallEntry {
  readonly id: number
  readonly at: string
  readonly call_id: string
  readonly is_reversal: boolean
  readonly amount: Sum
}

interface CallDetails {
  readonly started_at: string
  readonly called_number: string
  readonly destination: string
  readonly seconds: number
  readonly billed_seconds: number
}

export type InvoiceCallRow = CallEntry & { readonly currency: string } & {
  readonly [Name in keyof CallDetails]: CallDetails[Name] | null
}

const DAY_MS = 24 * 3600 * 1000

/** The details kept of the calls; a settlement account sees the number that it was sent. */
async function detailsOf(
  database: Database,
  { account_id, account_kind }: InvoiceRow,
  call_ids: readonly string[],
): Promise<ReadonlyMap<string, CallDetails>> {
  if (call_ids.length === 0) return new Map()
  const times = call_ids.map(callIdTime)
  const from_at = new Date(Math.min(...times) - DAY_MS).toISOString()
  const to_at = new Date(Math.max(...times) + DAY_MS).toISOString()
  const isSent = account_kind === 'SETTLEMENT'
  const number = sql.ref(isSent ? 'r.sent_number' : 'r.called_number')
  const isOwn = isSent ? sql`r.settlement_id = c.account_id` : sql`r.is_last`
  const { rows } = await sql<CallDetails & { call_id: string }>`
    select distinct on (c.call_id) c.call_id::text as call_id, c.started_at,
      coalesce(${number}, '') as called_number, coalesce(r.destination, '') as destination,
      c.duration_seconds as seconds, c.billed_seconds
    from call_charge c left join call_record r
      on r.call_id = c.call_id and r.started_at = c.started_at and ${isOwn}
    where c.account_id = ${account_id} and c.call_id = any (${call_ids}::bigint[])
      and c.started_at between ${from_at}::timestamptz and ${to_at}::timestamptz
    order by c.call_id, r.attempt_no desc`.execute(database)
  return new Map(rows.map(({ call_id, ...details }) => [call_id, details]))
}

const UNKNOWN = {
  started_at: null,
  called_number: null,
  destination: null,
  seconds: null,
  billed_seconds: null,
} as const

/** `invoice` was found in the scope of the user. */
export async function listInvoiceCalls(
  database: Database,
  invoice: InvoiceRow,
  query: ListQuery<'id'>,
): Promise<Listed<InvoiceCallRow>> {
  const after = Number(keyOf(query, [/^\d{1,15}$/])?.[0] ?? 0)
  const sign = sql.raw(invoice.account_kind === 'SETTLEMENT' ? '' : '-')
  const source = sql`from invoice i, ${sql.raw(ENTRY_SOURCES)}
    where i.id = ${invoice.id} and ${sql.raw(IS_COVERED)} and ${sql.raw(IS_BILLED)}
      and l.call_id is not null`
  const { rows: entries } = await sql<CallEntry>`
    select l.id, l.at, l.call_id::text as call_id, l.kind = 'REVERSAL' as is_reversal,
      (${sign}l.amount)::numeric as amount
    ${source} and l.id > ${after} order by l.id limit ${query.limit + 1}`.execute(database)
  const details = await detailsOf(database, invoice, [
    ...new Set(entries.map(({ call_id }) => call_id)),
  ])
  const { currency } = invoice
  const rows = entries.map((entry) => ({
    ...entry,
    currency,
    ...(details.get(entry.call_id) ?? UNKNOWN),
  }))
  const total = await countRows(database, query, sql`select 1 ${source}`)
  return toPage(query, 'id', rows, total, (last) => [last.id])
}
