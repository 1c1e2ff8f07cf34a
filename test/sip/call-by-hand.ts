// A call by hand, as texts: for sides that send what, and from where, no phone of SIPp would.
import { headersOf, type Peer } from './torture/peer.ts'
import { until } from './until.ts'

/** The parts that every request of one side repeats inside a call. */
export interface Side {
  readonly uri: string
  readonly routes: readonly string[]
  readonly from: string
  readonly to: string
  readonly call_id: string
  readonly cseq: number
}

const header = (text: string, name: string): string => headersOf(text, name)[0] ?? ''
const uriOf = (contact: string): string => /<([^>]*)>/.exec(contact)?.[1] ?? contact
const cseqOf = (text: string): number => Number.parseInt(header(text, 'CSeq'), 10)

/** The side that has sent `invite` and was answered with `answer`. */
export const callingSide = (invite: string, answer: string): Side => ({
  uri: uriOf(header(answer, 'Contact')),
  routes: headersOf(answer, 'Record-Route').toReversed(),
  from: header(invite, 'From'),
  to: header(answer, 'To'),
  call_id: header(invite, 'Call-ID'),
  cseq: cseqOf(invite),
})

/** The side that was called with `invite` and has answered under this tag. */
export const calledSide = (invite: string, tag = 'gateway'): Side => ({
  uri: uriOf(header(invite, 'Contact')),
  routes: headersOf(invite, 'Record-Route'),
  from: `${header(invite, 'To')};tag=${tag}`,
  to: header(invite, 'From'),
  call_id: header(invite, 'Call-ID'),
  cseq: 100,
})

export type Within = {
  readonly method: string
  /** Where it is sent from. */
  readonly address: string
  readonly transport?: 'UDP' | 'TCP'
  /** An ACK has that of its INVITE; else one further. */
  readonly cseq?: number
  readonly headers?: readonly string[]
}

/** A request of this side inside the call. */
export function requestWithin(side: Side, parts: Within): Buffer {
  const { method, address, transport = 'UDP', headers = [] } = parts
  const branch = Math.random().toString(36).slice(2)
  const lines = [
    `${method} ${side.uri} SIP/2.0`,
    `Via: SIP/2.0/${transport} ${address}:5060;rport;branch=z9hG4bK${branch}`,
    ...side.routes.map((route) => `Route: ${route}`),
    `From: ${side.from}`,
    `To: ${side.to}`,
    `Call-ID: ${side.call_id}`,
    `CSeq: ${parts.cseq ?? side.cseq + 1} ${method}`,
    'Max-Forwards: 70',
    ...headers,
    'Content-Length: 0',
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
}

/** Sends a request and answers the first final reply to it. */
export async function ask(peer: Peer, request: Buffer, to: string): Promise<string> {
  const branch = /branch=[^;\s]+/.exec(request.toString())?.[0] ?? ''
  const reply = () =>
    peer.heard.find(({ text }) => /^SIP\/2\.0 [2-6]/.test(text) && text.includes(branch))?.text
  peer.send(request, to)
  await until('the request is answered', () => reply() !== undefined)
  return reply() ?? ''
}
