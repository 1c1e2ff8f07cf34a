// A receiver of events: it checks the signatures as a library of Standard Webhooks does, and
// answers as the test says.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface EventReceiver {
  readonly url: string
  readonly received: { readonly id: string; readonly [field: string]: unknown }[]
  /** As they arrived, byte by byte. */
  readonly bodies: string[]
  /** With a right signature. */
  tries: number
  /** The secret that messages must be signed with. */
  secret: string
  /** The status of the next answer. */
  status: () => number
  close(): Promise<void>
}

export async function startEventReceiver(): Promise<EventReceiver> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: EventReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    received: [],
    bodies: [],
    tries: 0,
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
    if (!header('signature').split(' ').includes(`v1,${signature}`)) {
      return response.writeHead(401).end()
    }
    receiver.tries += 1
    const status = receiver.status()
    if (status < 300) {
      receiver.received.push({ id: header('id'), ...JSON.parse(body) })
      receiver.bodies.push(body)
    }
    return response.writeHead(status).end()
  })
  return receiver
}
