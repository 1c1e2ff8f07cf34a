// In whose name mails come: the title, colours and addresses of the operator or of a reseller.
import { sql } from 'kysely'
import type { Database } from '../database.ts'

export interface SenderNames {
  /** The account, for a reseller whose brand has no title. */
  readonly name: string
  /** The domain of its console, which was checked; null without one. */
  readonly domain: string | null
}

export async function readSenderNames(
  database: Database,
  id: number,
): Promise<SenderNames | undefined> {
  const { rows } = await sql<SenderNames>`
    select coalesce(nullif(a.company, ''), a.name) as name,
      case when b.domain_checked_at is not null then b.domain end as domain
    from account a left join brand b on b.account_id = a.id where a.id = ${id}`.execute(database)
  return rows[0]
}
