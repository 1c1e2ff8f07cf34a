// Requests that are right in every way, for a fuzzer to spoil: of a new call, within one, and the
// rest of what a phone says.
import type { Chance } from '../../support/random.ts'

export interface Dialog {
  readonly call_id: string
  readonly from_tag: string
  readonly to_tag: string
  /** Where the answer said that requests of the call go, and by which way. */
  readonly contact: string
  readonly routes: readonly string[]
}

export interface Sender {
  readonly address: string
  readonly switch_address: string
  readonly chance: Chance
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

export const word = (chance: Chance, length = 12): string =>
  Array.from({ length }, () => LETTERS[chance.whole(0, LETTERS.length - 1)]).join('')

/** Digits that no other call of the run has. */
export const number = (chance: Chance): string =>
  `4420${String(chance.whole(0, 99_999_999)).padStart(8, '0')}`

const session = (address: string): string =>
  [
    'v=0',
    `o=telephone 3724394400 3724394405 IN IP4 ${address}`,
    's=Call',
    `c=IN IP4 ${address}`,
    'b=AS:84',
    't=0 0',
    'm=audio 6000 RTP/AVP 8 0 18 101',
    'a=rtpmap:8 PCMA/8000',
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:18 G729/8000',
    'a=fmtp:18 annexb=no',
    'a=rtpmap:101 telephone-event/8000',
    'a=fmtp:101 0-16',
    'a=ptime:20',
    'a=sendrecv',
    '',
  ].join('\r\n')

interface Parts {
  readonly method: string
  readonly uri: string
  readonly call_id: string
  readonly from_tag: string
  readonly to: string
  readonly cseq: number
  readonly headers?: readonly string[]
  readonly body?: string
}

function request({ address, chance }: Sender, parts: Parts): Buffer {
  const { method, uri, call_id, from_tag, to, cseq, headers = [], body = '' } = parts
  const lines = [
    `${method} ${uri} SIP/2.0`,
    `Via: SIP/2.0/UDP ${address}:5060;rport;branch=z9hG4bK${word(chance)}`,
    'Max-Forwards: 70',
    `From: "Telephone" <sip:15551000@${address}>;tag=${from_tag}`,
    `To: ${to}`,
    `Call-ID: ${call_id}`,
    `CSeq: ${cseq} ${method}`,
    `Contact: <sip:15551000@${address}:5060>`,
    'User-Agent: Telephone 1.0',
    'Allow: INVITE, ACK, BYE, CANCEL, OPTIONS, UPDATE, INFO, PRACK',
    'Supported: timer, 100rel',
    ...headers,
    ...(body ? ['Content-Type: application/sdp'] : []),
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1')
}

/** A request of no call, or one that begins a call: `INVITE`. */
export function alone(sender: Sender, method: string): Buffer {
  const { chance, address, switch_address } = sender
  const user = method === 'REGISTER' ? '' : `${number(chance)}@`
  const uri = `sip:${user}${switch_address}`
  const nonce = word(chance, 24)
  const digest = `Authorization: Digest username="1000", realm="switch", nonce="${nonce}",\
 uri="${uri}", response="${word(chance, 32)}", algorithm=MD5, qop=auth, nc=00000001, cnonce="x"`
  return request(sender, {
    method,
    uri,
    call_id: `${word(chance)}@${address}`,
    from_tag: word(chance),
    to: `<${uri}>`,
    cseq: chance.whole(1, 50_000),
    headers: method === 'REGISTER' ? ['Expires: 3600', digest] : [],
    body: method === 'INVITE' ? session(address) : '',
  })
}

/** A request within a call that is going on. */
export function within(sender: Sender, dialog: Dialog, method: string): Buffer {
  const { chance, address, switch_address } = sender
  return request(sender, {
    method,
    uri: dialog.contact,
    call_id: dialog.call_id,
    from_tag: dialog.from_tag,
    to: `<sip:442071838750@${switch_address}>;tag=${dialog.to_tag}`,
    cseq: chance.whole(2, 50_000),
    headers: dialog.routes.map((route) => `Route: ${route}`),
    body: method === 'INVITE' || method === 'UPDATE' ? session(address) : '',
  })
}
