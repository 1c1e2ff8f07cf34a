// The messages of a traced call as lines of the ladder, with what the switch decided between them.
import type { SipMessage, TracedMessages } from '#contract/calls/sip-messages.ts'
import { addressAndPort } from '#core/sip-trace/address-and-port.ts'
import { foldRepeats } from '#core/sip-trace/fold-repeats.ts'
import {
  columnsBetween,
  type LadderColumn,
  ladderColumns,
  otherEnd,
} from '#core/sip-trace/ladder-columns.ts'
import {
  type CallFacts,
  decisionNotes,
  type LadderNote,
  moneyNotes,
  type RouteNote,
  routeNotes,
} from './ladder-notes.ts'

export interface MessageLine {
  readonly kind: 'message'
  readonly message: SipMessage & { readonly from: string; readonly to: string }
  /** When it was sent first, and again; seconds after the first message of the call. */
  readonly times: readonly number[]
  readonly from_column: number
  readonly to_column: number
}

export interface NoteLine extends LadderNote {
  readonly kind: 'note'
  /** Seconds after the first message. */
  readonly after: number | undefined
}

export interface TracedLadder {
  readonly columns: readonly LadderColumn[]
  readonly lines: readonly (MessageLine | NoteLine)[]
}

export function tracedLadder(
  { messages, gateways }: TracedMessages,
  facts: CallFacts,
): TracedLadder {
  const placed = messages.map((message) => ({
    ...message,
    from: addressAndPort(message.from_ip, message.from_port),
    to: addressAndPort(message.to_ip, message.to_port),
  }))
  const names = new Map(gateways.map(({ address, name }) => [address, name]))
  const columns = ladderColumns(placed, names)
  const begin = secondsOf(placed[0]?.at ?? '')
  // A text that the user may not see is empty: such messages differ by other words.
  const repeatable = placed.map((message) => ({
    ...message,
    text: message.text || `${message.summary} ${message.cseq}`,
    message,
  }))
  const lines = foldRepeats(repeatable).map(({ first, times }): MessageLine => {
    const [from_column, to_column] = columnsBetween(columns, first)
    return {
      kind: 'message',
      message: first.message,
      times: times.map(({ at }) => secondsOf(at) - begin),
      from_column,
      to_column,
    }
  })
  return { columns, lines: withNotes(lines, facts, begin) }
}

const secondsOf = (at: string): number => Date.parse(at) / 1000

function withNotes(
  lines: readonly MessageLine[],
  facts: CallFacts,
  begin: number,
): (MessageLine | NoteLine)[] {
  const noteLine = (note: LadderNote): NoteLine => ({
    ...note,
    kind: 'note',
    after: note.at === undefined ? undefined : Math.max(0, secondsOf(note.at) - begin),
  })
  const before = routesBefore(lines, routeNotes(facts))
  const decision = decisionNotes(facts)
  const firstRoute = before.findIndex((note) => note !== undefined)
  // A call that went nowhere was decided after its first message.
  const decidedAt = firstRoute < 0 ? firstInviteOut(lines) : firstRoute
  return [
    ...lines.flatMap((line, i) => {
      const route = before[i]
      const notes = [...(i === decidedAt ? decision : []), ...(route ? [route] : [])]
      return [...notes.map(noteLine), line]
    }),
    ...(decidedAt < lines.length ? [] : decision.map(noteLine)),
    ...moneyNotes(facts).map(noteLine),
  ]
}

const isInviteOut = ({ message }: MessageLine): boolean =>
  message.direction === 'OUT' && message.summary === 'INVITE'

function firstInviteOut(lines: readonly MessageLine[]): number {
  const found = lines.findIndex(isInviteOut)
  return found < 0 ? Math.min(1, lines.length) : found
}

/**
 * At the place of each line, the route that begins with it: the first INVITE to the address of the
 * route, or else, since a gateway may be known by its name, the next to any other address.
 */
function routesBefore(
  lines: readonly MessageLine[],
  routes: readonly RouteNote[],
): (RouteNote | undefined)[] {
  const known = new Set(routes.map(({ address }) => address))
  const left = [...routes]
  const seen = new Set<string>()
  return lines.map((line) => {
    const address = otherEnd(line.message)
    if (!isInviteOut(line) || seen.has(address)) return undefined
    seen.add(address)
    const at = left.findIndex((route) =>
      known.has(address) ? route.address === address : !addressIsSeen(lines, route.address),
    )
    return at < 0 ? undefined : left.splice(at, 1)[0]
  })
}

const addressIsSeen = (lines: readonly MessageLine[], address: string | null): boolean =>
  lines.some(({ message }) => otherEnd(message) === address)
