// Whether the server behind DATABASE_URL can carry this switch: reached without a pooler, and with
// enough connections.
import type pg from 'pg'
import { withClient } from '#db/with-client.ts'

/** The most connections at once: of the supervisor and all others together, and of each engine. */
const CONNECTIONS = { others: 38, engine: 7 } as const

export const connectionsOf = (engines: number): number =>
  CONNECTIONS.others + CONNECTIONS.engine * engines

const POOLER = `DATABASE_URL leads to a connection pooler, such as PgBouncer. The switch listens for
signals and prepares its statements once for each connection, which a pooler takes away between two
transactions: set the address of PostgreSQL itself, or of a proxy that passes connections on as they
are, such as HAProxy.`.replaceAll('\n', ' ')

/** Throws with what to change. */
export const checkDatabase = (url: string, engines: number): Promise<void> =>
  withClient(url, 'supervisor', async (client) => {
    if (await isPooled(client)) throw new Error(POOLER)
    const { rows } = await client.query<{ available: number }>(
      `select current_setting('max_connections')::integer
        - current_setting('superuser_reserved_connections')::integer as available`,
    )
    const [{ available } = { available: 0 }] = rows
    const needed = connectionsOf(engines)
    if (available >= needed) return
    throw new Error(
      `PostgreSQL allows ${available} connections, and a machine with ${engines} ` +
        `${engines === 1 ? 'engine' : 'engines'} needs up to ${needed}: raise max_connections`,
    )
  }).catch((error: unknown) => {
    throw isRefusedByPooler(error) ? new Error(POOLER) : error
  })

/** Behind a pooler the process id of a connection is not that of the server. */
async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid !== (client as unknown as { processID: number }).processID
}

/** PgBouncer refuses the settings with which our connections start. */
const isRefusedByPooler = (error: unknown): boolean =>
  String(error).includes('unsupported startup parameter')
