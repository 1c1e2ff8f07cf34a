// The server that takes the mails of the switch, and how the last test of it went.
import { type Insertable, sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import type { MailServerTable } from '../tables/notifications.ts'

const FIELDS = [
  ...(['status', 'host', 'port', 'security', 'checks_certificate', 'username'] as const),
  ...(['from_address', 'from_name', 'reply_to', 'console_url', 'allows_private'] as const),
  'version',
] as const

export async function findMailServer(database: Database) {
  return database
    .selectFrom('mail_server')
    .select(FIELDS)
    .select(sql<boolean>`password <> ''`.as('has_password'))
    .executeTakeFirst()
}

/** With its password, as the job sends mails. */
export async function readMailServer(database: Database) {
  return database
    .selectFrom('mail_server')
    .select([...FIELDS, 'password'])
    .executeTakeFirst()
}
export type MailServer = NonNullable<Awaited<ReturnType<typeof readMailServer>>>

/** The last test of the mail server. */
export async function findMailTest(database: Database) {
  return database
    .selectFrom('notification_delivery')
    .select(['id', 'recipient', 'state', 'last_answer', 'created_at'])
    .where('kind', '=', 'TEST')
    .where('channel', '=', 'EMAIL')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type Values = Omit<
  Insertable<MailServerTable>,
  'is_only' | 'version' | 'created_at' | 'updated_at' | 'password'
> & { readonly password?: string }

/** False if it has changed since `version` was read, 0 if there was none. */
export async function writeMailServer(tx: Tx, version: number, values: Values): Promise<boolean> {
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('mail_server')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await tx
    .updateTable('mail_server')
    .set({ ...values, version: version + 1 })
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
