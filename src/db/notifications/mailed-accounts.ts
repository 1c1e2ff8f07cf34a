// Accounts that get documents by e-mail: their names and addresses.
import { sql } from 'kysely'
import { ADDRESS_OF_DOCUMENT, type EventDocument } from '#core/notification/document-mail.ts'
import { parentIdOf } from '../accounts/account-columns.ts'
import type { Database, Tx } from '../database.ts'
import { inScope, isNotOwn, type Scope, seesMoneyOf } from '../scope.ts'

export interface MailedAccount {
  readonly id: number
  readonly name: string
  /** The company, or the name of one without it. */
  readonly party: string
  /** Null is the operator. */
  readonly parent_id: number | null
  readonly billing_email: string
  readonly rates_email: string
}

/**
 * Those of the scope whose money the user may see, without the own account: its documents come from
 * the one above.
 */
export async function listMailedAccounts(
  database: Database,
  scope: Scope,
  ids: readonly number[],
): Promise<MailedAccount[]> {
  return database
    .selectFrom('account as a')
    .where(sql<boolean>`a.id = any (${[...new Set(ids)]}::bigint[])`)
    .where('a.deleted_at', 'is', null)
    .where(inScope(scope, 'a.id'))
    .where(isNotOwn(scope, 'a.id'))
    .where(seesMoneyOf(scope, 'a.id'))
    .select(['a.id', 'a.name', 'a.billing_email', 'a.rates_email'])
    .select(sql<string>`coalesce(nullif(a.company, ''), a.name)`.as('party'))
    .select(parentIdOf('a.parent_id').as('parent_id'))
    .execute()
}

/** The documents of accounts whose address for such documents it is. */
export async function keepThoseOfAddress(
  tx: Tx,
  documents: readonly EventDocument[],
  address: string,
): Promise<EventDocument[]> {
  if (documents.length === 0) return []
  const ids = documents.map(({ account_id }) => account_id)
  const { rows } = await sql<Pick<MailedAccount, 'id' | 'billing_email' | 'rates_email'>>`
    select id, lower(billing_email) as billing_email, lower(rates_email) as rates_email
    from account where id = any (${ids}::bigint[]) and deleted_at is null`.execute(tx)
  const known = new Map(rows.map((row) => [row.id, row]))
  return documents.filter(
    ({ account_id, document_kind }) =>
      known.get(account_id)?.[ADDRESS_OF_DOCUMENT[document_kind]] === address,
  )
}
