// Which events are one message, and which of the messages are sent now: nothing twice, nothing to
// those who do not want it, and no flood.
import type { Suppression } from './delivery.ts'
import type { NotifiedEvent } from './event.ts'
import type { Match, NotificationRule } from './matches-rule.ts'
import type { Recipient } from './recipients.ts'

/** The time that an event has to wait for others of its group. */
const GROUP_MS = 10_000
const ownGroup = ({ id, alarm_id }: NotifiedEvent): string =>
  alarm_id === null ? `event ${id}` : `alarm ${alarm_id}`

/** A group has one topic, since a recipient may have had enough of one of them. */
const groupOf = (event: NotifiedEvent): string =>
  `${event.topic} ${event.group_key || ownGroup(event)}`

/** Those whose group is complete: its first event is old enough. */
export function takeReady(events: readonly NotifiedEvent[], now_ms: number): NotifiedEvent[] {
  const old = events.filter(({ occurred_at }) => Date.parse(occurred_at) <= now_ms - GROUP_MS)
  const groups = new Set(old.map(groupOf))
  return events.filter((event) => groups.has(groupOf(event)))
}

/** An event that a recipient gets by a rule. */
export interface Wanted<R extends NotificationRule> extends Recipient {
  readonly rule: R
  readonly event: NotifiedEvent
  readonly match: Exclude<Match, 'NO'>
}

export interface Draft<R extends NotificationRule> extends Recipient {
  readonly rule: R
  readonly events: readonly NotifiedEvent[]
  /** Why it is not sent now; null if it is. */
  readonly reason: Suppression | null
}

/** By rule and recipient. */
export const keyOfRecipient = (
  rule_id: number,
  { channel, recipient, webhook_id }: Pick<Recipient, 'channel' | 'recipient' | 'webhook_id'>,
): string => `${rule_id} ${channel} ${webhook_id ?? recipient}`

export interface Refusals {
  readonly bounced: ReadonlySet<string>
  isUnsubscribed(address: string, owner_id: number, topic: string): boolean
}

/**
 * Several rules may find the same recipient for an event: the first that sends it now counts.
 * `counts` has the messages of the last hour, by rule and recipient.
 */
export function draftDeliveries<R extends NotificationRule & { readonly max_per_hour: number }>(
  wanted: readonly Wanted<R>[],
  counts: ReadonlyMap<string, number>,
  refusals: Refusals,
): Draft<R>[] {
  const sent = new Map(counts)
  return groupWanted(wanted).map((group) => {
    const [first] = group
    const { rule, event, match, channel, recipient, webhook_id, sender_id, timezone } = first
    const to = { rule, channel, recipient, webhook_id, sender_id, timezone }
    const key = keyOfRecipient(rule.id, first)
    const count = sent.get(key) ?? 0
    const refused = reasonToRefuse(to, event.topic, refusals)
    const isFull = count >= rule.max_per_hour
    const held = match === 'LATER' ? 'HOURS' : isFull ? 'DIGEST' : null
    const reason = refused ?? held
    if (reason === null) sent.set(key, count + 1)
    return { ...to, events: group.map((one) => one.event), reason }
  })
}

export function reasonToRefuse(
  {
    channel,
    recipient,
    rule,
  }: Pick<Recipient, 'channel' | 'recipient'> & {
    readonly rule: { readonly owner_id: number }
  },
  topic: string,
  refusals: Refusals,
): 'BOUNCED' | 'UNSUBSCRIBED' | null {
  if (channel !== 'EMAIL') return null
  if (refusals.bounced.has(recipient)) return 'BOUNCED'
  return refusals.isUnsubscribed(recipient, rule.owner_id, topic) ? 'UNSUBSCRIBED' : null
}

type Group<R extends NotificationRule> = [Wanted<R>, ...Wanted<R>[]]

function groupWanted<R extends NotificationRule>(wanted: readonly Wanted<R>[]): Group<R>[] {
  const known = new Set<string>()
  const groups = new Map<string, Group<R>>()
  const inOrder = wanted.toSorted(
    (a, b) =>
      Number(a.match === 'LATER') - Number(b.match === 'LATER') ||
      a.rule.id - b.rule.id ||
      a.event.id - b.event.id,
  )
  for (const one of inOrder) {
    const { event, rule, match } = one
    const once = `${event.id} ${keyOfRecipient(0, one)}`
    if (known.has(once)) continue
    known.add(once)
    const key = `${keyOfRecipient(rule.id, one)} ${match} ${groupOf(event)}`
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return [...groups.values()]
}
