// A receiver of the record feed: it checks the signature of each message as a library of Standard
// Webhooks does, and answers as the test says.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { BodyOf } from '#contract/endpoint.ts'
import type { createRecordConsumer } from '#contract/record-feed/record-consumers.ts'

interface Received {
  readonly id: string
  readonly type: string
  readonly data: readonly Record<string, unknown>[]
}

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** The secret that messages must be signed with. */
  secret: string
  /** The status of the next answer; null is no answer at all. */
  status: () => number | null
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const server = createServer()
  const receiver: Receiver = {
    url: '',
    received: [],
    secret: '',
    status: () => 204,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  server.on('request', async (request, response) => {
    const body = await text(request)
    const header = (name: string) => String(request.headers[`webhook-${name}`])
    const key = Buffer.from(receiver.secret.replace('whsec_', ''), 'base64')
    const signed = `${header('id')}.${header('timestamp')}.${body}`
    const signature = createHmac('sha256', key).update(signed).digest('base64')
    if (header('signature') !== `v1,${signature}`) return response.writeHead(401).end()
    const status = receiver.status()
    if (status === null) return
    if (status < 300) receiver.received.push({ id: header('id'), ...JSON.parse(body) })
    return response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(receiver, { url: `http://127.0.0.1:${port}/calls?of=all` })
}

export const recordConsumerForm = (name = 'Warehouse', url = 'https://warehouse.example/calls') =>
  ({
    name,
    kind: 'WEBHOOK',
    status: 'active',
    format: 'JSON_LINES',
    url,
    ...{ folder: '', username: '', database_name: '', table_name: '', bucket: '' },
    ...{ object_prefix: '', region: '' },
    allows_private: false,
    answered_only: false,
    account_ids: [],
    batch_size: 500,
  }) satisfies BodyOf<typeof createRecordConsumer>
