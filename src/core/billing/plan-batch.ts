// The changes of a batch of operations to money and calls, decided on locked rows. Pure: the same
// operations on the same rows always give the same changes, so that it can be replayed and
// simulated.

import { availableFunds, type Balance, type Holds, onDay } from '../account/available-funds.ts'
import type { SubscriptionSeconds } from '../account/package.ts'
import {
  type AvailableFunds,
  type Grant,
  grantSeconds,
  moneyEndOf,
  type PackageHold,
  type Payer,
} from '../account/payer.ts'
import type { Call, CallEnd } from '../call/call.ts'
import { type CallRecord, refusedRecord } from '../call/call-record.ts'
import { closeCall, type PartyCharge, talkTime } from '../call/close-call.ts'
import { addSums, type Money, NO_MONEY, type Sum, subtractMoney, subtractSums } from '../money.ts'
import type { LoggedStep } from '../routing/trace.ts'
import { encodeTerms } from '../tariff/stored-terms.ts'
import {
  type BatchChanges,
  type LockedCall,
  NO_CHANGE,
  type OpenCallChange,
} from './call-batch-rows.ts'
import { fundsRefusedStep, leftOutSteps, moneySteps } from './money-steps.ts'
import { openCallRow } from './open-call-row.ts'
import { mergeChanges, type OpenState, openState } from './open-state.ts'
import { limitedSettlements, type Operation, type Outcome, payersOver } from './operation.ts'
import { PackageSeconds, packageColumns, settledOn } from './package-seconds.ts'
import { trafficAdditions } from './traffic-additions.ts'

const NO_HOLDS: ReadonlyMap<number, Money> = new Map()

/** The rows that the batch may decide on. */
export interface LockedRows {
  readonly balances: readonly Balance[]
  readonly calls: readonly LockedCall[]
  readonly subscriptions: readonly SubscriptionSeconds[]
}

/** `today` is the calendar day, YYYY-MM-DD, in the zone in which caps of spending are counted. */
export function planBatch(
  operations: readonly Operation[],
  locked: LockedRows,
  today: string,
): { outcomes: Outcome[]; changes: BatchChanges } {
  const plan = new Plan(locked, today)
  const outcomes = operations.map((operation) => plan.apply(operation))
  return { outcomes, changes: plan.changes() }
}

class Plan {
  readonly #balances: Map<number, Balance>
  readonly #before: ReadonlyMap<number, Balance>
  readonly #today: string
  readonly #packages: PackageSeconds
  readonly #open: Map<string, OpenState>
  readonly #closed: string[] = []
  readonly #records: CallRecord[] = []
  readonly #charges: BatchChanges['charges'][number][] = []
  readonly #entries: BatchChanges['entries'][number][] = []
  readonly #logs: BatchChanges['logs'][number][] = []

  constructor({ balances, calls, subscriptions }: LockedRows, today: string) {
    this.#before = new Map(balances.map((row) => [row.account_id, row]))
    this.#today = today
    this.#balances = new Map(balances.map((row) => [row.account_id, onDay(row, today)]))
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
      ...moneySteps(call, grant, steps, this.#availableFunds),
    ])
    this.#hold(NO_HOLDS, held)
    this.#packages.hold(null, package_hold)
    const opened = settledOn(call, package_hold)
    const row = openCallRow({ ...operation, call: opened }, grant)
    this.#open.set(call.call_id, { held, package_hold, granted_seconds, row, change: null })
    return { ...grant, call: opened }
  }

  /** The free amount of a payer for a call that holds nothing yet. */
  readonly #availableFunds = (payer: Payer): AvailableFunds | null =>
    availableFunds(payer, this.#balances.get(payer.account_id), NO_HOLDS)

  /**
   * The grant that all payers of the call can pay for. A carrier that lets us owe no more is left
   * out, with its routes, unless it was the last one.
   */
  #grantOver(call: Call, wanted_seconds: number): { call: Call; grant: Grant } {
    const settlements = limitedSettlements(call.routes)
    const grant = grantSeconds(
      [...call.payers, ...settlements],
      this.#availableFunds,
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

  #progress(call: Call, change: OpenCallChange): Outcome {
    const open = this.#open.get(change.call_id)
    if (!open) return { kind: 'done', was_open: false }
    open.change = mergeChanges(open.change, change)
    if (change.state === 'ANSWERED') {
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
      (payer) => availableFunds(payer, this.#balances.get(payer.account_id), open.held),
      wanted_seconds,
      this.#packages.freeFor(open.package_hold, at),
    )
  }

  /** Holds this in place of what the open call holds. */
  #holdInstead(open: OpenState, held: Holds, call: Call): void {
    this.#hold(open.held, held)
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
    this.#hold(open.held, NO_HOLDS)
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

  #hold(before: Holds, after: Holds): void {
    for (const account_id of new Set([...before.keys(), ...after.keys()])) {
      const row = this.#balances.get(account_id)
      if (!row) continue
      const more = subtractMoney(
        after.get(account_id) ?? NO_MONEY,
        before.get(account_id) ?? NO_MONEY,
      )
      this.#balances.set(account_id, { ...row, held: addSums(row.held, more) })
    }
  }

  #charge(call: Call, party: PartyCharge, package_hold: PackageHold | null): void {
    const { payer, charge, attempts, package_seconds, balance_change, income } = party
    const { price, account_id, depth, parent_id } = payer
    this.#charges.push({
      call_id: call.call_id,
      started_at: call.started_at,
      account_id,
      depth,
      parent_id,
      tariff_id: price.tariff_id,
      rate_id: price.rate_id,
      prefix: price.prefix,
      terms: encodeTerms(price.terms),
      currency: price.terms.currency,
      attempts,
      income,
      package_subscription_id: package_seconds > 0 ? (package_hold?.subscription_id ?? null) : null,
      package_seconds,
      ...charge,
    })
    this.#move(call, account_id, { kind: 'CALL', counter: parent_id, amount: balance_change })
    this.#move(call, parent_id, { kind: 'SALE', counter: account_id, amount: income })
  }

  #move(
    call: Call,
    account_id: number,
    { kind, counter, amount }: { kind: 'CALL' | 'SALE'; counter: number; amount: Money },
  ): void {
    const row = this.#balances.get(account_id)
    if (!row || amount === 0) return
    const balance = addSums(row.balance, amount)
    // The credit of a call to the party below is spent too. Money received makes no room under a
    // cap: the next day would not know of it.
    const is_spent = row.has_floor && amount < 0
    const spent = (before: Sum) => (is_spent ? subtractSums(before, amount) : before)
    this.#balances.set(account_id, {
      ...row,
      balance,
      spent_today: spent(row.spent_today),
      spent_this_month: spent(row.spent_this_month),
    })
    this.#entries.push({
      account_id,
      counter_account_id: counter,
      kind,
      amount,
      balance_after: balance,
      call_id: call.call_id,
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
    const balances = [...this.#balances.values()].flatMap((row) => {
      const before = this.#before.get(row.account_id) ?? row
      const balance = subtractSums(row.balance, before.balance)
      const held = subtractSums(row.held, before.held)
      if (balance === 0n && held === 0n) return []
      const { account_id, spent_today, spent_this_month } = row
      return [{ account_id, balance, held, spent_day: this.#today, spent_today, spent_this_month }]
    })
    return {
      balances,
      subscriptions: this.#packages.changes(),
      opened,
      changed: states.flatMap((open) => (open.change ? [open.change] : [])),
      closed: this.#closed,
      records: this.#records,
      charges: this.#charges,
      entries: this.#entries,
      logs: this.#logs,
      additions: trafficAdditions(this.#records, this.#charges),
    }
  }
}
