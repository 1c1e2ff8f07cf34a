// Takes the copies of SIP messages that Kamailio sends over UDP on loopback, and writes them to the
// database in batches. A call waits for nothing here: what there is no room for is dropped.
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { Logger } from 'pino'
import { decodeHep } from '#core/sip-trace/hep.ts'
import { SETTLED_MS, TracedCalls } from '#core/sip-trace/traced-calls.ts'
import { insertSipMessages, readTracingSettings } from '#db/calls/sip-messages.ts'
import { isRefusedRow, type SqlConnection } from '#db/database.ts'
import type { MessageForwarder } from './forward-messages.ts'

const WRITE_EVERY_MS = 500
/** Messages of one statement: some megabytes at most. */
const BATCH = 1000
/** A burst waits in the kernel, as far as it lets us (net.core.rmem_max). */
const BUFFER_BYTES = 4_194_304

export interface TracerOptions {
  readonly port: number
  /** Kamailio sends it with each packet: other programs of the machine do not know it. */
  readonly auth_key: string
  readonly connection: SqlConnection
  /** Gets what was stored. */
  readonly forwarder: MessageForwarder
  readonly now_ms: () => number
  readonly log: Logger
}

export interface TracerFigures {
  readonly received: number
  readonly written: number
  /** Copies that were sent to the server of the settings. */
  readonly forwarded: number
  /** For which there was no room, and which the database refused. */
  readonly dropped: number
  /** Not stored, because all of them together take as much of the disk as they may. */
  readonly paused: number
  readonly waiting: number
  readonly held: number
  readonly calls: number
}

export interface Tracer {
  readonly port: number
  figures(): TracerFigures
  /** Pauses or continues, by the size of all messages, and finds the server of copies. */
  checkSettings(): Promise<void>
  /** Writes what waits; throws if the database does not take it. */
  write(): Promise<void>
  /** Writes what it can, and closes. */
  close(): Promise<void>
}

export async function receiveMessages(options: TracerOptions): Promise<Tracer> {
  const { connection, forwarder, now_ms, log, auth_key } = options
  const calls = new TracedCalls()
  const figures = { received: 0, written: 0, refused: 0, paused: 0 }
  let is_paused = false
  const socket = await listen(options.port)
  socket.on('message', (bytes) => {
    const packet = decodeHep(bytes)
    if (packet?.auth_key !== auth_key) return
    figures.received += 1
    if (is_paused) figures.paused += 1
    else calls.take(packet, now_ms())
  })

  let writing: Promise<void> | undefined
  const write = (): Promise<void> => {
    writing ??= writeAll().finally(() => {
      writing = undefined
    })
    return writing
  }

  async function writeAll(): Promise<void> {
    calls.sweep(now_ms())
    for (;;) {
      const batch = calls.next(BATCH)
      if (batch.length === 0) return
      try {
        await insertSipMessages(connection, batch)
        figures.written += batch.length
        forwarder.send(batch)
      } catch (error) {
        if (!isRefusedRow(error)) throw error
        figures.refused += batch.length
        log.error({ error: String(error), messages: batch.length }, 'SIP messages were refused')
      }
      calls.written(batch.length)
    }
  }

  let is_failing = false
  const timer = setInterval(() => {
    write().then(
      () => {
        is_failing = false
      },
      (error: unknown) => {
        // Again in half a second; once is enough in the log.
        if (!is_failing) log.warn({ error: String(error) }, 'SIP messages cannot be written now')
        is_failing = true
      },
    )
  }, WRITE_EVERY_MS)

  return {
    port: socket.address().port,
    figures: () => ({
      received: figures.received,
      written: figures.written,
      forwarded: forwarder.sent,
      dropped: calls.dropped + figures.refused,
      paused: figures.paused,
      waiting: calls.waiting,
      held: calls.held,
      calls: calls.calls,
    }),
    write,
    async checkSettings() {
      const { bytes, bytes_max, homer_address } = await readTracingSettings(connection)
      if (bytes > bytes_max && !is_paused) {
        log.warn({ bytes, bytes_max }, 'SIP messages take all of their space: tracing pauses')
      }
      is_paused = bytes > bytes_max
      await forwarder.setAddress(homer_address)
    },
    async close() {
      clearInterval(timer)
      socket.close()
      calls.sweep(now_ms() + SETTLED_MS)
      await write().catch(() => {})
      forwarder.close()
    },
  }
}

async function listen(port: number): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: BUFFER_BYTES })
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return socket
}
