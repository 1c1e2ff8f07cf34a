// A TCP connection between two programs that can be slow, silent or cut. For messages of the switch
// the test chooses which arrive once, twice or never.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { readFrames, writeFrame } from '#engine/kamailio/frame.ts'

export interface Wire {
  /** The near end, on loopback. */
  readonly port: number
  /** Every byte takes so much longer, each way. */
  slow(ms: number): void
  /** Nothing arrives any more, and neither end gets an error. */
  silence(): void
  /** Both ends get a closed connection; new ones are as good as before. */
  cut(): void
  /** As new; what was held back in silence arrives now. */
  heal(): void
  close(): Promise<void>
}

/** After how many milliseconds a message arrives, once for each time that it does. */
export type Fate = (message: string) => readonly number[]

const IN_TIME: readonly number[] = [0]
export const arrivesOnce: Fate = () => IN_TIME

interface Target {
  readonly host?: string
  readonly port?: number
  /** A Unix socket in the place of host and port. */
  readonly path?: string
}

/** `fate` is asked about each frame from the far end; without it bytes are only bytes. */
export async function openWire(target: Target, fate?: () => Fate): Promise<Wire> {
  const sockets = new Set<Socket>()
  const held: (() => void)[] = []
  const state = { delay_ms: 0, is_silent: false }

  function carry(from: Socket, to: Socket, isFar: boolean): void {
    let due = 0
    const pass = (bytes: Buffer) => {
      // Never before what was sent earlier.
      due = Math.max(due, performance.now() + state.delay_ms)
      const wait_ms = due - performance.now()
      if (wait_ms <= 1) to.write(bytes)
      else setTimeout(() => to.write(bytes), wait_ms)
    }
    const send = fate && isFar ? frameByFrame(fate, pass, to) : pass
    sockets.add(from)
    from.setNoDelay(true)
    from.on('data', (bytes) => {
      if (state.is_silent) held.push(() => send(bytes))
      else send(bytes)
    })
    from.on('error', () => from.destroy())
    from.on('close', () => {
      sockets.delete(from)
      // An end that died in silence is as silent.
      if (state.is_silent) held.push(() => to.destroy())
      else to.destroy()
    })
  }

  const server: Server = createServer((near) => {
    const far = connect(target as { port: number })
    carry(near, far, false)
    carry(far, near, true)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    held.length = 0
    state.is_silent = false
    for (const socket of sockets) {
      // A Unix socket has no reset.
      if (socket.remotePort === undefined) socket.destroy()
      else socket.resetAndDestroy()
    }
  }
  return {
    port: (server.address() as AddressInfo).port,
    slow: (ms) => {
      state.delay_ms = ms
    },
    silence: () => {
      state.is_silent = true
    },
    cut,
    heal() {
      state.delay_ms = 0
      state.is_silent = false
      for (const late of held.splice(0)) late()
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Each frame is written by itself, as evapi wants it, when its fate says so. */
function frameByFrame(fate: () => Fate, pass: (bytes: Buffer) => void, to: Socket) {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes: Buffer): void => {
    const frames = readFrames(Buffer.concat([rest, bytes]))
    rest = frames.rest
    for (const message of frames.messages) {
      for (const wait_ms of fate()(message)) {
        if (wait_ms === 0) pass(writeFrame(message))
        else setTimeout(() => to.writable && to.write(writeFrame(message)), wait_ms)
      }
    }
  }
}

const SOCKET_FILE = '.s.PGSQL.5432'

/** Where the database listens, and its address with the wire in between. */
export function databaseTarget(url: string): Target {
  const { hostname, port } = new URL(url)
  const host = decodeURIComponent(hostname)
  return host.startsWith('/')
    ? { path: `${host}/${SOCKET_FILE}` }
    : { host, port: Number(port || 5432) }
}

export function urlOver(url: string, wire: Wire): string {
  const over = new URL(url)
  over.host = `127.0.0.1:${wire.port}`
  return over.href
}
