import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/payments/payments.ts'
import { balanceChange, enteredAmount, paymentKindsOf } from '#core/account/payment.ts'
import type { Money } from '#core/money.ts'
import { availableOf, lockBalance } from '#db/accounts/balances.ts'
import type { Tx } from '#db/database.ts'
import { listLedger } from '#db/payments/ledger.ts'
import { findHalvesOf } from '#db/payments/nettings.ts'
import {
  findPayment,
  findPaymentByKey,
  findPaymentParty,
  listPayments,
  type Party,
  type PaymentRow,
  sumPayments,
} from '#db/payments/payments.ts'
import type { Parties } from '#db/payments/transfer.ts'
import type { Scope } from '#db/scope.ts'
import { noteChange } from '../http/activity.ts'
import { type Caller, inZoneOf } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'
import { randomId } from '../http/random.ts'
import {
  checkAvailable,
  confirmLarge,
  findParties,
  lockParties,
  parentChangeOf,
  recordTransfer,
  signalMoney,
} from './payment-parties.ts'

type PaymentForm = BodyOf<typeof contract.createPayment>

const entity = 'payment'
const form = contract.paymentForm

/** Clients and resellers recharge; settlement accounts are paid. A user does not pay itself. */
function checkKind({ kind }: Party, { account_id: own_id }: Caller, body: PaymentForm): void {
  if (body.account_id === own_id) throw badField('account_id', 'Not your own account.')
  if (kind === 'OPERATOR') throw badField('account_id', 'This account does not exist.')
  if (paymentKindsOf(kind).includes(body.kind)) return
  const message =
    kind === 'SETTLEMENT'
      ? 'Use a payment for a settlement account.'
      : 'Use a recharge for a client.'
  throw badField('account_id', message)
}

async function lockPartiesOf(tx: Tx, caller: Caller, body: PaymentForm): Promise<Parties> {
  const { account_id } = body
  const { scope } = caller
  const account = await findPaymentParty(tx, scope, account_id)
  if (!account) throw badField('account_id', 'This account does not exist.')
  checkKind(account, caller, body)
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

function pay(tx: Tx, body: PaymentForm, parties: Parties, created_by: number): Promise<number> {
  const { amount: entered, account_id: _, ...texts } = body
  const { account } = parties
  const change = balanceChange(account.kind, enteredAmount(body.kind, entered))
  checkAvailable(account, BigInt(change), 'amount')
  const changes = { account: change, parent: parentChangeOf(parties, change) }
  return recordTransfer(tx, { ...texts, reverses_id: null }, parties, changes, created_by)
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
  if (!payment.is_own_record) {
    throw new Problem('not-allowed', { message: 'Your provider has recorded this payment.' })
  }
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
  return recordTransfer(tx, { ...body, ...texts }, parties, changes, created_by)
}

/** The payment, and with it the other half of its netting: debts are set off on both sides. */
async function reversedTogether(tx: Tx, id: number): Promise<number[]> {
  const others = (await findHalvesOf(tx, id)).filter((half) => half !== id)
  return [id, ...others]
}

/** The accounts whose balances the payments moved, in the order in which calls lock them. */
async function balancesOf(tx: Tx, scope: Scope, ids: readonly number[]): Promise<number[]> {
  const accounts = new Set<number>()
  for (const id of ids) {
    const { account_id, parent_id } = found(await findPayment(tx, scope, id))
    accounts.add(account_id)
    if (parent_id !== null) accounts.add(parent_id)
  }
  return [...accounts].toSorted((a, b) => a - b)
}

const partyOf = (party: Party) => ({ ...party, available: availableOf(party) })

export const payments: HandlersOf<typeof contract> = {
  listPayments: ({ database, caller, query: { mine, ...query } }) =>
    listPayments(database, caller.scope, {
      ...inZoneOf(caller, query),
      ...(mine && { created_by: caller.user_id }),
    }),

  getPaymentTotals: ({ database, caller, query }) =>
    sumPayments(database, caller.scope, inZoneOf(caller, query)),

  async getPaymentParties({ database, caller: { scope }, params: { id } }) {
    const { parent_id } = found(await findPaymentParty(database, scope, id))
    const { account, parent } = await findParties(database, scope, id, parent_id)
    return { account: partyOf(account), parent: parent && partyOf(parent) }
  },

  createPayment: ({ database, body, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope, user_id } = actor.caller
      // The lock comes before the look for the key, so that a double click waits for the first one.
      const parties = await lockPartiesOf(tx, actor.caller, body)
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
      const ids = await reversedTogether(tx, params.id)
      for (const id of await balancesOf(tx, scope, ids)) await lockBalance(tx, id)
      // Read under the lock: another one may have reversed it meanwhile.
      const asked = found(await findPayment(tx, scope, params.id))
      const first_id = await repeatedReversal(tx, asked, body.idempotency_key)
      if (first_id !== undefined) return found(await findPayment(tx, scope, first_id))
      const reversals: PaymentRow[] = []
      for (const id of ids) {
        const payment = found(await findPayment(tx, scope, id))
        // The other half of a netting that was reversed alone.
        if (id !== params.id && payment.is_reversed) continue
        checkReversal(payment)
        // The money returns to the account that paid it, which may no longer be the parent.
        const parties = await findParties(tx, scope, payment.account_id, payment.parent_id)
        const key = id === params.id ? body.idempotency_key : randomId()
        const form = { ...body, idempotency_key: key }
        const reversal = found(
          await findPayment(tx, scope, await reverse(tx, payment, parties, form, user_id)),
        )
        const about = { entity, id: reversal.id, name: payment.account_name }
        await noteChange(tx, actor, { ...about, form: contract.payment, after: reversal })
        await signalMoney(tx, parties)
        reversals.push(reversal)
      }
      return found(reversals[0])
    }),

  listLedger: ({ database, caller, query }) =>
    listLedger(database, caller.scope, inZoneOf(caller, query)),
}
