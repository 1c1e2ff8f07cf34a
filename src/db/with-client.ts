// Work over a connection of its own, as locks of sessions need it.
import type pg from 'pg'
import { makeClient } from './database.ts'

/** An abort of `stop` ends the connection, and with it the query that is under way. */
export async function withClient<T>(
  url: string,
  name: string,
  work: (client: pg.Client) => Promise<T>,
  stop?: AbortSignal,
): Promise<T> {
  const client = makeClient(url, name)
  // An error of the connection is also that of the query that is under way.
  client.on('error', () => {})
  const abandon = () => client.connection.stream.destroy()
  stop?.addEventListener('abort', abandon)
  try {
    await client.connect()
    return await work(client)
  } finally {
    stop?.removeEventListener('abort', abandon)
    await client.end().catch(() => {})
  }
}

/** Whether the connection got the advisory lock, which it holds until it ends or releases it. */
export async function tryToLock(client: pg.Client, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ is_ours: boolean }>(
    'select pg_try_advisory_lock($1) as is_ours',
    [lock],
  )
  return rows[0]?.is_ours === true
}
