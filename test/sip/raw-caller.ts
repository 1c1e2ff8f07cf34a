// A caller that breaks the rules: it acknowledges whatever 2xx it is shown, whenever it comes,
// sends media to the address in it, and hangs up with any tags that the test gives. Its requests
// are sent again until they are answered, as RFC 3261 §17 says.
import { type Media, openMedia, placeIn, sdpOf } from './media.ts'
import { repeatSending } from './probe.ts'
import { type Heard, headersOf, openPeer, type Peer } from './torture/peer.ts'

export interface RawCaller {
  readonly peer: Peer
  call(number: string, manners?: Manners): Promise<RawCall>
  close(): void
}

interface Manners {
  /** Whether it acknowledges a 2xx; true unless given. */
  readonly acknowledges?: boolean
  /** The tone that it plays; silence unless given. */
  readonly hertz?: number
}

export interface RawCall {
  readonly call_id: string
  readonly media: Media
  /** Final answers to the INVITE, each once: code and To tag. */
  finals(): string[]
  /** Requests of this method that came in this call; repeats do not count. */
  heard(method: string): string[]
  /** Codes of the answers to our own requests of this method. */
  answersTo(method: string): number[]
  /** All that was shown to the caller. */
  shown(): string[]
  cancel(): void
  bye(parts?: Partial<Bye>): void
  /** The same INVITE, which took another way. */
  inviteAgain(): void
}

/** The false parts of a BYE, in the place of the right ones. */
interface Bye {
  readonly from_tag: string
  readonly to_tag: string
  readonly target: string
  readonly cseq: number
  readonly header: string
}

let calls = 0

export async function openRawCaller(address: string, to: string): Promise<RawCaller> {
  const peer = await openPeer(address)
  const opened: Media[] = []
  return {
    peer,
    async call(number, manners = {}) {
      const media = await openMedia(address)
      opened.push(media)
      return startCall(peer, { to, number, ...manners }, media)
    },
    close() {
      peer.close()
      for (const media of opened) media.close()
    },
  }
}

function startCall(
  peer: Peer,
  { to, number, acknowledges = true, hertz }: Manners & { to: string; number: string },
  media: Media,
): RawCall {
  calls += 1
  const call_id = `raw-${process.pid}-${calls}`
  const from_tag = `caller-${calls}`
  const shown: string[] = []
  const send = (text: string) => peer.send(Buffer.from(text, 'latin1'), to)
  const request = requestsOf(peer.address, { to, number, call_id, from_tag })
  const sending = new Map<string, () => void>()
  let answer: string | undefined

  function sendUntilAnswered(method: string, parts: Parts): void {
    const text = request(method, parts)
    const transaction = transactionOf(text)
    sending.get(transaction)?.()
    sending.set(
      transaction,
      repeatSending(() => send(text)),
    )
  }

  peer.onHeard((heard) => {
    // An answer to a request with a false From tag has another Call-ID, but our branch.
    const via = headersOf(heard.text, 'Via', 'v')[0] ?? ''
    if (headersOf(heard.text, 'Call-ID', 'i')[0] !== call_id && !via.includes(`-${call_id}-`))
      return
    shown.push(heard.text)
    if (heard.text.startsWith('BYE ')) media.stop()
    if (!heard.text.startsWith('SIP/2.0 ')) return answerPolitely(peer, heard)
    sending.get(transactionOf(heard.text))?.()
    const code = codeOf(heard.text)
    if (methodOf(heard.text) === 'BYE' && code === 200) media.stop()
    if (methodOf(heard.text) !== 'INVITE' || code < 200) return
    if (code >= 300) return send(request('ACK', { branch: branchOf(heard.text), to: toOf(heard) }))
    answer ??= heard.text
    if (acknowledges)
      send(request('ACK', { branch: `ack-${shown.length}`, ...dialogOf(heard.text) }))
    const place = placeIn(heard.text)
    if (place) media.play(place, hertz)
  })

  sendUntilAnswered('INVITE', { branch: 'invite', body: sdpOf(peer.address, media.port) })
  const answersTo = (method: string) =>
    shown.filter((text) => text.startsWith('SIP/2.0 ') && methodOf(text) === method)
  return {
    call_id,
    media,
    shown: () => shown,
    finals() {
      const finals = answersTo('INVITE').filter((text) => codeOf(text) >= 200)
      return [...new Set(finals.map((text) => `${codeOf(text)} ${tagIn(toIn(text))}`))]
    },
    heard: (method) => [...new Set(shown)].filter((text) => text.startsWith(`${method} `)),
    answersTo: (method) => answersTo(method).map(codeOf),
    cancel: () => sendUntilAnswered('CANCEL', { branch: 'invite' }),
    inviteAgain: () =>
      sendUntilAnswered('INVITE', { branch: 'again', body: sdpOf(peer.address, media.port) }),
    bye({ to_tag, header, ...parts } = {}) {
      if (answer === undefined) throw new Error('A call that is not answered has no BYE')
      const dialog = dialogOf(answer)
      const to = to_tag ? `${dialog.to.replace(/;tag=.*$/, '')};tag=${to_tag}` : dialog.to
      // The same BYE is a repeat.
      const branch = `bye-${Object.values({ to_tag, header, ...parts }).join('-')}`.replace(
        /[^\w-]/g,
        '',
      )
      sendUntilAnswered('BYE', { cseq: 2, ...dialog, ...parts, branch, to, header })
    },
  }
}

interface Parts {
  readonly branch: string
  readonly target?: string
  readonly route?: readonly string[]
  readonly to?: string
  readonly from_tag?: string
  readonly cseq?: number
  readonly header?: string | undefined
  readonly body?: string
}

function requestsOf(
  address: string,
  call: { to: string; number: string; call_id: string; from_tag: string },
) {
  const uri = `sip:${call.number}@${call.to}`
  return (method: string, parts: Parts): string => {
    const { body = '' } = parts
    const lines = [
      `${method} ${parts.target ?? uri} SIP/2.0`,
      `Via: SIP/2.0/UDP ${address}:5060;rport;branch=${branchFor(call.call_id, parts.branch)}`,
      ...(parts.route ?? []).map((route) => `Route: ${route}`),
      `From: <sip:15551000@${address}>;tag=${parts.from_tag ?? call.from_tag}`,
      `To: ${parts.to ?? `<${uri}>`}`,
      `Call-ID: ${call.call_id}`,
      `CSeq: ${parts.cseq ?? 1} ${method}`,
      `Contact: <sip:15551000@${address}:5060>`,
      'Max-Forwards: 70',
      ...(parts.header ? [parts.header] : []),
      ...(body === '' ? [] : ['Content-Type: application/sdp']),
      `Content-Length: ${body.length}`,
    ]
    return `${lines.join('\r\n')}\r\n\r\n${body}`
  }
}

const branchFor = (call_id: string, branch: string) =>
  branch.startsWith('z9hG4bK') ? branch : `z9hG4bK-${call_id}-${branch}`

/** The parts of the answer that a request inside the call needs (RFC 3261 §12.1.2). */
function dialogOf(answer: string) {
  const contact = headersOf(answer, 'Contact', 'm')[0] ?? ''
  const target = /<([^>]+)>/.exec(contact)?.[1] ?? contact
  const route = headersOf(answer, 'Record-Route')
    .flatMap((value) => value.split(','))
    .reverse()
  return { target, route, to: toIn(answer) }
}

/** 200 to all that is asked inside a call. */
export function answerPolitely(peer: Peer, { text, from, port }: Heard): void {
  if (text.startsWith('ACK ')) return
  const copied = ['Via', 'From', 'To', 'Call-ID', 'CSeq'].flatMap((name) =>
    headersOf(text, name).map((value) => `${name}: ${value}`),
  )
  const reply = `SIP/2.0 200 OK\r\n${copied.join('\r\n')}\r\nContent-Length: 0\r\n\r\n`
  peer.send(Buffer.from(reply, 'latin1'), from, port)
}

export const codeOf = (reply: string): number => Number(reply.slice(8, 11))
export const methodOf = (text: string): string =>
  (headersOf(text, 'CSeq')[0] ?? '').split(' ').at(-1) ?? ''
export const tagIn = (value: string): string => /;\s*tag=([^;\s]+)/.exec(value)?.[1] ?? ''
const toIn = (text: string): string => headersOf(text, 'To', 't')[0] ?? ''
const toOf = ({ text }: Heard): string => toIn(text)
const branchOf = (text: string): string =>
  /branch=([^;\s]+)/.exec(headersOf(text, 'Via', 'v')[0] ?? '')?.[1] ?? ''
/** A CANCEL has the branch of its INVITE (RFC 3261 §17.1.3). */
const transactionOf = (text: string): string => `${methodOf(text)} ${branchOf(text)}`
