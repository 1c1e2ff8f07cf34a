// The way to the database with a tap: what is sent waits while it is shut, as when a machine hangs.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface FlakyDatabase {
  /** For the part of the product that shall meet the fault. */
  readonly url: string
  /** How many connections have come. */
  connections(): number
  hang(): void
  resume(): void
  close(): Promise<void>
}

const SOCKET_FILE = '.s.PGSQL.5432'

/** `url` is that of a database behind a Unix socket, as tests have it. */
export async function openFlakyDatabase(url: string): Promise<FlakyDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'softswitch-flaky-'))
  const [, host = ''] = /@([^/]+)\//.exec(url) ?? []
  const target = join(decodeURIComponent(host), SOCKET_FILE)
  const sockets = new Set<Socket>()
  let hangs = false
  let connections = 0
  const server = createServer((near) => {
    connections++
    const far = connect(target)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('data', (bytes) => other.write(bytes))
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      if (hangs) socket.pause()
    }
  }).listen(join(folder, SOCKET_FILE))
  await once(server, 'listening')
  return {
    url: url.replace(`@${host}/`, `@${encodeURIComponent(folder)}/`),
    connections: () => connections,
    hang() {
      hangs = true
      for (const socket of sockets) socket.pause()
    },
    resume() {
      hangs = false
      for (const socket of sockets) socket.resume()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
