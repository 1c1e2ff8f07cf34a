// Reads and changes rows in the database of a test, past the product.
import { type Selectable, sql, type Updateable } from 'kysely'
import type pg from 'pg'
import type { Database } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'

/** The database is asked for at each use, because a test opens it later. */
export function rowsIn(database: () => pg.Pool | pg.Client) {
  const rows = async (sql: string) => (await database().query(sql)).rows
  const one = async (sql: string) => (await rows(sql))[0]
  const count = async (from: string): Promise<number> =>
    (await one(`select count(*)::int from ${from}`)).count
  return { rows, one, count }
}

type Columns<Table extends keyof Tables> = Partial<Selectable<Tables[Table]>>
interface WithDatabase {
  readonly database: Database
}

/** Sets columns of all rows with these values, past the product. */
export async function changeRows<Table extends keyof Tables>(
  { database }: WithDatabase,
  table: Table,
  where: Columns<Table>,
  values: Updateable<Tables[Table]>,
): Promise<void> {
  const change = database.updateTable(table as 'account').set(values as never)
  await change.where(({ and }) => and(where as never)).execute()
}

/** The rows with these values. */
export async function readRows<Table extends keyof Tables>(
  { database }: WithDatabase,
  table: Table,
  where: Columns<Table> = {},
): Promise<Selectable<Tables[Table]>[]> {
  const rows = database.selectFrom(table as 'account').selectAll()
  return rows.where(({ and }) => and(where as never)).execute() as never
}

/** The one row with these values. */
export async function readRow<Table extends keyof Tables>(
  ...of: Parameters<typeof readRows<Table>>
): Promise<Selectable<Tables[Table]>> {
  const [row] = await readRows(...of)
  if (!row) throw new Error(`The table ${of[1]} has no such row.`)
  return row
}

/** Changes what an account has, holds or may spend. */
export const changeBalance = (
  api: WithDatabase,
  account_id: number,
  values: Updateable<Tables['account_balance']>,
): Promise<void> => changeRows(api, 'account_balance', { account_id }, values)

/** The number of statements in the database of the test that wait for a lock. */
export async function countLockWaits({ database }: WithDatabase): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
  return rows[0]?.count ?? 0
}
