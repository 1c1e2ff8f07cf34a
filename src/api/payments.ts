import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/payments.ts'
import { OPERATOR_ID } from '#core/account/operator.ts'
import { balanceChange, enteredAmount, paymentKindsOf } from '#core/account/payment.ts'
import {
  addSums,
  boundedMoney,
  convertExactly,
  formatMoney,
  MONEY_MAX,
  type Money,
  money,
  SYSTEM_FX,
} from '#core/money.ts'
import type { Clock } from '#core/time/clock.ts'
import { availableOf, lockBalance } from '#db/accounts/balances.ts'
import { listLedger } from '#db/billing/ledger.ts'
import {
  findParty,
  findPayment,
  findPaymentByKey,
  insertPayment,
  listPayments,
  type Movement,
  type Party,
  type PaymentRow,
  sumPayments,
  sumRecordedToday,
} from '#db/billing/payments.ts'
import type { Database, Tx } from '#db/database.ts'
import type { Scope } from '#db/scope.ts'
import { readSettings } from '#db/settings.ts'
import { sendSignal } from '#db/signals.ts'
import { noteChange } from './http/activity.ts'
import { type Caller, inZoneOf } from './http/caller.ts'
import { requireConfirmation } from './http/confirmation.ts'
import type { HandlersOf } from './http/handle.ts'
import { badField, found, Problem } from './http/problem.ts'

type PaymentForm = BodyOf<typeof contract.createPayment>

const entity = 'payment'
const form = contract.paymentForm

/** Whose balances a payment moves; without a reseller above, the other side is the operator. */
interface Parties {
  readonly account: Party
  readonly parent: Party | null
}

async function findParties(
  database: Database,
  scope: Scope,
  account_id: number,
  parent_id: number | null,
): Promise<Parties> {
  return {
    account: partyFound(await findParty(database, scope, account_id)),
    parent: parent_id === null ? null : partyFound(await findParty(database, scope, parent_id)),
  }
}

function partyFound(party: Party | undefined): Party {
  if (party) return party
  throw new Problem('not-found', { message: 'An account of this payment no longer exists.' })
}

/** Both, as they stay until the transaction ends; locked by their ids, as calls lock them. */
async function lockParties(
  tx: Tx,
  scope: Scope,
  account_id: number,
  parent_id: number | null,
): Promise<Parties> {
  const ids = parent_id === null ? [account_id] : [account_id, parent_id]
  for (const id of ids.toSorted((a, b) => a - b)) await lockBalance(tx, id)
  return findParties(tx, scope, account_id, parent_id)
}

/** Clients and resellers recharge; settlement accounts are paid. */
function checkKind({ kind }: Party, body: PaymentForm): void {
  if (kind === 'OPERATOR') throw badField('account_id', 'This account does not exist.')
  if (paymentKindsOf(kind).includes(body.kind)) return
  const message =
    kind === 'SETTLEMENT'
      ? 'Use a payment for a settlement account.'
      : 'Use a recharge for a client.'
  throw badField('account_id', message)
}

async function lockPartiesOf(tx: Tx, scope: Scope, body: PaymentForm): Promise<Parties> {
  const { account_id } = body
  const account = await findParty(tx, scope, account_id)
  if (!account) throw badField('account_id', 'This account does not exist.')
  checkKind(account, body)
  const parties = await lockParties(tx, scope, account_id, account.parent_id)
  // Who moves an account holds its balance too, so that from here on it stays where it is.
  if (parties.account.parent_id !== account.parent_id) throw new Problem('changed-meanwhile')
  return parties
}

/** The same click again: answers the id of the first payment, if it was the same payment. */
async function repeated(tx: Tx, body: PaymentForm): Promise<number | undefined> {
  const first = await findPaymentByKey(tx, body.idempotency_key)
  if (!first) return undefined
  const { kind, account_id } = body
  const amount = enteredAmount(kind, body.amount)
  const isSame = first.kind === kind && first.account_id === account_id && first.amount === amount
  if (!isSame) throw new Problem('already-exists')
  return first.id
}

/** The largest balance: the column ends not far above, and credit limits are added to it. */
const BALANCE_MAX = 9n * 10n ** 18n

/** What moves on a balance; what is too much for it is refused. */
function movementOf(party: Party, counter: Party | null, amount: Money): Movement {
  const { id, balance } = party
  const after = addSums(balance, amount)
  if (after > BALANCE_MAX || after < -BALANCE_MAX)
    throw badField('amount', 'The amount is too high.')
  return { account_id: id, counter_account_id: counter?.id ?? OPERATOR_ID, amount, balance }
}

/** A payment lowers the balance of a client or reseller only by what it has available. */
function checkAvailable(party: Party, change: bigint, field?: 'amount'): void {
  const left = availableOf(party)
  if (party.kind === 'SETTLEMENT' || change >= 0n || left >= -change) return
  const message = `${party.name} has only ${formatMoney(left)} ${party.currency} available.`
  throw new Problem('not-enough-money', { message, ...(field && { fields: { [field]: message } }) })
}

/** What moves on the balance of the reseller above, in its own currency: the opposite. */
function parentChangeOf({ account, parent }: Parties, change: Money): Money | null {
  if (!parent) return null
  const opposite = convertExactly(-change as Money, account.fx, parent.fx)
  if (opposite === 0n) throw badField('amount', 'The amount is too low.')
  if (opposite > MONEY_MAX || opposite < -MONEY_MAX) {
    throw badField('amount', 'The amount is too high.')
  }
  checkAvailable(parent, opposite, 'amount')
  return money(Number(opposite))
}

const absolute = (amount: Money): Money => Math.abs(amount) as Money

/** What a payment has beside its amounts. */
type PaymentTexts = Pick<
  Parameters<typeof insertPayment>[1],
  'kind' | 'method' | 'reference' | 'note' | 'private_note' | 'idempotency_key' | 'reverses_id'
>

/** Who pays is whose balance rises; the other side is the parent, a reseller or the operator. */
function transfer(
  tx: Tx,
  texts: PaymentTexts,
  { account, parent }: Parties,
  changes: { readonly account: Money; readonly parent: Money | null },
  created_by: number,
): Promise<number> {
  const parent_id = parent?.id ?? OPERATOR_ID
  const isPayer = changes.account > 0
  return insertPayment(
    tx,
    {
      ...texts,
      account_id: account.id,
      payer_id: isPayer ? account.id : parent_id,
      payee_id: isPayer ? parent_id : account.id,
      amount: absolute(changes.account),
      parent_amount: changes.parent && absolute(changes.parent),
      created_by,
    },
    [
      movementOf(account, parent, changes.account),
      ...(parent && changes.parent ? [movementOf(parent, account, changes.parent)] : []),
    ],
  )
}

function pay(tx: Tx, body: PaymentForm, parties: Parties, created_by: number): Promise<number> {
  const { amount: entered, account_id: _, ...texts } = body
  const { account } = parties
  const change = balanceChange(account.kind, enteredAmount(body.kind, entered))
  checkAvailable(account, BigInt(change), 'amount')
  const changes = { account: change, parent: parentChangeOf(parties, change) }
  return transfer(tx, { ...texts, reverses_id: null }, parties, changes, created_by)
}

/** The id of the reversal that this very click made before. */
async function repeatedReversal(
  tx: Tx,
  payment: PaymentRow,
  idempotency_key: string,
): Promise<number | undefined> {
  const first = await findPaymentByKey(tx, idempotency_key)
  if (first && first.reverses_id !== payment.id) throw new Problem('already-exists')
  return first?.id
}

function checkReversal(payment: PaymentRow): void {
  if (payment.kind === 'REVERSAL') {
    throw new Problem('bad-input', {
      message: 'A reversal cannot be reversed. Record a new payment.',
    })
  }
  if (payment.is_reversed) {
    throw new Problem('already-exists', { message: 'This payment is already reversed.' })
  }
  if (payment.balance_after === null) {
    throw new Problem('in-use', {
      message: 'Its month of the ledger has been removed. Enter an adjustment instead.',
    })
  }
}

function reverse(
  tx: Tx,
  payment: PaymentRow,
  parties: Parties,
  body: BodyOf<typeof contract.reversePayment>,
  created_by: number,
): Promise<number> {
  const { id, method, reference, parent_amount } = payment
  const { account, parent } = parties
  const change = -balanceChange(account.kind, payment.amount) as Money
  // The original amounts are returned, independent of the current exchange rates.
  const opposite = parent_amount && ((change > 0 ? -parent_amount : parent_amount) as Money)
  checkAvailable(account, BigInt(change))
  if (parent && opposite) checkAvailable(parent, BigInt(opposite))
  const texts = { kind: 'REVERSAL', method, reference, private_note: '', reverses_id: id } as const
  const changes = { account: change, parent: opposite }
  return transfer(tx, { ...body, ...texts }, parties, changes, created_by)
}

/** Calls that the money of either cuts short may last on. */
async function signalMoney(tx: Tx, { account, parent }: Parties): Promise<void> {
  for (const party of [account, parent]) {
    if (party) await sendSignal(tx, { changed: 'money', account_id: party.id })
  }
}

const partyOf = (party: Party) => ({ ...party, available: availableOf(party) })

/**
 * Above the amount of the settings, the user has to prove to be the one. What the user recorded for
 * the account in the last 24 hours counts too, so that no large payment is split into small ones.
 */
async function confirmLarge(
  tx: Tx,
  caller: Caller,
  clock: Clock,
  { account }: Parties,
  amount: Money,
): Promise<void> {
  const { confirm_payments_above: most } = await readSettings(tx)
  if (most === null) return
  const recorded = await sumRecordedToday(tx, caller.user_id, account.id)
  const sum = addSums(recorded, absolute(amount))
  const inSystemCurrency = convertExactly(boundedMoney(sum), account.fx, SYSTEM_FX)
  if (inSystemCurrency > BigInt(most)) requireConfirmation(caller, clock.now_ms())
}

export const payments: HandlersOf<typeof contract> = {
  listPayments: ({ database, caller, query: { mine, ...query } }) =>
    listPayments(database, caller.scope, {
      ...inZoneOf(caller, query),
      ...(mine && { created_by: caller.user_id }),
    }),

  getPaymentTotals: ({ database, caller, query }) =>
    sumPayments(database, caller.scope, inZoneOf(caller, query)),

  async getPaymentParties({ database, caller: { scope }, params: { id } }) {
    const { parent_id } = found(await findParty(database, scope, id))
    const { account, parent } = await findParties(database, scope, id, parent_id)
    return { account: partyOf(account), parent: parent && partyOf(parent) }
  },

  createPayment: ({ database, body, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope, user_id } = actor.caller
      // The lock comes before the look for the key, so that a double click waits for the first one.
      const parties = await lockPartiesOf(tx, scope, body)
      const first_id = await repeated(tx, body)
      if (first_id === undefined) await confirmLarge(tx, actor.caller, clock, parties, body.amount)
      const id = first_id ?? (await pay(tx, body, parties, user_id))
      const payment = found(await findPayment(tx, scope, id))
      if (first_id === undefined) {
        const name = payment.account_name
        await noteChange(tx, actor, { entity, id, name, form, after: body })
        await signalMoney(tx, parties)
      }
      return payment
    }),

  reversePayment: ({ database, params, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope, user_id } = actor.caller
      // The money returns to the account that paid it, which may no longer be the parent.
      const { account_id, parent_id } = found(await findPayment(tx, scope, params.id))
      const parties = await lockParties(tx, scope, account_id, parent_id)
      // Read again under the lock: another one may have reversed it meanwhile.
      const payment = found(await findPayment(tx, scope, params.id))
      const first_id = await repeatedReversal(tx, payment, body.idempotency_key)
      if (first_id !== undefined) return found(await findPayment(tx, scope, first_id))
      checkReversal(payment)
      const id = await reverse(tx, payment, parties, body, user_id)
      const reversal = found(await findPayment(tx, scope, id))
      const name = payment.account_name
      await noteChange(tx, actor, { entity, id, name, form: contract.payment, after: reversal })
      await signalMoney(tx, parties)
      return reversal
    }),

  listLedger: ({ database, caller, query }) =>
    listLedger(database, caller.scope, inZoneOf(caller, query)),
}
