// The active calls of this engine, and the load of clients, gateways and carriers.
import { type Grant, type MoneyEnd, moneyEndOf } from '#core/account/payer.ts'
import { type Call, routeOver } from '#core/call/call.ts'
import type { Cut } from '#core/routing/cuts.ts'
import { ON_NET } from '#core/routing/decision.ts'
import { PercentCounters } from '#core/routing/percent-counters.ts'
import type { Load, LoadKind, Usage } from '#core/routing/snapshot.ts'

/** Why the engine ends a call. */
export type HangUp = Extract<Cut, 'HUNG_UP' | 'ACCOUNT_BLOCKED' | 'RTP_TIMEOUT'>

export interface ActiveCall {
  /** Routes are removed when their carrier has no credit left. */
  call: Call
  readonly dialog: string
  gateway_id: number
  granted_seconds: number
  /** Epoch seconds, as the switch stamped them. */
  ringing_at: number | null
  answered_at: number | null
  /** Whether ringing is stored in the database. */
  is_ringing_written: boolean
  /** The engine's monotonic clock at the answer; null when the answer did not arrive live. */
  answered_monotonic_ms: number | null
  /** True while an extension is being written, so that it is not requested twice. */
  is_extending: boolean
  /**
   * Where the money ended when a grant was shorter than wanted; a later extension may have moved
   * it.
   */
  money_end: MoneyEnd | null
  /** Set while the call has ended and cannot be closed, although the database responds. */
  unclosed: { readonly pause_ms: number; readonly again_at_ms: number } | null
  /** Why the engine has ended it. */
  hang_up: HangUp | null
  /** When the switch was last known to have the call, in epoch seconds. */
  seen_at: number
  /** Which opening of the charging queue it was when the switch was found not to list the call. */
  missing_at: number | null
  /** When it was last seen, if the switch has lost it and only its BYE is still expected. */
  lost_at: number | null
  /** When the last packet of its media is known to have come, in epoch seconds. */
  media_at: number
  /** The engine's monotonic clock of that query; null before the first. */
  media_monotonic_ms: number | null
  /** Consecutive media queries without an answer of rtpengine. */
  missed_media_replies: number
}

/** Sets the grant that the call has from now on. */
export function takeGrant(active: ActiveCall, grant: Grant & { kind: 'granted' }): void {
  active.granted_seconds = grant.seconds
  active.money_end = moneyEndOf(grant) ?? active.money_end
}

/** Whether the last grant was limited by money. */
export const isShort = ({ money_end, granted_seconds }: ActiveCall): boolean =>
  money_end?.seconds === granted_seconds

type Key = `${LoadKind} ${number | string}`

const SECOND_MS = 1000
const REFUSED_MAX = 10_000
const NOBODY: Load = { calls: 0, starts: 0 }

/** State of gateways and registrations, maintained elsewhere. */
export type GatewayAndUserState = Pick<Usage, 'condition' | 'isRegistered'>

export class ActiveCalls implements Usage {
  readonly #by_id = new Map<string, ActiveCall>()
  readonly #by_dialog = new Map<string, ActiveCall>()
  readonly #by_sip_call_id = new Map<string, ActiveCall>()
  readonly #counts = new Map<Key, number>()
  /** When calls began, newest last. */
  readonly #starts = new Map<Key, number[]>()
  readonly #monotonic_ms: () => number
  readonly #refused = new Set<string>()
  #exhausted: ReadonlySet<number> = new Set()

  readonly percent_counters = new PercentCounters()
  readonly condition: Usage['condition']
  readonly isRegistered: Usage['isRegistered']

  constructor(monotonic_ms: () => number, { condition, isRegistered }: GatewayAndUserState) {
    this.#monotonic_ms = monotonic_ms
    this.condition = condition
    this.isRegistered = isRegistered
  }

  get size(): number {
    return this.#by_id.size
  }

  all = (): IterableIterator<ActiveCall> => this.#by_id.values()
  ids = (): string[] => [...this.#by_id.keys()]

  find(by: { call_id: string; dialog: string; sip_call_id: string }): ActiveCall | undefined {
    return (
      this.#by_id.get(by.call_id) ??
      this.#by_dialog.get(by.dialog) ??
      // A switch that lost its dialogs knows only the Call-ID.
      (by.dialog === '' ? this.#by_sip_call_id.get(by.sip_call_id) : undefined)
    )
  }

  add(active: ActiveCall): void {
    const { call } = active
    this.#by_id.set(call.call_id, active)
    this.#by_dialog.set(active.dialog, active)
    this.#by_sip_call_id.set(call.invite.sip_call_id, active)
    for (const key of keysOf(active)) {
      this.#count(key, 1)
      this.#noteStart(key)
    }
  }

  remove(active: ActiveCall): void {
    if (!this.#by_id.delete(active.call.call_id)) return
    this.#by_dialog.delete(active.dialog)
    this.#by_sip_call_id.delete(active.call.invite.sip_call_id)
    for (const key of keysOf(active)) this.#count(key, -1)
  }

  /** The call as it was opened: some of its routes may have been left out. */
  settle(active: ActiveCall, call: Call): void {
    active.call = call
    const [first] = call.routes
    if (first) this.moveTo(active, first.gateway_id)
  }

  /** The call has moved on to another gateway; `ON_NET` is none, until it is known. */
  moveTo(active: ActiveCall, gateway_id: number): void {
    if (active.gateway_id === gateway_id || !this.#by_id.has(active.call.call_id)) return
    for (const key of placesOf(active)) this.#count(key, -1)
    active.gateway_id = gateway_id
    for (const key of placesOf(active)) {
      this.#count(key, 1)
      this.#noteStart(key)
    }
  }

  load(kind: LoadKind, id: number | string): Load {
    const key: Key = `${kind} ${id}`
    const calls = this.#counts.get(key)
    const starts = this.#starts.get(key)
    if (!calls && !starts) return NOBODY
    return { calls: calls ?? 0, starts: starts ? this.#recent(starts) : 0 }
  }

  /** The switch reports the end of refused calls too; they need no lookup. */
  noteRefused(call_id: string): void {
    this.#refused.add(call_id)
    const [oldest] = this.#refused
    if (this.#refused.size > REFUSED_MAX && oldest !== undefined) this.#refused.delete(oldest)
  }

  /** True once for a call that was refused a short while ago. */
  forgetRefused = (call_id: string): boolean => this.#refused.delete(call_id)

  isExhausted = (settlement_id: number): boolean => this.#exhausted.has(settlement_id)

  setExhausted(settlement_ids: readonly number[]): void {
    this.#exhausted = new Set(settlement_ids)
  }

  #count(key: Key, change: 1 | -1): void {
    const count = (this.#counts.get(key) ?? 0) + change
    if (count === 0) this.#counts.delete(key)
    else this.#counts.set(key, count)
  }

  #noteStart(key: Key): void {
    const starts = this.#starts.get(key) ?? []
    starts.push(this.#monotonic_ms())
    this.#recent(starts)
    this.#starts.set(key, starts)
  }

  /** Called numbers are many and rarely repeat: inactive ones are removed. */
  forgetRested(): void {
    for (const [key, starts] of this.#starts) {
      if (this.#recent(starts) === 0) this.#starts.delete(key)
    }
  }

  /** How many of the starts lie within the last second; forgets the older ones. */
  #recent(starts: number[]): number {
    const from = this.#monotonic_ms() - SECOND_MS
    const first = starts.findIndex((start) => start > from)
    starts.splice(0, first === -1 ? starts.length : first)
    return starts.length
  }
}

/** The parties and gateways whose limits this call counts against (docs/domain/routing.md, R3). */
const keysOf = (active: ActiveCall): Key[] => [...partiesOf(active), ...placesOf(active)]

function partiesOf({ call }: ActiveCall): Key[] {
  const { account_id, client_ip_id, sip_user_id, reseller_ids, called_user_id } = call.identity
  const keys: Key[] = [`CLIENT ${account_id}`]
  if (client_ip_id !== null) keys.push(`CLIENT_IP ${client_ip_id}`)
  if (sip_user_id !== null) keys.push(`SIP_USER ${sip_user_id}`)
  if (called_user_id !== undefined) keys.push(`SIP_USER ${called_user_id}`)
  for (const id of reseller_ids) keys.push(`RESELLER ${id}`)
  return keys
}

function placesOf({ call, gateway_id }: ActiveCall): Key[] {
  if (gateway_id === ON_NET) return []
  const keys: Key[] = [
    `GATEWAY ${gateway_id}`,
    `NUMBER ${gateway_id} ${call.identity.called_number}`,
  ]
  const route = routeOver(call, gateway_id)
  if (route?.settlement_id != null) keys.push(`SETTLEMENT ${route.settlement_id}`)
  if (route?.target_id != null) keys.push(`TARGET ${route.target_id}`)
  return keys
}
