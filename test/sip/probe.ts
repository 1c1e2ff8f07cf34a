// One SIP message by hand, for what no decent phone would send.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** T1 of RFC 3261 §17: a request over UDP that has no reply is sent again. */
const T1_MS = 500

/** Sends at once, after T1, and then after twice as long each time, until it is stopped. */
export function repeatSending(send: () => void): () => void {
  let pause_ms = T1_MS
  let timer: NodeJS.Timeout | undefined
  function repeatLater(): void {
    timer = setTimeout(() => {
      send()
      pause_ms *= 2
      if (pause_ms <= 32 * T1_MS) repeatLater()
    }, pause_ms)
    timer.unref()
  }
  send()
  repeatLater()
  return () => clearTimeout(timer)
}

/** The machine may be busy with other tests. */
const PATIENCE_MS = 60_000

/**
 * Sends `text` (lines without \r) from `address`, again as RFC 3261 §17 says, and answers the first
 * reply, or '' after `ms`. A probe within `until` needs fewer of them.
 */
export async function probe(
  address: string,
  to: string,
  text: string,
  ms = PATIENCE_MS,
): Promise<string> {
  const socket = createSocket('udp4')
  const timeout = AbortSignal.timeout(ms)
  let stopSending = () => {}
  try {
    socket.bind(0, address)
    await once(socket, 'listening')
    stopSending = repeatSending(() => socket.send(text.replaceAll('\n', '\r\n'), 5060, to))
    const [reply] = (await once(socket, 'message', { signal: timeout })) as [Buffer]
    return reply.toString('utf8')
  } catch (error) {
    if (timeout.aborted) return ''
    throw error
  } finally {
    stopSending()
    socket.close()
  }
}

/**
 * Whether `text` from `address` has no reply when a later message from `witness` has one: a sleep
 * would say nothing about a switch that is busy.
 */
export async function isUnanswered(
  address: string,
  to: string,
  text: string,
  witness: string,
): Promise<boolean> {
  const socket = createSocket('udp4')
  let is_answered = false
  socket.on('message', () => {
    is_answered = true
  })
  try {
    socket.bind(0, address)
    await once(socket, 'listening')
    const bytes = text.replaceAll('\n', '\r\n')
    await new Promise((sent) => socket.send(bytes, 5060, to, sent))
    const later = sipRequest(to, witness, { method: 'OPTIONS' })
    if ((await probe(witness, to, later)) === '') throw new Error(`${witness} has no reply either`)
    return !is_answered
  } finally {
    socket.close()
  }
}

export type RequestParts = {
  readonly method?: string
  /** One of its own unless given. */
  readonly call_id?: string
  /** One of its own unless given. */
  readonly from_tag?: string
  readonly to_tag?: string
  readonly headers?: readonly string[]
  readonly body?: string
}

/** A request that is right but for what the test makes wrong in it. */
export function sipRequest(switchAddress: string, address: string, parts: RequestParts): string {
  const { method = 'INVITE', to_tag, headers = [], body = '' } = parts
  const id = Math.random().toString(36).slice(2)
  const { call_id = `${id}@probe`, from_tag = id } = parts
  const lines = [
    `${method} sip:441234@${switchAddress} SIP/2.0`,
    `Via: SIP/2.0/UDP ${address}:5060;rport;branch=z9hG4bK${id}`,
    `From: <sip:15551000@${address}>;tag=${from_tag}`,
    `To: <sip:441234@${switchAddress}>${to_tag ? `;tag=${to_tag}` : ''}`,
    `Call-ID: ${call_id}`,
    `CSeq: 1 ${method}`,
    `Contact: <sip:15551000@${address}:5060>`,
    'Max-Forwards: 70',
    ...headers,
    `Content-Length: ${Buffer.byteLength(body.replaceAll('\n', '\r\n'))}`,
  ]
  return `${lines.join('\n')}\n\n${body}`
}
