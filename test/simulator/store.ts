// The tables that calls are written to, as the database has them: what is locked is read, what a
// batch changes is written as a whole or not at all, and constraints are constraints.
import { strict as assert } from 'node:assert'
import type { Balance as LockedBalance } from '#core/account/available-funds.ts'
import type { SubscriptionSeconds } from '#core/account/package.ts'
import type {
  BatchChanges,
  LockedCall,
  LockedCounter,
  OpenCallRow,
} from '#core/billing/call-batch-rows.ts'
import type { RowsToLock } from '#core/billing/rows-to-lock.ts'
import { addSums, money, NO_SUM, subtractSums, toSum } from '#core/money.ts'
import type { Subject } from '#core/routing/call-limits.ts'
import type { ClaimedCall, StoredCall } from '#db/calls/open-calls.ts'
import type { AvailableFunds, SimulatedPackage } from './world.ts'

/** Broken by the code under test, never by a simulation that works. */
export class ConstraintBroken extends Error {}

export type Balance = { -readonly [Key in keyof LockedBalance]: LockedBalance[Key] }

export interface OpenCall extends OpenCallRow {
  state: 'ROUTING' | 'RINGING' | 'ANSWERED'
  ringing_at: number | null
  answered_at: number | null
  hang_up_asked: boolean
}

/** After that time without a heartbeat, any engine may claim the calls of an engine. */
const SILENCE_MS = 15_000

export class Store {
  readonly balances = new Map<number, Balance>()
  readonly open = new Map<string, OpenCall>()
  readonly subscriptions = new Map<number, SubscriptionSeconds>()
  /** Ids of calls that have their last record. */
  readonly recorded = new Set<string>()
  readonly #seen_at = new Map<string, number>()
  readonly #counters = new Map<Subject, LockedCounter>()

  constructor(available_funds: readonly AvailableFunds[], packages: readonly SimulatedPackage[]) {
    for (const { id, seconds: seconds_left } of packages) {
      const row = {
        id,
        state: 'ACTIVE',
        seconds_left,
        seconds_held: 0,
        period_ends_at: null,
      } as const
      this.subscriptions.set(id, row)
    }
    for (const { parent_id: _, ...funds } of available_funds) {
      this.balances.set(funds.account_id, {
        ...funds,
        balance: toSum(funds.balance),
        held: NO_SUM,
        lent: toSum(funds.lent),
        spent_day: '2026-01-01',
        spent_today: NO_SUM,
        spent_this_month: NO_SUM,
      })
    }
  }

  lock({ account_ids, call_ids, subscription_ids, subjects }: RowsToLock): {
    balances: LockedBalance[]
    calls: LockedCall[]
    subscriptions: SubscriptionSeconds[]
    counters: LockedCounter[]
  } {
    const of_calls = call_ids.flatMap((id) => this.open.get(id)?.subjects ?? [])
    const accounts = [...new Set(account_ids)].sort((a, b) => a - b)
    return {
      balances: accounts.flatMap((id) => {
        const row = this.balances.get(id)
        return row ? [{ ...row }] : []
      }),
      calls: [...new Set(call_ids)].flatMap((id) => {
        const call = this.open.get(id)
        if (!call) return []
        const { call_id, payer_ids, held, granted_seconds } = call
        const { package_subscription_id, package_seconds_held } = call
        const of_package = { package_subscription_id, package_seconds_held }
        const of_payers = { payer_ids: [...payer_ids], held: [...held] }
        const subjects = [...call.subjects]
        return [{ call_id, granted_seconds, subjects, ...of_payers, ...of_package }]
      }),
      subscriptions: [...new Set(subscription_ids)].flatMap(
        (id) => this.subscriptions.get(id) ?? [],
      ),
      counters: [...new Set([...subjects, ...of_calls])].map((subject) => this.#counterOf(subject)),
    }
  }

  /** For calls that come from another database, or go there. */
  moveCounts(subjects: readonly Subject[], calls: 1 | -1): void {
    for (const subject of subjects) {
      const counter = this.#counterOf(subject)
      this.#counters.set(subject, { ...counter, calls: counter.calls + calls })
    }
  }

  /** A counter is the number of open calls that name its subject. */
  checkCounters(): void {
    for (const [subject, { calls }] of this.#counters) {
      this.#check(calls === this.#countNaively(subject), `the counter of ${subject} is right`)
    }
  }

  /** Every subject has a counter, so that all of them are checked. */
  #counterOf(subject: Subject): LockedCounter {
    return this.#counters.get(subject) ?? { subject, calls: 0, starts_ms: [], is_stored: true }
  }

  /** How often open calls name the subject. */
  #countNaively(subject: Subject): number {
    let count = 0
    for (const call of this.open.values()) {
      count += call.subjects.filter((one) => one === subject).length
    }
    return count
  }

  write(changes: BatchChanges): void {
    for (const change of changes.balances) {
      const row = this.balances.get(change.account_id)
      if (!row) continue
      row.balance = addSums(row.balance, change.balance)
      row.held = addSums(row.held, change.held)
      row.spent_day = change.spent_day
      row.spent_today = change.spent_today
      row.spent_this_month = change.spent_this_month
      this.#check(row.held >= 0, `less than nothing is held of ${row.account_id}`)
      const is_above = !row.has_floor || aboveFloor(row) >= 0
      this.#check(is_above, `account ${row.account_id} is below its floor`)
    }
    for (const { id, seconds_left, seconds_held } of changes.subscriptions) {
      const row = this.subscriptions.get(id)
      if (!row) continue
      const [left, held] = [row.seconds_left + seconds_left, row.seconds_held + seconds_held]
      this.#check(held >= 0 && left >= held, `package ${id} has ${left} s and holds ${held}`)
      this.subscriptions.set(id, { ...row, seconds_left: left, seconds_held: held })
    }
    for (const call of changes.opened) {
      this.#check(!this.open.has(call.call_id), `call ${call.call_id} is opened twice`)
      const state = { state: 'ROUTING', ringing_at: null, answered_at: null } as const
      this.open.set(call.call_id, { ...call, ...state, hang_up_asked: false })
    }
    for (const change of changes.changed) {
      const call = this.open.get(change.call_id)
      if (!call) continue
      const said = Object.entries(change).filter(([, value]) => value !== null)
      Object.assign(call, Object.fromEntries(said))
    }
    for (const record of changes.records) {
      if (!record.is_last) continue
      const { call_id } = record
      this.#check(!this.recorded.has(call_id), `call ${call_id} has two last records`)
      this.recorded.add(call_id)
    }
    for (const call_id of changes.closed) {
      this.#check(this.open.delete(call_id), `call ${call_id} is closed, and was not open`)
    }
    for (const { subject, calls, starts_ms } of changes.counters) {
      const counted = this.#counterOf(subject).calls + calls
      this.#counters.set(subject, { subject, calls: counted, starts_ms, is_stored: true })
      this.#check(counted === this.#countNaively(subject), `the counter of ${subject} is right`)
    }
  }

  #check(holds: boolean, what: string): void {
    if (!holds) throw new ConstraintBroken(what)
  }

  noteSeen(engine: string, now_ms: number): void {
    this.#seen_at.set(engine, now_ms)
  }

  claim(engine: string, known: readonly string[], now_ms: number): ClaimedCall[] {
    const known_ids = new Set(known)
    const claimed: ClaimedCall[] = []
    for (const call of this.open.values()) {
      if (known_ids.has(call.call_id)) continue
      const is_alive = now_ms - (this.#seen_at.get(call.engine) ?? -SILENCE_MS) < SILENCE_MS
      if (call.engine !== engine && is_alive) continue
      Object.assign(call, { engine })
      claimed.push({ ...toStored(call), switch_seen_at: null, is_foreign: false })
    }
    return claimed
  }

  find(by: { call_id: string | null; dialog: string; sip_call_id: string }): StoredCall[] {
    if (by.call_id !== null) {
      const call = this.open.get(by.call_id)
      return call ? [toStored(call)] : []
    }
    for (const call of this.open.values()) {
      if (call.sip_call_id !== by.sip_call_id) continue
      if (by.dialog === '' || by.dialog === call.dialog) return [toStored(call)]
    }
    return []
  }

  /** A payment from one to the other; refused like that of a reseller without money. */
  pay(from: number | null, to: number, millionths: number): boolean {
    const payer = from === null ? undefined : this.balances.get(from)
    const payee = this.balances.get(to)
    assert(payee, 'who is paid has a balance')
    if (payer) {
      if (freeOf(payer) < millionths) return false
      payer.balance = subtractSums(payer.balance, money(millionths))
    }
    payee.balance = addSums(payee.balance, money(millionths))
    return true
  }
}

const aboveFloor = ({ balance, credit_limit, held }: LockedBalance) =>
  subtractSums(addSums(balance, credit_limit), held)

const freeOf = (row: LockedBalance) => subtractSums(aboveFloor(row), row.lent)

/** As the columns come out of the database: what was decided is JSON. */
function toStored(call: OpenCall): StoredCall {
  return {
    call_id: call.call_id,
    dialog: call.dialog,
    sip_call_id: call.sip_call_id,
    state: call.state,
    gateway_id: call.gateway_id,
    ringing_at: call.ringing_at,
    answered_at: call.answered_at,
    granted_seconds: call.granted_seconds,
    money_end: call.money_end,
    lost_at: null,
    hang_up_asked_at: call.hang_up_asked ? '2026-01-01T00:00:00Z' : null,
    decided: JSON.parse(JSON.stringify(call.decided)),
  }
}
