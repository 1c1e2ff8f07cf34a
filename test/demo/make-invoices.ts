// Invoices of last month, made through the API as a user makes them: drafts, issued and sent ones.
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Send } from './send.ts'

const HOW_MANY = 8

/** Invoices the accounts with most calls; a quarter of them stay drafts. */
export async function makeInvoices(database: Database, send: Send): Promise<void> {
  const { rows } = await sql<{ account_id: number; from_on: string; to_on: string }>`
    select l.account_id, to_char(month, 'YYYY-MM-DD') as from_on,
      to_char(month + interval '1 month - 1 day', 'YYYY-MM-DD') as to_on
    from (select date_trunc('month', now() at time zone 'UTC') - interval '1 month' as month) m
      join ledger_entry l on l.at >= month and l.at < month + interval '1 month'
    where l.kind = 'CALL' and not exists (select from invoice where made_by is not null)
    group by l.account_id, month order by count(*) desc limit ${HOW_MANY}`.execute(database)
  if (rows.length === 0) return
  for (const [nth, body] of rows.entries()) {
    const { id } = await send('/api/invoices', body)
    if (nth % 4 === 3) continue
    await send(`/api/invoices/${id}/issue`)
    if (nth % 4 < 2) await send(`/api/invoices/${id}/sent`)
  }
  console.log(`Demo: ${rows.length} invoices of last month`)
}
