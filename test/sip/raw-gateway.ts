// A gateway that answers when it likes: late, twice, with other tags. It repeats a 200 until that
// is acknowledged and knows its dialogs by both tags, as RFC 3261 wants it.
import { type Media, openMedia, placeIn, sdpOf } from './media.ts'
import { answerPolitely, codeOf, methodOf, tagIn } from './raw-caller.ts'
import { type Heard, headersOf, openPeer, type Peer } from './torture/peer.ts'

const T1_MS = 500
const REPEATS_MAX = 7

/** A call as the gateway has it. */
export interface Leg {
  readonly media: Media
  /** A 2xx is repeated until its ACK comes, then media goes out until the BYE. */
  reply(code: number, to_tag?: string, header?: string): void
  /** Sends media to where the INVITE wants it, whatever else was said. */
  play(): void
  /** Requests of this method that came after the INVITE, for this To tag; repeats do not count. */
  heard(method: string, to_tag?: string): string[]
  /** Called once, when such a request comes. */
  on(method: string, then: () => void): void
  /** Hangs up with these tags instead of those of the dialog. */
  bye(tags?: Partial<Tags>): void
  /** An ACK of its own, as for a re-INVITE. */
  ack(): void
  /** Codes of the answers to our own BYE. */
  byeAnswers(): number[]
  /** Says nothing more. */
  leave(): void
}

interface Tags {
  readonly from_tag: string
  readonly to_tag: string
}

export interface RawGateway {
  readonly peer: Peer
  /** Sets the script that answers a call for this number. */
  script(number: string, play: (leg: Leg) => void): void
  leg(number: string): Leg | undefined
  close(): void
}

export async function openRawGateway(address: string): Promise<RawGateway> {
  const peer = await openPeer(address)
  const scripts = new Map<string, (leg: Leg) => void>()
  const legs = new Map<string, Leg>()
  const byCallId = new Map<string, (heard: Heard) => void>()
  peer.onHeard((heard) => {
    const call_id = headerOf(heard.text, 'Call-ID')
    const known = byCallId.get(call_id)
    if (known) return known(heard)
    const number = /^INVITE sip:(\d+)@/.exec(heard.text)?.[1]
    const play = number === undefined ? undefined : scripts.get(number)
    if (number === undefined || !play) return
    // A message that comes before the media is open is a repeat.
    byCallId.set(call_id, () => {})
    void openMedia(address).then((media) => {
      const leg = openLeg(peer, heard, media)
      byCallId.set(call_id, leg.hear)
      legs.set(number, leg)
      play(leg)
    })
  })
  return {
    peer,
    script: (number, play) => void scripts.set(number, play),
    leg: (number) => legs.get(number),
    close() {
      peer.close()
      for (const leg of legs.values()) {
        leg.leave()
        leg.media.close()
      }
    },
  }
}

interface Dialog {
  is_acknowledged: boolean
  is_over: boolean
}

function openLeg(peer: Peer, first: Heard, media: Media): Leg & { hear(heard: Heard): void } {
  let invite = first.text
  let has_left = false
  const heard: string[] = []
  const listeners = new Map<string, () => void>()
  const dialogs = new Map<string, Dialog>()
  const send = (text: string) => {
    if (!has_left) peer.send(Buffer.from(text, 'latin1'), first.from, first.port)
  }

  function repeat(text: string, dialog: Dialog, sent: number): void {
    if (has_left || dialog.is_acknowledged || dialog.is_over || sent > REPEATS_MAX) return
    send(text)
    setTimeout(() => repeat(text, dialog, sent + 1), T1_MS * 2 ** sent).unref()
  }

  const leg: Leg & { hear(heard: Heard): void } = {
    media,
    hear(news) {
      heard.push(news.text)
      const method = news.text.split(' ')[0] ?? ''
      // The next try, with a password.
      if (method === 'INVITE' && headerOf(news.text, 'Via') !== headerOf(invite, 'Via')) {
        invite = news.text
      }
      const dialog = dialogs.get(tagIn(headerOf(news.text, 'To')))
      if (method === 'ACK' && dialog) {
        dialog.is_acknowledged = true
        leg.play()
      }
      if (method === 'BYE' && !(dialog && isFromCaller(news.text, invite))) {
        send(replyTo(news.text, { code: 481 }))
        return
      }
      if (method === 'BYE' && dialog) dialog.is_over = true
      if ([...dialogs.values()].every(({ is_over }) => is_over)) media.stop()
      // The test says the reply to an INVITE.
      if (/^(CANCEL|BYE|OPTIONS) /.test(news.text)) answerPolitely(peer, news)
      listeners.get(method)?.()
      listeners.delete(method)
    },
    reply(code, to_tag = 'gateway', header) {
      const text = replyTo(invite, { code, to_tag, header, ...offerOf(peer, media, code) })
      if (code < 200 || code > 299) return send(text)
      const dialog = dialogs.get(to_tag) ?? { is_acknowledged: false, is_over: false }
      dialogs.set(to_tag, dialog)
      repeat(text, dialog, 0)
    },
    play() {
      const place = placeIn(invite)
      if (place) media.play(place)
    },
    heard: (method, to_tag) =>
      [...new Set(heard)].filter(
        (text) =>
          text !== first.text &&
          text.startsWith(`${method} `) &&
          (to_tag === undefined || tagIn(headerOf(text, 'To')) === to_tag),
      ),
    on: (method, then) => void listeners.set(method, then),
    bye: (tags = {}) => send(requestIn(invite, peer.address, 'BYE', tags)),
    ack: () => send(requestIn(invite, peer.address, 'ACK')),
    byeAnswers: () =>
      heard.filter((text) => text.startsWith('SIP/2.0 ') && methodOf(text) === 'BYE').map(codeOf),
    leave() {
      has_left = true
    },
  }
  return leg
}

const isFromCaller = (text: string, invite: string): boolean =>
  tagIn(headerOf(text, 'From')) === tagIn(headerOf(invite, 'From'))

const offerOf = (peer: Peer, media: Media, code: number) =>
  code < 200 || code > 299
    ? {}
    : { sdp: sdpOf(peer.address, media.port), contact: `<sip:gw@${peer.address}:5060>` }

let requests = 0

function requestIn(
  invite: string,
  address: string,
  method: string,
  tags: Partial<Tags> = {},
): string {
  requests += 1
  const contact = /<([^>]+)>/.exec(headerOf(invite, 'Contact'))?.[1] ?? ''
  const caller = headerOf(invite, 'From')
  const lines = [
    `${method} ${contact} SIP/2.0`,
    `Via: SIP/2.0/UDP ${address}:5060;branch=z9hG4bK-gateway-${requests}`,
    ...headersOf(invite, 'Record-Route').map((value) => `Route: ${value}`),
    `From: ${headerOf(invite, 'To')};tag=${tags.from_tag ?? 'gateway'}`,
    `To: ${caller.replace(/;tag=.*$/, '')};tag=${tags.to_tag ?? tagIn(caller)}`,
    `Call-ID: ${headerOf(invite, 'Call-ID')}`,
    `CSeq: 1 ${method}`,
    'Max-Forwards: 70',
    'Content-Length: 0',
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

interface Reply {
  readonly code: number
  readonly to_tag?: string
  readonly header?: string | undefined
  readonly sdp?: string
  readonly contact?: string
}

function replyTo(request: string, { code, to_tag, header, sdp = '', contact }: Reply): string {
  const to = headerOf(request, 'To')
  const lines = [
    `SIP/2.0 ${code} Said`,
    ...headersOf(request, 'Via').map((value) => `Via: ${value}`),
    ...(header ? [header] : []),
    ...headersOf(request, 'Record-Route').map((value) => `Record-Route: ${value}`),
    `From: ${headerOf(request, 'From')}`,
    `To: ${to}${to_tag === undefined || tagIn(to) ? '' : `;tag=${to_tag}`}`,
    `Call-ID: ${headerOf(request, 'Call-ID')}`,
    `CSeq: ${headerOf(request, 'CSeq')}`,
    ...(contact ? [`Contact: ${contact}`] : []),
    ...(sdp ? ['Content-Type: application/sdp'] : []),
    `Content-Length: ${sdp.length}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${sdp}`
}

const headerOf = (text: string, name: string): string => headersOf(text, name)[0] ?? ''
