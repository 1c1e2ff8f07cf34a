// Keeps the queues beside the code under test, naively and in whole numbers of any size: what every
// operation has to do to balances, holds and the ledger, and whether that is what was written.
import { strict as assert } from 'node:assert'
import type { Payer } from '#core/account/payer.ts'
import type { BatchChanges } from '#core/billing/call-batch-rows.ts'
import type { Operation, Outcome } from '#core/billing/operation.ts'
import type { Call, CallEnd } from '#core/call/call.ts'
import { type Account, type ClosedCall, freeFunds, type OpenCall, spentOn } from './oracle-rows.ts'
import { PackageOracle } from './package-oracle.ts'
import { exchange, Prices } from './prices.ts'
import { failedAfterSending, limitedSettlements, triesOf } from './settlements.ts'
import type { Store } from './store.ts'
import type { AvailableFunds, SimulatedPackage } from './world.ts'

type Grant = Extract<Outcome, { readonly kind: 'granted' | 'refused' }>
type Entry = BatchChanges['entries'][number]

export class Oracle {
  readonly accounts = new Map<number, Account>()
  readonly open = new Map<string, OpenCall>()
  readonly #prices = new Prices()
  readonly packages: PackageOracle
  #today = ''
  /** Entries of this batch that are still to be seen, in order. */
  #entries: Entry[] = []
  #charges: BatchChanges['charges'][number][] = []

  constructor(available_funds: readonly AvailableFunds[], packages: readonly SimulatedPackage[]) {
    this.packages = new PackageOracle(packages, this.#prices)
    for (const funds of available_funds) {
      const unspent = { held: 0n, spent_today: 0n, spent_this_month: 0n }
      this.accounts.set(funds.account_id, { funds, balance: BigInt(funds.balance), ...unspent })
    }
  }

  /** Follows a batch, and answers the calls that it has closed. */
  follow(
    operations: readonly Operation[],
    outcomes: readonly Outcome[],
    changes: BatchChanges,
    today: string,
  ): ClosedCall[] {
    this.turnDay(today)
    this.#entries = [...changes.entries]
    this.#charges = [...changes.charges]
    const closed: ClosedCall[] = []
    for (const [at, operation] of operations.entries()) {
      const outcome = outcomes[at]
      assert(outcome, 'every operation has an outcome')
      const done = this.#followOne(operation, outcome)
      if (done) closed.push(done)
    }
    assert(this.#entries.length === 0, 'the ledger has entries that nothing explains')
    assert(this.#charges.length === 0, 'there are charges that nothing explains')
    return closed
  }

  #followOne(operation: Operation, outcome: Outcome): ClosedCall | undefined {
    switch (operation.kind) {
      // They move no money; the store checks the counters.
      case 'refuse':
      case 'attempt':
        return undefined
      case 'reserve':
        if (outcome.kind === 'crowded') return undefined
        assert(outcome.kind !== 'done', 'who asks for money is told about money')
        return void this.#reserve(operation, outcome)
      case 'progress':
        return void this.#progress(operation, outcome)
      case 'extend':
        assert(outcome.kind === 'granted' || outcome.kind === 'refused', 'an extension is of money')
        return void this.#extend(operation, outcome)
      case 'close':
        assert(outcome.kind === 'done', 'a close is done')
        return this.#close(operation, outcome.was_open)
    }
  }

  turnDay(today: string): void {
    for (const account of this.accounts.values()) spentOn(account, this.#today, today)
    this.#today = today
  }

  #accountOf({ account_id }: Payer): Account {
    const account = this.accounts.get(account_id)
    assert(account, `account ${account_id} is known`)
    return account
  }

  /** Costs of the payers for a call that holds `held`: to begin it, and for some seconds. */
  #costs(payers: readonly Payer[], held: ReadonlyMap<number, bigint>) {
    const [client] = payers
    assert(client, 'a call has a client')
    const isPaid = (payer: Payer, amount: bigint) => {
      const free = freeFunds(this.#accountOf(payer), payer, held.get(payer.account_id) ?? 0n)
      return free === undefined || amount <= free
    }
    const ofPackage = (payer: Payer, seconds: number) => (payer === client ? seconds : 0)
    const childOf = ({ depth }: Payer) => payers.find((one) => depth > 0 && one.depth === depth - 1)
    const hold = (payer: Payer, duration: number, of_package: number) =>
      this.#prices.hold(payer, duration, ofPackage(payer, of_package), childOf(payer))
    const firstCost = (payer: Payer, of_package: number) =>
      this.#prices.firstCost(payer, ofPackage(payer, of_package), childOf(payer))
    const canBegin = (of_package: number) =>
      payers.every((payer) => isPaid(payer, firstCost(payer, of_package)))
    return { client, isPaid, canBegin, hold }
  }

  /** A call that the switch had lost was not cut: it is paid as far as the money goes. */
  #grantTalk(open: OpenCall, payers: readonly Payer[], talk_ms: number): void {
    const wanted = Math.ceil(talk_ms / 1000)
    const { client, isPaid, canBegin, hold } = this.#costs(payers, open.holds)
    const own = open.package_hold
    const isFree = (id: number) => {
      const free = this.packages.free(id, own)
      return free > 0 && canBegin(free)
    }
    const package_id = client.subscription_ids?.find(isFree)
    const free = package_id === undefined ? 0 : this.packages.free(package_id, own)
    if (wanted <= open.granted_seconds || !canBegin(free)) return
    const arePaid = (seconds: number) =>
      payers.every((payer) => isPaid(payer, hold(payer, seconds, free)))
    let seconds = wanted
    while (seconds > open.granted_seconds && !arePaid(seconds)) seconds--
    if (seconds <= open.granted_seconds) return
    const holds = new Map(payers.map((one) => [one.account_id, hold(one, seconds, free)]))
    const package_hold = this.packages.holdOf(client, package_id, seconds, own)
    this.packages.hold(own, package_hold)
    Object.assign(open, { package_hold, granted_seconds: seconds })
    if (seconds < wanted) open.money_ended = seconds
    this.#hold(open, holds)
  }

  /** That all payers pay for the grant, and could not pay for a second more. */
  #checkGrant(
    payers: readonly Payer[],
    { holds: held, package_hold: own }: Pick<OpenCall, 'holds' | 'package_hold'>,
    grant: Grant,
    wanted: number,
  ): void {
    const { client, isPaid, canBegin, hold: holdOf } = this.#costs(payers, held)
    const chosen = grant.kind === 'granted' ? grant.package_hold : null
    this.packages.checkChoice(client.subscription_ids ?? [], chosen, own, canBegin)
    if (grant.kind === 'refused') {
      assert(!canBegin(0), 'a call is refused that everybody can pay for')
      return
    }
    const { seconds } = grant
    assert(seconds > 0 && seconds <= wanted, `${seconds} of ${wanted} seconds are granted`)
    const free = chosen ? this.packages.free(chosen.subscription_id, own) : 0
    assert(canBegin(free), 'nobody lives on grace alone')
    const hold = (payer: Payer, duration: number) => holdOf(payer, duration, free)
    for (const payer of payers) {
      const held_back = hold(payer, seconds)
      assert(isPaid(payer, held_back), `${payer.account_id} cannot pay for ${seconds} s`)
      assert.equal(grant.holds.get(payer.account_id), Number(held_back), 'what is held back')
    }
    const is_most = seconds === wanted || payers.some((one) => !isPaid(one, hold(one, seconds + 1)))
    assert(is_most, `${seconds} s are fewer than everybody can pay for`)
    this.packages.checkHold(client, seconds, chosen, own)
  }

  #reserve(operation: Operation & { kind: 'reserve' }, outcome: Grant & { call: Call }): void {
    const { call } = outcome
    const asked = operation.call.routes.map(({ gateway_id }) => gateway_id)
    const left = call.routes.map(({ gateway_id }) => gateway_id)
    assert(
      left.every((id) => asked.includes(id)) && left.length > 0,
      'routes are left out, not added',
    )
    const payers = [...call.payers, ...limitedSettlements(call)]
    const nothing = { holds: new Map(), package_hold: null }
    // Before it was settled on one: with all packages that reach the number.
    const asking = [...operation.call.payers, ...limitedSettlements(call)]
    this.#checkGrant(asking, nothing, outcome, operation.wanted_seconds)
    for (const settlement of limitedSettlements(operation.call)) {
      if (payers.some(({ account_id }) => account_id === settlement.account_id)) continue
      const free = freeFunds(this.#accountOf(settlement), settlement, 0n) ?? 0n
      assert(free < this.#prices.firstCost(settlement), 'a carrier with credit left is left out')
    }
    if (outcome.kind === 'refused') return
    assert(!this.open.has(call.call_id), 'a call is opened once')
    const { seconds: granted_seconds } = outcome
    const money_ended = granted_seconds < operation.wanted_seconds ? granted_seconds : null
    const open: OpenCall = { call, ...nothing, granted_seconds, money_ended }
    this.open.set(call.call_id, open)
    this.#holdAll(open, outcome)
  }

  /** As granted, which was found to be right. */
  #holdAll(open: OpenCall, { holds, package_hold }: Grant & { kind: 'granted' }): void {
    this.packages.hold(open.package_hold, package_hold)
    open.package_hold = package_hold
    this.#hold(open, new Map([...holds].map(([id, amount]) => [id, BigInt(amount)])))
  }

  #hold(open: OpenCall, holds: Map<number, bigint>): void {
    for (const [id, amount] of open.holds) this.accounts.get(id)!.held -= amount
    for (const [id, amount] of holds) this.accounts.get(id)!.held += amount
    open.holds = holds
  }

  #progress({ call, change }: Operation & { kind: 'progress' }, outcome: Outcome): void {
    const open = this.open.get(call.call_id)
    const was_open = outcome.kind === 'done' && outcome.was_open
    assert(was_open === (open !== undefined), 'a call that is open is known to be')
    if (!open || change.state !== 'ANSWERED') return
    const settlements = limitedSettlements(call, change.gateway_id)
    const stay = new Set([...call.payers, ...settlements].map(({ account_id }) => account_id))
    this.#hold(open, new Map([...open.holds].filter(([id]) => stay.has(id))))
  }

  #extend(operation: Operation & { kind: 'extend' }, outcome: Grant): void {
    const { call, gateway_id, wanted_seconds } = operation
    const open = this.open.get(call.call_id)
    if (!open) {
      assert(outcome.kind === 'refused', 'a call that is over is given no money')
      return
    }
    assert(outcome.kind === 'granted', 'a call that goes on keeps what it has')
    assert(outcome.seconds >= open.granted_seconds, 'nobody is granted less than before')
    if (outcome.seconds < wanted_seconds) open.money_ended = outcome.seconds
    if (outcome.seconds === open.granted_seconds) return
    const payers = [...call.payers, ...limitedSettlements(call, gateway_id)]
    this.#checkGrant(payers, open, outcome, wanted_seconds)
    open.granted_seconds = outcome.seconds
    this.#holdAll(open, outcome)
  }

  #close(
    { call, end, was_lost }: Operation & { kind: 'close' },
    was_open: boolean,
  ): ClosedCall | undefined {
    const open = this.open.get(call.call_id)
    assert.equal(was_open, open !== undefined, 'a call is closed when it is open')
    if (!open) return undefined
    this.open.delete(call.call_id)
    const is_answered = end.answered_at !== null
    const talk_s = is_answered ? end.ended_at - end.answered_at! : 0
    const talk_ms = Math.max(0, Math.round(talk_s * 1000))
    if (was_lost) this.#grantTalk(open, call.payers, talk_ms)
    this.#hold(open, new Map())
    const { granted_seconds, money_ended } = open
    const attempts = is_answered || failedAfterSending(end).length > 0 ? 1 : 0
    const paid_ms = is_answered ? Math.min(talk_ms, granted_seconds * 1000) : null
    for (const [at, payer] of call.payers.entries()) {
      const parent = call.payers[at + 1]
      const held = at === 0 ? open.package_hold : null
      const used = this.packages.use(payer, paid_ms, held)
      const { amount, billed_seconds } = this.#prices.charge(payer, paid_ms, attempts, used)
      const { party_fx } = payer.price.terms
      const income = parent ? exchange(amount, party_fx, parent.price.terms.party_fx) : 0n
      if (!is_answered && amount === 0n) continue
      const charge = this.#expectCharge(call, payer, { amount, billed_seconds, income, attempts })
      this.packages.checkCharge(charge, used, held)
      this.#expectEntry(call, payer.account_id, 'CALL', -amount)
      if (parent) this.#expectEntry(call, parent.account_id, 'SALE', income)
    }
    this.#paySettlements(call, end, talk_ms)
    return { call, end, granted_seconds, money_ended }
  }

  #paySettlements(call: Call, end: CallEnd, talk_ms: number): void {
    for (const [buy, { attempts, talks }] of triesOf(call, end)) {
      const { amount, billed_seconds } = this.#prices.charge(buy, talks ? talk_ms : null, attempts)
      if (!talks && amount === 0n) continue
      this.#expectCharge(call, buy, { amount, billed_seconds, income: 0n, attempts })
      this.#expectEntry(call, buy.account_id, 'CALL', amount)
    }
  }

  #expectCharge(
    call: Call,
    payer: Payer,
    expected: { amount: bigint; billed_seconds: bigint; income: bigint; attempts: number },
  ): BatchChanges['charges'][number] {
    const charge = this.#charges.shift()
    assert(charge, `${payer.account_id} is charged for call ${call.call_id}`)
    const found = [charge.call_id, charge.account_id, charge.amount, charge.billed_seconds]
    const wanted = [call.call_id, payer.account_id, Number(expected.amount)]
    wanted.push(Number(expected.billed_seconds))
    found.push(charge.income, charge.attempts)
    wanted.push(Number(expected.income), expected.attempts)
    const is_same = found.every((value, at) => value === wanted[at])
    assert(is_same, `charged is [${found}] in place of [${wanted}]`)
    return charge
  }

  #expectEntry(call: Call, account_id: number, kind: Entry['kind'], amount: bigint): void {
    if (amount === 0n) return
    const account = this.accounts.get(account_id)!
    account.balance += amount
    if (amount < 0n && account.funds.has_floor) {
      account.spent_today -= amount
      account.spent_this_month -= amount
    }
    const entry = this.#entries.shift()
    assert(entry, `the ledger has an entry of ${account_id} for call ${call.call_id}`)
    assert.equal(entry.account_id, account_id, 'entries stand in the order of the charges')
    assert.equal(entry.kind, kind)
    assert.equal(entry.call_id, call.call_id)
    assert.equal(entry.amount, Number(amount), `the ledger takes ${amount} of ${account_id}`)
    assert.equal(entry.balance_after, account.balance, 'the ledger is a chain')
  }

  notePayment(from: number | null, to: number, millionths: number): void {
    if (from !== null) this.accounts.get(from)!.balance -= BigInt(millionths)
    this.accounts.get(to)!.balance += BigInt(millionths)
  }

  /** The balances as written are those of the oracle, and none is below its floor or cap. */
  compare(store: Store, account_ids: Iterable<number>): void {
    this.packages.compare(store)
    for (const id of account_ids) {
      const account = this.accounts.get(id)
      const row = store.balances.get(id)
      if (!account || !row) continue
      const { funds, balance, held } = account
      assert.equal(row.balance, balance, `the balance of ${id}`)
      assert.equal(row.held, held, `what is held of ${id}`)
      if (!funds.has_floor) continue
      assert(balance + BigInt(funds.credit_limit) - held >= 0n, `${id} is below its floor`)
      const day = funds.daily_spend_limit
      assert(
        day === null || account.spent_today <= BigInt(day),
        `${id} has spent ${account.spent_today} of ${day} today`,
      )
    }
  }

  /** The whole of it: what is held is what open calls hold. */
  compareAll(store: Store): void {
    this.compare(store, this.accounts.keys())
    assert.deepEqual([...store.open.keys()].sort(), [...this.open.keys()].sort(), 'open calls')
    for (const [id, { held }] of this.accounts) {
      let holds = 0n
      for (const open of this.open.values()) holds += open.holds.get(id) ?? 0n
      assert.equal(held, holds, `the open calls hold of ${id}`)
    }
  }
}
