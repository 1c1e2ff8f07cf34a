// The calls of this engine that are going on, and how busy that makes
// clients, gateways and carriers.
import type { Call } from '#core/call/call.ts'
import type { Load, Usage } from '#core/routing/switchboard.ts'

export interface ActiveCall {
  readonly call: Call
  readonly dialog: string
  gateway_id: number
  granted_seconds: number
  /** Epoch seconds, as the switch stamped them. */
  ringing_at: number | null
  answered_at: number | null
  /** The engine's own monotonic clock at the answer; null when it did not hear the answer live. */
  answered_monotonic_ms: number | null
  /** True while more money is being held, so that it is not asked for twice. */
  is_extending: boolean
  /** True once the money does not pay for more. */
  is_money_over: boolean
  is_hang_up_asked: boolean
  /** When the switch was last known to have the call, in epoch seconds. */
  seen_at: number
  /** Which opening of the call book it was when the switch was found not to list the call. */
  missing_at: number | null
}

type Party = 'client' | 'gateway' | 'settlement'

const SECOND_MS = 1000
const REFUSED_MAX = 10_000
const NOBODY: Load = { calls: 0, starts: 0 }

const mapPerParty = <T>(): Record<Party, Map<number, T>> => ({
  client: new Map(),
  gateway: new Map(),
  settlement: new Map(),
})

export class ActiveCalls implements Usage {
  readonly #by_id = new Map<string, ActiveCall>()
  readonly #by_dialog = new Map<string, ActiveCall>()
  readonly #by_sip_call_id = new Map<string, ActiveCall>()
  readonly #counts = mapPerParty<number>()
  /** When calls began, newest last. */
  readonly #starts = mapPerParty<number[]>()
  readonly #monotonic_ms: () => number
  readonly #refused = new Set<string>()
  #exhausted: ReadonlySet<number> = new Set()

  constructor(monotonic_ms: () => number) {
    this.#monotonic_ms = monotonic_ms
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
      // A switch that lost its dialogs knows nothing but the Call-ID.
      (by.dialog === '' ? this.#by_sip_call_id.get(by.sip_call_id) : undefined)
    )
  }

  add(active: ActiveCall): void {
    const { call } = active
    this.#by_id.set(call.call_id, active)
    this.#by_dialog.set(active.dialog, active)
    this.#by_sip_call_id.set(call.invite.sip_call_id, active)
    for (const [party, id] of partiesOf(active)) {
      this.#count(party, id, 1)
      this.#noteStart(party, id)
    }
  }

  remove(active: ActiveCall): void {
    if (!this.#by_id.delete(active.call.call_id)) return
    this.#by_dialog.delete(active.dialog)
    this.#by_sip_call_id.delete(active.call.invite.sip_call_id)
    for (const [party, id] of partiesOf(active)) this.#count(party, id, -1)
  }

  /** The call has moved on to another gateway. */
  moveTo(active: ActiveCall, gateway_id: number): void {
    if (active.gateway_id === gateway_id || !this.#by_id.has(active.call.call_id)) return
    for (const [party, id] of partiesOf(active)) this.#count(party, id, -1)
    active.gateway_id = gateway_id
    for (const [party, id] of partiesOf(active)) this.#count(party, id, 1)
  }

  load(party: Party, id: number): Load {
    const calls = this.#counts[party].get(id)
    const starts = this.#starts[party].get(id)
    if (!calls && !starts) return NOBODY
    return { calls: calls ?? 0, starts: starts ? this.#recent(starts) : 0 }
  }

  /** The switch tells of the end of refused calls too; nobody has to look for them. */
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

  #count(party: Party, id: number, change: 1 | -1): void {
    const counts = this.#counts[party]
    const count = (counts.get(id) ?? 0) + change
    if (count === 0) counts.delete(id)
    else counts.set(id, count)
  }

  #noteStart(party: Party, id: number): void {
    const starts = this.#starts[party].get(id) ?? []
    starts.push(this.#monotonic_ms())
    this.#recent(starts)
    this.#starts[party].set(id, starts)
  }

  /** How many of the starts lie within the last second; forgets the older ones. */
  #recent(starts: number[]): number {
    const from = this.#monotonic_ms() - SECOND_MS
    const first = starts.findIndex((start) => start > from)
    starts.splice(0, first === -1 ? starts.length : first)
    return starts.length
  }
}

function partiesOf(active: ActiveCall): [Party, number][] {
  const route = active.call.routes.find((r) => r.gateway_id === active.gateway_id)
  return [
    ['client', active.call.identity.account_id],
    ['gateway', active.gateway_id],
    ...(route ? [['settlement', route.settlement_id] satisfies [Party, number]] : []),
  ]
}
