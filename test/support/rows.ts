// Reads rows from the database of a test with plain SQL.
import type pg from 'pg'

/** The database is asked for at each use, because a test opens it later. */
export function rowsIn(database: () => pg.Pool | pg.Client) {
  const rows = async (sql: string) => (await database().query(sql)).rows
  const one = async (sql: string) => (await rows(sql))[0]
  const count = async (from: string): Promise<number> =>
    (await one(`select count(*)::int from ${from}`)).count
  return { rows, one, count }
}
