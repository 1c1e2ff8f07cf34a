import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/payments.ts'
import { OPERATOR_ID } from '#core/account/operator.ts'
import { addSums, convertExactly, formatMoney, MONEY_MAX, type Money, money } from '#core/money.ts'
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
} from '#db/billing/payments.ts'
import type { Database, Tx } from '#db/database.ts'
import type { Scope } from '#db/scope.ts'
import { sendSignal } from '#db/signals.ts'
import { noteChange } from './http/activity.ts'
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
  const expected = kind === 'SETTLEMENT' ? 'PAYMENT_MADE' : 'RECHARGE'
  if (body.kind === expected) return
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
  const { kind, account_id, amount } = body
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

/** What leaves the balance of the reseller above, in its own currency. */
function parentAmountOf({ account, parent }: Parties, amount: Money): Money | null {
  if (!parent) return null
  const parent_amount = convertExactly(amount, account.fx, parent.fx)
  if (parent_amount === 0n) throw badField('amount', 'The amount is too low.')
  if (parent_amount > MONEY_MAX) throw badField('amount', 'The amount is too high.')
  const left = availableOf(parent)
  if (left >= parent_amount) return money(Number(parent_amount))
  const message = `${parent.name} has only ${formatMoney(left)} ${parent.currency} available.`
  throw new Problem('not-enough-money', { message, fields: { amount: message } })
}

function pay(tx: Tx, body: PaymentForm, parties: Parties, created_by: number): Promise<number> {
  const { account, parent } = parties
  const isRecharge = body.kind === 'RECHARGE'
  const parent_id = parent?.id ?? OPERATOR_ID
  const parent_amount = parentAmountOf(parties, body.amount)
  // What a client pays raises its balance; what we pay lowers what we owe.
  const amount = (isRecharge ? body.amount : -body.amount) as Money
  return insertPayment(
    tx,
    {
      ...body,
      payer_id: isRecharge ? account.id : parent_id,
      payee_id: isRecharge ? parent_id : account.id,
      parent_amount,
      reverses_id: null,
      created_by,
    },
    [
      movementOf(account, parent, amount),
      ...(parent && parent_amount ? [movementOf(parent, account, -parent_amount as Money)] : []),
    ],
  )
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

function checkReversal(payment: PaymentRow, account: Party): void {
  if (payment.kind === 'REVERSAL') {
    throw new Problem('bad-input', {
      message: 'A reversal cannot be reversed. Record a new payment.',
    })
  }
  if (payment.is_reversed) {
    throw new Problem('already-exists', { message: 'This payment is already reversed.' })
  }
  const left = availableOf(account)
  if (payment.kind === 'RECHARGE' && left < payment.amount) {
    const amount = `${formatMoney(left)} ${account.currency}`
    const message = `Only ${amount} is available: the rest is spent or reserved.`
    throw new Problem('not-enough-money', { message })
  }
}

function reverse(
  tx: Tx,
  payment: PaymentRow,
  { account, parent }: Parties,
  body: BodyOf<typeof contract.reversePayment>,
  created_by: number,
): Promise<number> {
  const { account_id, method, reference, amount: paid, parent_amount } = payment
  const isRecharge = payment.kind === 'RECHARGE'
  const parent_id = parent?.id ?? OPERATOR_ID
  return insertPayment(
    tx,
    {
      ...body,
      kind: 'REVERSAL',
      account_id,
      payer_id: isRecharge ? parent_id : account_id,
      payee_id: isRecharge ? account_id : parent_id,
      amount: paid,
      // The original amounts are returned, independent of the current exchange rates.
      parent_amount,
      method,
      reference,
      private_note: '',
      reverses_id: payment.id,
      created_by,
    },
    [
      movementOf(account, parent, (isRecharge ? -paid : paid) as Money),
      ...(parent && parent_amount ? [movementOf(parent, account, parent_amount)] : []),
    ],
  )
}

/** Calls that the money of either cuts short may last on. */
async function signalMoney(tx: Tx, { account, parent }: Parties): Promise<void> {
  for (const party of [account, parent]) {
    if (party) await sendSignal(tx, { changed: 'money', account_id: party.id })
  }
}

const partyOf = (party: Party) => ({ ...party, available: availableOf(party) })

export const payments: HandlersOf<typeof contract> = {
  listPayments: ({ database, caller, query }) => listPayments(database, caller.scope, query),

  getPaymentTotals: ({ database, caller, query }) => sumPayments(database, caller.scope, query),

  async getPaymentParties({ database, caller: { scope }, params: { id } }) {
    const { parent_id } = found(await findParty(database, scope, id))
    const { account, parent } = await findParties(database, scope, id, parent_id)
    return { account: partyOf(account), parent: parent && partyOf(parent) }
  },

  createPayment: ({ database, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope, user_id } = actor.caller
      // The lock comes before the look for the key, so that a double click waits for the first one.
      const parties = await lockPartiesOf(tx, scope, body)
      const first_id = await repeated(tx, body)
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
      checkReversal(payment, parties.account)
      const id = await reverse(tx, payment, parties, body, user_id)
      const reversal = found(await findPayment(tx, scope, id))
      const name = payment.account_name
      await noteChange(tx, actor, { entity, id, name, form: contract.payment, after: reversal })
      await signalMoney(tx, parties)
      return reversal
    }),

  listLedger: ({ database, caller, query }) => listLedger(database, caller.scope, query),
}
