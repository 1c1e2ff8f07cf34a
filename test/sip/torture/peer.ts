// SIP ends that send and receive octets unchanged: no parser is between a test and the wire.
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { repeatSending, sipRequest } from '../probe.ts'

export interface Heard {
  readonly text: string
  readonly from: string
  readonly port: number
}

export interface Peer {
  readonly address: string
  readonly heard: Heard[]
  /** Returns a function that ends it. */
  onHeard(listener: (heard: Heard) => void): () => void
  send(bytes: Buffer, to: string, port?: number): void
  close(): void
}

/** A socket for each of the ports; what is sent goes out of the first. */
export async function openPeer(address: string, ports: readonly number[] = [5060]): Promise<Peer> {
  const heard: Heard[] = []
  const listeners = new Set<(heard: Heard) => void>()
  const sockets = await Promise.all(
    ports.map(async (port) => {
      const socket = createSocket({ type: 'udp4', recvBufferSize: 4 * 1024 * 1024 })
      socket.on('message', (bytes, { address: from, port: at }) => {
        const news = { text: bytes.toString('latin1'), from, port: at }
        heard.push(news)
        for (const listener of listeners) listener(news)
      })
      // An address without a listener sends an ICMP error, which does not matter here.
      socket.on('error', () => {})
      socket.bind(port, address)
      await once(socket, 'listening')
      return socket
    }),
  )
  let is_closed = false
  return {
    address,
    heard,
    onHeard(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    send(bytes, to, port = 5060) {
      // A repeated message may come after the end of a test.
      if (!is_closed) sockets[0]?.send(bytes, port, to)
    },
    close() {
      is_closed = true
      closeAll(sockets)
    },
  }
}

function closeAll(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.close()
}

/** The values of a header, in order; names in any case, compact ones too if they are given. */
export function headersOf(text: string, ...names: readonly string[]): string[] {
  const [head = ''] = text.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const wanted = names.map((name) => name.toLowerCase())
  return lines.slice(1).flatMap((line) => {
    const colon = line.indexOf(':')
    return wanted.includes(line.slice(0, colon).trim().toLowerCase())
      ? [line.slice(colon + 1).trim()]
      : []
  })
}

/** The headers that an answer repeats from its request, with the compact names. */
const COPIED = [
  ['Via', 'v'],
  ['Record-Route', 'Record-Route'],
  ['From', 'f'],
  ['Call-ID', 'i'],
  ['CSeq', 'CSeq'],
] as const

/** An answer as a plain phone gives it, with these whole lines more. */
export function replyTo(request: string, { code, headers }: Answer): Buffer {
  const copied = COPIED.flatMap(([name, compact]) =>
    headersOf(request, name, compact).map((value) => `${name}: ${value}`),
  )
  const [to = ''] = headersOf(request, 'To', 't')
  const lines = [
    `SIP/2.0 ${code} Said`,
    ...copied,
    `To: ${to}${/;\s*tag=/.test(to) ? '' : ';tag=gateway'}`,
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n${headers}Content-Length: 0\r\n\r\n`, 'latin1')
}

interface Answer {
  readonly code: number
  readonly headers: string
}

export interface Gateway extends Peer {
  /** New calls that arrived: INVITEs without a To tag, each once. */
  calls(): string[]
  /** Its answer to calls. */
  answer: Answer
}

/** A gateway that answers all calls with one answer at a time, and is otherwise polite. */
export async function openGateway(address: string): Promise<Gateway> {
  const peer = await openPeer(address)
  const gateway: Gateway = {
    ...peer,
    calls: () => onlyCalls(peer.heard),
    answer: { code: 486, headers: '' },
  }
  const answers = new Map<string, Answer>()
  peer.onHeard(({ text, from, port }) => {
    if (text.startsWith('SIP/2.0') || text.startsWith('ACK ')) return
    const polite = { code: 200, headers: '' }
    const answer = text.startsWith('INVITE ') ? answerOnce(text) : polite
    peer.send(replyTo(text, answer), from, port)
  })

  /** A repeated INVITE gets the answer that the first one got. */
  function answerOnce(invite: string): Answer {
    const transaction = headersOf(invite, 'Via', 'v')[0] ?? ''
    const answer = answers.get(transaction) ?? gateway.answer
    answers.set(transaction, answer)
    return answer
  }

  return gateway
}

/** Repeats of a request have the same branch. */
function onlyCalls(heard: readonly Heard[]): string[] {
  const calls = new Map<string, string>()
  for (const { text } of heard) {
    if (!text.startsWith('INVITE ')) continue
    if (/;\s*tag=/.test(headersOf(text, 'To', 't')[0] ?? '')) continue
    calls.set(headersOf(text, 'Via', 'v')[0] ?? '', text)
  }
  return [...calls.values()]
}

/** The machine may be busy with other tests. */
const PATIENCE_MS = 120_000

/**
 * Resolves when the switch has given its final reply to this request (lines without \r), which is
 * sent again as RFC 3261 §17 says: what was sent before it has been read.
 */
export async function finalReply(peer: Peer, to: string, request: string): Promise<void> {
  const text = request.replaceAll('\n', '\r\n')
  const [call_id = ''] = headersOf(text, 'Call-ID')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stopHearing = peer.onHeard((heard) => {
    if (/^SIP\/2\.0 [2-6]/.test(heard.text) && heard.text.includes(call_id)) resolve()
  })
  const stopSending = repeatSending(() => peer.send(Buffer.from(text), to))
  const refusal = new Error(`${to} has not replied to ${peer.address}`)
  const timer = setTimeout(() => reject(refusal), PATIENCE_MS)
  await promise.finally(() => {
    clearTimeout(timer)
    stopSending()
    stopHearing()
  })
}

/** An ordinary OPTIONS, which a switch that is well answers at once. */
export function optionsOf(peer: Peer, switch_address: string): Buffer {
  const request = sipRequest(switch_address, peer.address, { method: 'OPTIONS' })
  return Buffer.from(request.replaceAll('\n', '\r\n'))
}
