// Two questions to rtpengine over its control protocol: a cookie and a bencoded dictionary in one
// datagram each way. Kamailio asks it for everything else.
import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'

const TIMEOUT_MS = 1000

/**
 * When the last packet came, or a stream was made; null when there is no such call, or no answer.
 */
export async function lastMediaAt(port: number, sip_call_id: string): Promise<number | null> {
  const answer = await ask(port, 'query', sip_call_id)
  const packets = [...(answer ?? '').matchAll(/11:last packeti(\d+)e/g)].map(([, at]) => Number(at))
  return packets.length === 0 ? null : Math.max(...packets)
}

/** Both sides hear nothing from now on. */
export async function cutMedia(port: number, sip_call_id: string): Promise<void> {
  await ask(port, 'delete', sip_call_id)
}

async function ask(
  port: number,
  command: string,
  sip_call_id: string,
): Promise<string | undefined> {
  const cookie = randomUUID()
  const question = `${cookie} d7:call-id${text(sip_call_id)}7:command${text(command)}e`
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const socket = createSocket('udp4')
  const timer = setTimeout(() => resolve(undefined), TIMEOUT_MS)
  socket.once('error', () => resolve(undefined))
  socket.on('message', (bytes) => {
    const answer = bytes.toString()
    if (answer.startsWith(`${cookie} `)) resolve(answer)
  })
  socket.send(question, port, '127.0.0.1')
  return await promise.finally(() => {
    clearTimeout(timer)
    socket.close()
  })
}

const text = (value: string): string => `${Buffer.byteLength(value)}:${value}`
