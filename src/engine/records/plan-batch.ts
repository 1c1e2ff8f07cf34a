// What a batch of operations does to money and calls, decided on locked rows. Pure:
// the same operations on the same rows always give the same changes, so that it can
// be replayed and simulated.
import { type Grant, grantSeconds, holdDifferences, type Payer } from '#core/account/payer.ts'
import type { Call, CallEnd } from '#core/call/call.ts'
import { type CallRecord, refusedRecord } from '#core/call/call-record.ts'
import { type ClosedCall, closeCall } from '#core/call/close-call.ts'
import { addMoney, type Money, money, subtractMoney } from '#core/money.ts'
import type { WrittenStep } from '#core/routing/trace.ts'
import { OPERATOR_ID } from '#db/accounts.ts'
import type {
  BatchChanges,
  LockedBalance,
  LockedCall,
  OpenCallChange,
  OpenCallRow,
} from '#db/call-batch.ts'
import { sumTraffic } from './sum-traffic.ts'

export type Operation =
  /** Holds money for a routed call and opens it; refused when a payer cannot pay. */
  | {
      readonly kind: 'reserve'
      readonly call: Call
      readonly dialog: string
      readonly wanted_seconds: number
      readonly expires_at: number
      readonly steps: readonly WrittenStep[]
    }
  /** Notes a call that was refused before money came into it. */
  | { readonly kind: 'refuse'; readonly record: CallRecord; readonly steps: readonly WrittenStep[] }
  /** Notes how far a call has come. */
  | { readonly kind: 'progress'; readonly change: OpenCallChange }
  /** Holds more money, so that the call may last `wanted_seconds` in all. */
  | {
      readonly kind: 'extend'
      readonly call_id: string
      readonly payers: readonly Payer[]
      readonly wanted_seconds: number
      readonly expires_at: number
    }
  /** Releases the holds, charges, and writes the records; nothing if the call is closed already. */
  | { readonly kind: 'close'; readonly call: Call; readonly end: CallEnd }

/**
 * What became of an operation: a grant for `reserve` and `extend`; whether the
 * call was open for the rest.
 */
export type Outcome = Grant | { readonly kind: 'done'; readonly was_open: boolean }

interface OpenState {
  held: readonly Money[]
  granted_seconds: number
  /** Set for a call that this batch opens. */
  row: OpenCallRow | null
  change: OpenCallChange | null
}

export function planBatch(
  operations: readonly Operation[],
  locked: { balances: readonly LockedBalance[]; calls: readonly LockedCall[] },
): { outcomes: Outcome[]; changes: BatchChanges } {
  const plan = new Plan(locked.balances, locked.calls)
  const outcomes = operations.map((operation) => plan.apply(operation))
  return { outcomes, changes: plan.changes() }
}

class Plan {
  readonly #balances: Map<number, LockedBalance>
  readonly #before: ReadonlyMap<number, LockedBalance>
  readonly #open: Map<string, OpenState>
  readonly #closed: string[] = []
  readonly #records: CallRecord[] = []
  readonly #charges: BatchChanges['charges'][number][] = []
  readonly #entries: BatchChanges['entries'][number][] = []
  readonly #logs: BatchChanges['logs'][number][] = []

  constructor(balances: readonly LockedBalance[], calls: readonly LockedCall[]) {
    this.#before = new Map(balances.map((row) => [row.account_id, row]))
    this.#balances = new Map(this.#before)
    this.#open = new Map(
      calls.map(({ call_id, held, granted_seconds }) => [
        call_id,
        { held, granted_seconds, row: null, change: null },
      ]),
    )
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
        return this.#progress(operation.change)
      case 'extend':
        return this.#extend(operation)
      case 'close':
        return this.#close(operation.call, operation.end)
    }
  }

  #reserve(operation: Operation & { kind: 'reserve' }): Outcome {
    const { call, steps } = operation
    const grant = grantSeconds(call.payers, this.#free(call.payers, []), operation.wanted_seconds)
    if (grant.kind === 'refused') {
      const facts = { ...call, ended_at: call.started_at }
      const refused = {
        refusal: 'BALANCE_LOW',
        identity: call.identity,
        payers: call.payers,
      } as const
      this.#records.push(refusedRecord(refused, call.invite, facts))
      this.#log(call, steps)
      return grant
    }
    this.#hold(call.payers, [], grant.holds)
    const row = openCallRow(operation, grant.seconds, grant.holds)
    this.#open.set(call.call_id, {
      held: grant.holds,
      granted_seconds: grant.seconds,
      row,
      change: null,
    })
    this.#log(call, steps)
    return grant
  }

  #progress(change: OpenCallChange): Outcome {
    const open = this.#open.get(change.call_id)
    if (open) open.change = mergeChanges(open.change, change)
    return { kind: 'done', was_open: open !== undefined }
  }

  #extend(operation: Operation & { kind: 'extend' }): Outcome {
    const open = this.#open.get(operation.call_id)
    const first = operation.payers[0]
    // Ended meanwhile: there is nothing to pay for any more.
    if (!open || !first) return { kind: 'refused', account_id: first?.account_id ?? 0 }
    const grant = grantSeconds(
      operation.payers,
      this.#free(operation.payers, open.held),
      operation.wanted_seconds,
    )
    if (grant.kind === 'refused' || grant.seconds <= open.granted_seconds) {
      return { kind: 'granted', seconds: open.granted_seconds, holds: open.held }
    }
    this.#hold(operation.payers, open.held, grant.holds)
    open.held = grant.holds
    open.granted_seconds = grant.seconds
    open.change = mergeChanges(open.change, {
      ...NO_CHANGE,
      call_id: operation.call_id,
      granted_seconds: grant.seconds,
      expires_at: operation.expires_at,
      held: grant.holds,
    })
    return grant
  }

  #close(call: Call, end: CallEnd): Outcome {
    const open = this.#open.get(call.call_id)
    if (!open) return { kind: 'done', was_open: false }
    this.#open.delete(call.call_id)
    // A call that this very batch opened was never stored.
    if (!open.row) this.#closed.push(call.call_id)
    this.#hold(
      call.payers,
      open.held,
      open.held.map(() => 0 as Money),
    )
    const closed = closeCall(call, end, open.granted_seconds)
    this.#records.push(...closed.records)
    this.#charge(call, closed)
    return { kind: 'done', was_open: true }
  }

  /**
   * What each payer has free for a call that holds `held` of it already; null where nobody checks.
   */
  #free(payers: readonly Payer[], held: readonly Money[]): (Money | null)[] {
    return payers.map((payer, at) => {
      const row = this.#balances.get(payer.account_id)
      if (!row) return 0 as Money
      if (!row.has_floor) return null
      return money(row.balance + row.credit_limit - row.held + (held[at] ?? 0))
    })
  }

  #hold(payers: readonly Payer[], before: readonly Money[], after: readonly Money[]): void {
    const differences = holdDifferences(before, after)
    for (const [at, payer] of payers.entries()) {
      const row = this.#balances.get(payer.account_id)
      const difference = differences[at]
      if (!row || difference === undefined) continue
      this.#balances.set(payer.account_id, { ...row, held: addMoney(row.held, difference) })
    }
  }

  #charge(call: Call, closed: ClosedCall): void {
    for (const { payer, charge, balance_change } of closed.charges) {
      const { price, account_id, depth } = payer
      this.#charges.push({
        call_id: call.call_id,
        started_at: call.started_at,
        account_id,
        depth,
        tariff_id: price.tariff_id,
        rate_id: price.rate_id,
        prefix: price.prefix,
        terms: price.terms,
        ...charge,
      })
      const row = this.#balances.get(account_id)
      if (!row || balance_change === 0) continue
      const balance = addMoney(row.balance, balance_change)
      this.#balances.set(account_id, { ...row, balance })
      this.#entries.push({
        account_id,
        counter_account_id: OPERATOR_ID,
        amount: balance_change,
        balance_after: balance,
        call_id: call.call_id,
      })
    }
  }

  #log(call: { call_id: string; started_at: number }, steps: readonly WrittenStep[]): void {
    if (steps.length === 0) return
    this.#logs.push({ call_id: call.call_id, started_at: call.started_at, steps })
  }

  changes(): BatchChanges {
    const states = [...this.#open.values()]
    const opened = states.flatMap((open) =>
      open.row ? [{ ...open.row, held: open.held, granted_seconds: open.granted_seconds }] : [],
    )
    const balances = [...this.#balances.values()].flatMap((row) => {
      const before = this.#before.get(row.account_id) ?? row
      const balance = subtractMoney(row.balance, before.balance)
      const held = subtractMoney(row.held, before.held)
      return balance === 0 && held === 0 ? [] : [{ account_id: row.account_id, balance, held }]
    })
    return {
      balances,
      opened,
      changed: states.flatMap((open) => (open.change ? [open.change] : [])),
      closed: this.#closed,
      records: this.#records,
      charges: this.#charges,
      entries: this.#entries,
      logs: this.#logs,
      ...sumTraffic(this.#records),
    }
  }
}

/** A change that leaves everything as it is, to be spread into one that does not. */
export const NO_CHANGE = {
  state: null,
  gateway_id: null,
  settlement_id: null,
  ringing_at: null,
  answered_at: null,
  granted_seconds: null,
  expires_at: null,
  held: null,
} as const

function mergeChanges(earlier: OpenCallChange | null, later: OpenCallChange): OpenCallChange {
  if (!earlier) return later
  const said = Object.entries(later).filter(([, value]) => value !== null)
  return { ...earlier, ...Object.fromEntries(said) }
}

function openCallRow(
  operation: Operation & { kind: 'reserve' },
  granted_seconds: number,
  held: readonly Money[],
): OpenCallRow {
  const { call, dialog, expires_at } = operation
  const first = call.routes[0]
  return {
    call_id: call.call_id,
    engine: call.engine,
    account_id: call.identity.account_id,
    client_type: call.identity.client_type,
    settlement_id: first?.settlement_id ?? 0,
    gateway_id: first?.gateway_id ?? 0,
    caller_number: call.invite.caller_number,
    called_number: call.identity.called_number,
    destination: call.payers[0].price.destination,
    source_ip: call.invite.source_ip,
    started_at: call.started_at,
    granted_seconds,
    expires_at,
    dialog,
    sip_call_id: call.invite.sip_call_id,
    payer_ids: call.payers.map((payer) => payer.account_id),
    held,
    decided: call,
  }
}
