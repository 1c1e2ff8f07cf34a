// The changes of a batch of operations to money and calls, decided on locked rows. Pure: the same
// operations on the same rows always give the same changes, so that it can be replayed and
// simulated.

import type { Balance, Holds } from '../account/available-funds.ts'
import type { SubscriptionSeconds } from '../account/package.ts'
import {
  type Grant,
  grantSeconds,
  moneyEndOf,
  type PackageHold,
  type Payer,
} from '../account/payer.ts'
import type { Call, CallEnd } from '../call/call.ts'
import { type CallRecord, refusedRecord } from '../call/call-record.ts'
import { partiesOf, subjectsOf } from '../call/call-subjects.ts'
import { closeCall, type PartyCharge, talkTime } from '../call/close-call.ts'
import type { Money } from '../money.ts'
import type { Subject, SubjectLimit } from '../routing/call-limits.ts'
import type { LoggedStep } from '../routing/trace.ts'
import { BatchBalances } from './batch-balances.ts'
import {
  type BatchChanges,
  type LockedCall,
  type LockedCounter,
  NO_CHANGE,
  type OpenCallChange,
} from './call-batch-rows.ts'
import { chargeRow } from './charge-row.ts'
import { LimitCounters } from './limit-counters.ts'
import { fundsRefusedStep, leftOutSteps, moneySteps } from './money-steps.ts'
import { openCallRow } from './open-call-row.ts'
import { mergeChanges, type OpenState, openState } from './open-state.ts'
import {
  limitedSettlements,
  limitsAtStart,
  limitsToCheck,
  type Operation,
  type Outcome,
  payersOver,
} from './operation.ts'
import { PackageSeconds, packageColumns, settledOn } from './package-seconds.ts'
import { trafficAdditions } from './traffic-additions.ts'

const STILL_OPEN: Outcome = { kind: 'done', was_open: true }
const NO_HOLDS: ReadonlyMap<number, Money> = new Map()

/** The rows that the batch may decide on. */
export interface LockedRows {
  readonly balances: readonly Balance[]
  readonly calls: readonly LockedCall[]
  readonly subscriptions: readonly SubscriptionSeconds[]
  readonly counters: readonly LockedCounter[]
  /** When they were locked, by the clock of the database. */
  readonly now_ms: number
}

/**
 * `today` is the calendar day, YYYY-MM-DD, in the zone in which caps of spending are counted.
 * Throws `CounterMissing` when a limit has no counter.
 */
export function planBatch(
  operations: readonly Operation[],
  locked: LockedRows,
  today: string,
): { outcomes: Outcome[]; changes: BatchChanges } {
  const counters = new LimitCounters(locked.counters, locked.now_ms)
  counters.checkMade(operations.flatMap(limitsToCheck))
  const plan = new Plan(locked, counters, today)
  const outcomes = operations.map((operation) => plan.apply(operation))
  return { outcomes, changes: plan.changes() }
}

class Plan {
  readonly #balances: BatchBalances
  readonly #packages: PackageSeconds
  readonly #counters: LimitCounters
  readonly #open: Map<string, OpenState>
  readonly #closed: string[] = []
  readonly #records: CallRecord[] = []
  readonly #charges: BatchChanges['charges'][number][] = []
  readonly #logs: BatchChanges['logs'][number][] = []

  constructor(
    { balances, calls, subscriptions }: LockedRows,
    counters: LimitCounters,
    today: string,
  ) {
    this.#counters = counters
    this.#balances = new BatchBalances(balances, today)
    this.#packages = new PackageSeconds(subscriptions)
    this.#open = new Map(calls.map((call) => [call.call_id, openState(call)]))
  }

  apply(operation: Operation): Outcome {
    switch (operation.kind) {
      case 'reserve':
        return this.#reserve(operation)
      case 'refuse':
        this.#records.push(operation.record)
        this.#log(operation.record, operation.steps)
        return { kind: 'done', was_open: false }
      case 'attempt':
        return this.#attempt(operation)
      case 'progress':
        return this.#progress(operation.call, operation.change)
      case 'extend':
        return this.#extend(operation)
      case 'close':
        return this.#close(operation)
    }
  }

  #reserve(operation: Operation & { kind: 'reserve' }): Outcome {
    const { steps, wanted_seconds } = operation
    const { call, grant } = this.#grantOver(operation.call, wanted_seconds)
    const limits = limitsAtStart(operation, call)
    const loads = this.#counters.reached(limits)
    if (loads.size > 0) return { kind: 'crowded', loads }
    if (grant.kind === 'refused') {
      const facts = { ...call, ended_at: call.started_at }
      const { refusal } = grant
      this.#records.push(refusedRecord({ ...call, refusal }, call.invite, facts))
      const left = leftOutSteps(operation.call, call)
      this.#log(call, steps, () => [...left, fundsRefusedStep(call, grant, steps)])
      return { ...grant, call }
    }
    const { seconds: granted_seconds, holds: held, package_hold } = grant
    // The steps show the balances before this call.
    this.#log(call, steps, () => [
      ...leftOutSteps(operation.call, call),
      ...moneySteps(call, grant, steps, this.#balances.fundsFor(NO_HOLDS)),
    ])
    this.#balances.hold(NO_HOLDS, held)
    this.#packages.hold(null, package_hold)
    const opened = settledOn(call, package_hold)
    const row = openCallRow({ ...operation, call: opened }, grant)
    const { subjects } = row
    this.#counters.enter(subjects, limits)
    this.#open.set(call.call_id, {
      held,
      package_hold,
      granted_seconds,
      subjects,
      row,
      change: null,
    })
    return { ...grant, call: opened }
  }

  /**
   * The grant that all payers of the call can pay for. A carrier that lets us owe no more is left
   * out, with its routes, unless it was the last one.
   */
  #grantOver(call: Call, wanted_seconds: number): { call: Call; grant: Grant } {
    const settlements = limitedSettlements(call.routes)
    const grant = grantSeconds(
      [...call.payers, ...settlements],
      this.#balances.fundsFor(NO_HOLDS),
      wanted_seconds,
      this.#packages.freeFor(null, call.started_at),
    )
    const empty = settlements.find(
      (payer) => grant.kind === 'refused' && payer.account_id === grant.account_id,
    )
    const routes = call.routes.filter((route) => route.settlement_id !== empty?.account_id)
    if (!empty || routes.length === 0) return { call, grant }
    return this.#grantOver({ ...call, routes }, wanted_seconds)
  }

  /** A repeated question changes nothing; a call that finds no channel has left the one it had. */
  #attempt({ call, gateway_id, limits }: Operation & { kind: 'attempt' }): Outcome {
    const open = this.#open.get(call.call_id)
    if (!open) return { kind: 'done', was_open: false }
    const subjects = subjectsOf(call, gateway_id)
    if (subjects.every((subject) => open.subjects.includes(subject))) return STILL_OPEN
    this.#count(open, call, partiesOf(call))
    const loads = this.#counters.reached(limits)
    if (loads.size > 0) return { kind: 'crowded', loads }
    this.#count(open, call, subjects, limits)
    return STILL_OPEN
  }

  #count(
    open: OpenState,
    call: Call,
    subjects: readonly Subject[],
    limits: readonly SubjectLimit[] = [],
  ): void {
    if (!this.#counters.move(open.subjects, subjects, limits)) return
    open.subjects = subjects
    if (open.row) open.row = { ...open.row, subjects }
    else this.#change(open, call, { subjects })
  }

  #progress(call: Call, change: OpenCallChange): Outcome {
    const open = this.#open.get(change.call_id)
    if (!open) return { kind: 'done', was_open: false }
    open.change = mergeChanges(open.change, change)
    if (change.state === 'ANSWERED') {
      // Where it rings it was counted before, or counts in no limit.
      this.#count(open, call, subjectsOf(call, change.gateway_id))
      const stays = new Set(payersOver(call, change.gateway_id).map((payer) => payer.account_id))
      this.#holdInstead(open, new Map([...open.held].filter(([id]) => stays.has(id))), call)
    }
    return { kind: 'done', was_open: true }
  }

  #extend(operation: Operation & { kind: 'extend' }): Outcome {
    const { call, gateway_id, wanted_seconds, expires_at } = operation
    const open = this.#open.get(call.call_id)
    const { account_id } = call.payers[0]
    // Ended meanwhile: there is nothing to pay for any more.
    if (!open) return { kind: 'refused', refusal: 'BALANCE_LOW', account_id, call }
    const payers = payersOver(call, gateway_id)
    const grant = this.#grantInAll(open, payers, wanted_seconds, operation.at)
    if (grant.kind === 'refused' || grant.seconds <= open.granted_seconds) {
      const { granted_seconds: seconds, held: holds, package_hold } = open
      const limit = grant.kind === 'refused' ? grant : grant.limit
      const kept = { kind: 'granted', seconds, holds, package_hold, limit } as const
      this.#change(open, call, { money_end: moneyEndOf(kept) })
      return { ...kept, call }
    }
    const { seconds: granted_seconds } = grant
    open.granted_seconds = granted_seconds
    this.#change(open, call, { granted_seconds, expires_at, money_end: moneyEndOf(grant) })
    this.#holdInstead(open, grant.holds, call)
    this.#holdPackage(open, grant.package_hold, call)
    return { ...grant, call }
  }

  /**
   * The grant that the payers can pay for, with the amount that the open call already reserves;
   * `at` in epoch seconds.
   */
  #grantInAll(
    open: OpenState,
    payers: readonly Payer[],
    wanted_seconds: number,
    at: number,
  ): Grant {
    return grantSeconds(
      payers,
      this.#balances.fundsFor(open.held),
      wanted_seconds,
      this.#packages.freeFor(open.package_hold, at),
    )
  }

  /** Holds this in place of what the open call holds. */
  #holdInstead(open: OpenState, held: Holds, call: Call): void {
    this.#balances.hold(open.held, held)
    open.held = held
    const holds = { payer_ids: [...held.keys()], held: [...held.values()] }
    if (open.row) open.row = { ...open.row, ...holds }
    else this.#change(open, call, holds)
  }

  #change(open: OpenState, { call_id }: Call, change: Partial<OpenCallChange>): void {
    open.change = mergeChanges(open.change, { ...NO_CHANGE, call_id, ...change })
  }

  #holdPackage(open: OpenState, held: PackageHold | null, call: Call): void {
    this.#packages.hold(open.package_hold, held)
    open.package_hold = held
    const columns = packageColumns(held)
    if (open.row) open.row = { ...open.row, ...columns }
    else this.#change(open, call, columns)
  }

  #close({ call, end, was_lost }: Operation & { kind: 'close' }): Outcome {
    const open = this.#open.get(call.call_id)
    if (!open) return { kind: 'done', was_open: false }
    if (was_lost) this.#grantTalk(open, call, end)
    this.#open.delete(call.call_id)
    // A call that this very batch opened was never stored.
    if (!open.row) this.#closed.push(call.call_id)
    this.#balances.hold(open.held, NO_HOLDS)
    this.#counters.leave(open.subjects)
    const { granted_seconds, package_hold } = open
    const closed = closeCall(call, end, granted_seconds, package_hold?.seconds)
    const used = closed.charges.reduce((sum, { package_seconds }) => sum + package_seconds, 0)
    this.#packages.settle(package_hold, used)
    this.#records.push(...closed.records)
    for (const party of closed.charges) this.#charge(call, party, package_hold)
    return { kind: 'done', was_open: true }
  }

  /** The call was not cut at the end of its grant: it is paid as far as the money goes. */
  #grantTalk(open: OpenState, call: Call, end: CallEnd): void {
    const talk_seconds = Math.ceil(talkTime(end) / 1000)
    if (talk_seconds <= open.granted_seconds) return
    const grant = this.#grantInAll(open, call.payers, talk_seconds, end.ended_at)
    if (grant.kind === 'refused' || grant.seconds <= open.granted_seconds) return
    open.granted_seconds = grant.seconds
    this.#holdInstead(open, grant.holds, call)
    this.#holdPackage(open, grant.package_hold, call)
  }

  #charge(call: Call, party: PartyCharge, package_hold: PackageHold | null): void {
    const { payer, balance_change, income } = party
    const { account_id, parent_id } = payer
    this.#charges.push(chargeRow(call, party, package_hold))
    const { call_id } = call
    this.#balances.move({
      ...{ kind: 'CALL', call_id, amount: balance_change },
      ...{ account_id, counter_account_id: parent_id },
    })
    this.#balances.move({
      ...{ kind: 'SALE', call_id, amount: income },
      ...{ account_id: parent_id, counter_account_id: account_id },
    })
  }

  /** Without steps of the decision the call is not among those that are logged. */
  #log(
    { call_id, started_at }: { call_id: string; started_at: number },
    steps: readonly LoggedStep[],
    more: () => readonly LoggedStep[] = () => [],
  ): void {
    if (steps.length === 0) return
    this.#logs.push({ call_id, started_at, steps: [...steps, ...more()] })
  }

  changes(): BatchChanges {
    const states = [...this.#open.values()]
    const opened = states.flatMap((open) =>
      open.row ? [{ ...open.row, granted_seconds: open.granted_seconds }] : [],
    )
    return {
      balances: this.#balances.changes(),
      subscriptions: this.#packages.changes(),
      counters: this.#counters.changes(),
      opened,
      changed: states.flatMap((open) => (open.change ? [open.change] : [])),
      closed: this.#closed,
      records: this.#records,
      charges: this.#charges,
      entries: this.#balances.entries(),
      logs: this.#logs,
      additions: trafficAdditions(this.#records, this.#charges),
    }
  }
}
