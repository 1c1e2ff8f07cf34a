// Kamailio's JSON-RPC over HTTP on loopback: lists, figures, and the end of answered calls.
import { Agent, request } from 'node:http'
import { z } from 'zod'

const TIMEOUT_MS = 3_000
const MAX_ANSWER_BYTES = 128 * 1024 * 1024

/** Kamailio does not answer, or answers what cannot be understood. */
class KamailioGone extends Error {
  override readonly name = 'KamailioGone'
}

/** Kamailio understood the question and refused. */
export class KamailioRefused extends Error {
  override readonly name = 'KamailioRefused'
}

const answer = z.union([
  z.object({ result: z.unknown() }),
  z.object({ error: z.object({ code: z.number(), message: z.string() }) }),
])

export type KamailioRpc = {
  call(method: string, params?: readonly (string | number)[]): Promise<unknown>
  close(): void
}

export function connectRpc(port: number, secret: string): KamailioRpc {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  let id = 0

  async function call(method: string, params: readonly (string | number)[] = []): Promise<unknown> {
    id += 1
    const body = await post(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    const read = answer.safeParse(parse(body))
    if (!read.success) throw new KamailioGone(`an answer to ${method} that is no JSON-RPC`)
    if ('error' in read.data) throw new KamailioRefused(`${method}: ${read.data.error.message}`)
    return read.data.result
  }

  function post(body: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const fail = (cause: Error) => reject(new KamailioGone(cause.message, { cause }))
      const headers = {
        Authorization: `Bearer ${secret}`,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
      }
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          path: '/RPC',
          method: 'POST',
          agent,
          headers,
          timeout: TIMEOUT_MS,
        },
        (response) => {
          const chunks: Buffer[] = []
          let bytes = 0
          response.on('data', (chunk: Buffer) => {
            bytes += chunk.length
            if (bytes > MAX_ANSWER_BYTES) sent.destroy(new Error('an endless answer'))
            else chunks.push(chunk)
          })
          response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
          response.on('error', fail)
        },
      )
      sent.on('timeout', () => sent.destroy(new Error(`no answer in ${TIMEOUT_MS} ms`)))
      sent.on('error', fail)
      sent.end(body)
    })
  }

  return { call, close: () => agent.destroy() }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
