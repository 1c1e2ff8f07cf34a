// An export over a real connection whose reader takes the first bytes and no more.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import type { Session, TestApi } from './api.ts'

export const EXPORT = '/api/logs/auth-failures?format=csv'
export const EXPORTING = ['auth_failures.view', 'auth_failures.export'] as const

/** Rows for more bytes than the buffers of a connection hold; answers the port of the API. */
export async function listenWithManyRows({ app, database }: TestApi): Promise<number> {
  await sql`insert into auth_failure (kind, reason, username)
    select 'WEB', 'wrong password', repeat('x', 150) || n from generate_series(1, 60000) n
    `.execute(database)
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
}

/** Resolves once the first bytes have come. */
export async function openUnread(port: number, { headers }: Session): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  const lines = Object.entries({ host: 'x', ...headers }).map(([key, value]) => `${key}: ${value}`)
  socket.write([`GET ${EXPORT} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  await once(socket, 'data')
  return socket.pause()
}
