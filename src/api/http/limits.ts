// How long a request may take to arrive, and how many connections one address may hold: a client
// that sends a byte now and then, or nothing at all, must not keep others out.
import type { Server } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { networkOf } from './network.ts'

export interface Limits {
  readonly head_ms: number
  readonly request_ms: number
  /** For what an endpoint takes by `body_max`: a file over a slow line. */
  readonly upload_ms: number
  /** Without a byte in either direction; a response that is being read continues. */
  readonly silence_ms: number
  readonly connections: number
  /** Browsers open six; many people share an address behind a NAT. */
  readonly connections_per_address: number
  readonly requests_per_minute: number
  /** How long a query or an export waits for those that are under way. */
  readonly turn_ms: number
  /** How long an export waits until its reader takes more of it. */
  readonly unread_ms: number
}

/** Bytes of a body before a login: a large one would be parsed for anyone. */
export const ANONYMOUS_BODY_LIMIT = 4096

export const LIMITS: Limits = {
  head_ms: 10_000,
  request_ms: 30_000,
  upload_ms: 5 * 60_000,
  silence_ms: 2 * 60_000,
  connections: 2000,
  connections_per_address: 200,
  // Far above the requests of one user, with polling in several windows.
  requests_per_minute: 3000,
  turn_ms: 15_000,
  unread_ms: 30_000,
}

/** The console polls every few seconds, so its connection stays. */
const KEEP_ALIVE_MS = 15_000
const LOOK_EVERY_MS = 1000

export const limitsOfServer = (limits: Limits) => ({
  connectionTimeout: limits.silence_ms,
  keepAliveTimeout: KEEP_ALIVE_MS,
  requestTimeout: limits.upload_ms,
  http: {
    headersTimeout: limits.head_ms,
    connectionsCheckingInterval: LOOK_EVERY_MS,
    // Node.js would answer by itself, and bare.
    requireHostHeader: false,
  },
})

declare module 'fastify' {
  interface FastifyRequest {
    arrival_timer: NodeJS.Timeout | undefined
  }
}

/** Ends the connection of a request that has not come by then; an answer may take longer. */
export function limitArrival(request: FastifyRequest, milliseconds: number): void {
  const { raw } = request
  clearTimeout(request.arrival_timer)
  const timer = setTimeout(() => {
    if (!raw.complete) raw.destroy()
  }, milliseconds)
  request.arrival_timer = timer
  raw.once('close', () => clearTimeout(timer))
}

/** `isExempt`: a proxy has the connections of all users, and the supervisor is on this machine. */
export function limitConnections(
  server: Server,
  limits: Limits,
  isExempt: (address: string) => boolean,
): void {
  server.maxConnections = limits.connections
  const held = new Map<string, number>()
  server.on('connection', (socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isExempt(remoteAddress)) return
    const whose = remoteAddress.includes('.') ? remoteAddress : networkOf(remoteAddress)
    const count = (held.get(whose) ?? 0) + 1
    if (count > limits.connections_per_address) {
      socket.destroy()
      return
    }
    held.set(whose, count)
    socket.once('close', () => {
      const left = (held.get(whose) ?? 0) - 1
      if (left > 0) held.set(whose, left)
      else held.delete(whose)
    })
  })
}
