// The active calls of this engine, and the load of clients, gateways and carriers by them. The load
// of all engines is in the database, where it is checked before a call begins (ADR-0035).
import { type Grant, type MoneyEnd, moneyEndOf } from '#core/account/payer.ts'
import type { Call } from '#core/call/call.ts'
import { subjectsOf } from '#core/call/call-subjects.ts'
import { type Subject, subjectOf } from '#core/routing/call-limits.ts'
import type { Cut } from '#core/routing/cuts.ts'
import { PercentCounters } from '#core/routing/percent-counters.ts'
import type { Load, LoadKind, Usage } from '#core/routing/snapshot.ts'
import { LimitHits } from './limit-hits.ts'

/** Why the engine ends a call. */
export type HangUp = Extract<Cut, 'HUNG_UP' | 'ACCOUNT_BLOCKED' | 'RTP_TIMEOUT' | 'CALL_LOST'>

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
  /** Its last offer was a hold, when the switch listed it last. */
  is_held: boolean
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

const SECOND_MS = 1000
const REFUSED_MAX = 10_000
const NOBODY: Load = { calls: 0, starts: 0 }

/** State of gateways and registrations, maintained elsewhere. */
export type GatewayAndUserState = Pick<Usage, 'condition' | 'isRegistered'>

export class ActiveCalls implements Usage {
  readonly #by_id = new Map<string, ActiveCall>()
  readonly #by_dialog = new Map<string, ActiveCall>()
  readonly #by_sip_call_id = new Map<string, ActiveCall>()
  /** The subjects in which each call counts. */
  readonly #subjects = new Map<ActiveCall, readonly Subject[]>()
  readonly #counts = new Map<Subject, number>()
  /** When calls began, newest last. */
  readonly #starts = new Map<Subject, number[]>()
  readonly #monotonic_ms: () => number
  readonly #refused = new Set<string>()
  #exhausted: ReadonlySet<number> = new Set()

  readonly percent_counters = new PercentCounters()
  readonly limit_hits = new LimitHits()
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
  }

  /** Counts a call that is in the database; `begun_ms` by the monotonic clock. */
  enter(active: ActiveCall, begun_ms: number): void {
    if (!this.#has(active)) return
    this.#countIn(active, subjectsOf(active.call, active.gateway_id), begun_ms)
  }

  remove(active: ActiveCall): void {
    if (!this.#has(active)) return
    this.#by_id.delete(active.call.call_id)
    this.#by_dialog.delete(active.dialog)
    this.#by_sip_call_id.delete(active.call.invite.sip_call_id)
    this.#countIn(active, [], 0)
    this.#subjects.delete(active)
  }

  /** The call as it was opened: some of its routes may have been left out. */
  settle(active: ActiveCall, call: Call): void {
    active.call = call
    const [first] = call.routes
    if (first) this.moveTo(active, first.gateway_id)
  }

  /** The call has moved on to another gateway; `ON_NET` is none, until it is known. */
  moveTo(active: ActiveCall, gateway_id: number): void {
    if (active.gateway_id === gateway_id || !this.#has(active)) return
    active.gateway_id = gateway_id
    if (this.#subjects.has(active)) this.enter(active, this.#monotonic_ms())
  }

  load(kind: LoadKind, id: number | string): Load {
    const subject = subjectOf(kind, id)
    const calls = this.#counts.get(subject)
    const starts = this.#starts.get(subject)
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

  /**
   * False for a call that was removed, even if a query that still found it open has added it again
   * meanwhile: the next comparison with the switch closes that one.
   */
  #has = (active: ActiveCall): boolean => this.#by_id.get(active.call.call_id) === active

  /** Counts the call in these subjects in place of those before. */
  #countIn(active: ActiveCall, subjects: readonly Subject[], begun_ms: number): void {
    const before = this.#subjects.get(active) ?? []
    for (const subject of before) if (!subjects.includes(subject)) this.#count(subject, -1)
    for (const subject of subjects) {
      if (before.includes(subject)) continue
      this.#count(subject, 1)
      this.#noteStart(subject, begun_ms)
    }
    this.#subjects.set(active, subjects)
  }

  #count(subject: Subject, change: 1 | -1): void {
    const count = (this.#counts.get(subject) ?? 0) + change
    if (count === 0) this.#counts.delete(subject)
    else this.#counts.set(subject, count)
  }

  #noteStart(subject: Subject, begun_ms: number): void {
    const starts = this.#starts.get(subject) ?? []
    starts.push(begun_ms)
    this.#recent(starts)
    this.#starts.set(subject, starts)
  }

  /** Called numbers are many and rarely repeat: inactive ones are removed. */
  forgetRested(): void {
    for (const [subject, starts] of this.#starts) {
      if (this.#recent(starts) === 0) this.#starts.delete(subject)
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

/**
 * The load of this engine's calls, but for the subjects whose load over all engines is known, and
 * the SIP users of this node and some of others.
 */
export const withFacts = (
  usage: Usage,
  loads: ReadonlyMap<Subject, Load>,
  elsewhere: ReadonlyMap<string, string>,
): Usage => ({
  load: (kind, id) => loads.get(subjectOf(kind, id)) ?? usage.load(kind, id),
  isExhausted: usage.isExhausted,
  condition: usage.condition,
  isRegistered: (username) => usage.isRegistered(username) || elsewhere.has(username),
  percent_counters: usage.percent_counters,
})
