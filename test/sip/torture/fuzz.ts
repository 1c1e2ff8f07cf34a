// Malformed messages to a running switch, from known and unknown addresses, with calls in between,
// so that requests within calls are malformed too.
import type { Chance } from '../../support/random.ts'
import { sipRequest } from '../probe.ts'
import { mutate } from './mutate.ts'
import { finalReply, headersOf, openPeer, type Peer } from './peer.ts'
import { alone, type Dialog, within } from './valid.ts'

export interface FuzzOptions {
  readonly switch_address: string
  readonly chance: Chance
  readonly messages: number
  /** Their calls are let through. */
  readonly callers: readonly string[]
  readonly strangers: readonly string[]
  readonly watcher: string
}

const ALONE = ['INVITE', 'INVITE', 'INVITE', 'REGISTER', 'OPTIONS', 'CANCEL', 'ACK', 'BYE']
const WITHIN = ['INVITE', 'ACK', 'ACK', 'BYE', 'CANCEL', 'UPDATE', 'INFO', 'PRACK', 'OPTIONS']
/** Messages that are as they should be, so that calls come about. */
const SHARE_WHOLE = 0.05
const SHARE_WITHIN = 0.3
/** Messages before a call that the engine refuses: its reply shows that they were read. */
const BURST = 25
const BETWEEN_PROBES = 500
const DIALOGS_MAX = 50

/** Resolves when all are sent; fails when the switch leaves an OPTIONS unanswered meanwhile. */
export async function fuzz(options: FuzzOptions): Promise<void> {
  const { chance, switch_address } = options
  const callers = await Promise.all(options.callers.map((address) => openPeer(address)))
  const strangers = await Promise.all(options.strangers.map((address) => openPeer(address)))
  const watcher = await openPeer(options.watcher)
  const dialogs: { dialog: Dialog; peer: Peer }[] = []
  for (const peer of callers)
    answerLike(peer, switch_address, (dialog) => {
      dialogs.push({ dialog, peer })
      if (dialogs.length > DIALOGS_MAX) dialogs.shift()
    })

  function next(): { peer: Peer; bytes: Buffer } {
    const going_on = dialogs.length > 0 && chance.next() < SHARE_WITHIN
    if (going_on) {
      const { dialog, peer } = chance.pick(dialogs)
      const sender = { address: peer.address, switch_address, chance }
      return { peer, bytes: within(sender, dialog, chance.pick(WITHIN)) }
    }
    const peer = chance.pick(chance.next() < 0.7 ? callers : strangers)
    const sender = { address: peer.address, switch_address, chance }
    return { peer, bytes: alone(sender, chance.pick(ALONE)) }
  }

  const [first] = callers
  if (!first) throw new Error('The fuzzer needs a caller.')
  // No tariff has a rate for its number.
  const refused = () => sipRequest(switch_address, first.address, {}).replaceAll('441234', '9')
  const ping = () => sipRequest(switch_address, watcher.address, { method: 'OPTIONS' })
  try {
    for (let sent = 1; sent <= options.messages; sent++) {
      const { peer, bytes } = next()
      peer.send(chance.next() < SHARE_WHOLE ? bytes : mutate(bytes, chance), switch_address)
      if (sent % BURST === 0) await finalReply(first, switch_address, refused())
      if (sent % BETWEEN_PROBES === 0) {
        await finalReply(watcher, switch_address, ping())
        for (const one of [...callers, ...strangers]) one.heard.length = 0
      }
    }
    await finalReply(watcher, switch_address, ping())
  } finally {
    for (const peer of [...callers, ...strangers, watcher]) peer.close()
  }
}

/** Every phone acknowledges the final reply to its INVITE (ACK). */
function answerLike(peer: Peer, switch_address: string, onCall: (dialog: Dialog) => void): void {
  peer.onHeard(({ text }) => {
    const code = Number(/^SIP\/2\.0 (\d{3})/.exec(text)?.[1] ?? 0)
    const cseq = headersOf(text, 'CSeq')[0] ?? ''
    if (code < 200 || !cseq.endsWith('INVITE')) return
    const value = (name: string) => headersOf(text, name)[0] ?? ''
    const tagOf = (name: string) => /;\s*tag=([^;\s]+)/.exec(value(name))?.[1] ?? ''
    const contact = /<([^>]*)>/.exec(value('Contact'))?.[1] ?? `sip:${switch_address}`
    const routes = code < 300 ? headersOf(text, 'Record-Route').reverse() : []
    const lines = [
      `ACK ${contact} SIP/2.0`,
      `Via: ${value('Via')}${code < 300 ? 'ack' : ''}`,
      ...routes.map((route) => `Route: ${route}`),
      ...['From', 'To', 'Call-ID'].map((name) => `${name}: ${value(name)}`),
      `CSeq: ${cseq.replace('INVITE', 'ACK')}`,
      'Max-Forwards: 70',
      'Content-Length: 0',
      '\r\n',
    ]
    peer.send(Buffer.from(lines.join('\r\n'), 'latin1'), switch_address)
    if (code >= 300) return
    const tags = { from_tag: tagOf('From'), to_tag: tagOf('To') }
    onCall({ call_id: value('Call-ID'), ...tags, contact, routes })
  })
}
