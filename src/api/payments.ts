import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/payments.ts'
import { formatMoney, type Money } from '#core/money.ts'
import { OPERATOR_ID } from '#db/accounts.ts'
import { availableOf, type Balance, lockBalance } from '#db/balances.ts'
import type { Tx } from '#db/database.ts'
import { listLedger } from '#db/ledger.ts'
import {
  findAccountKind,
  findPayment,
  findPaymentByKey,
  insertPayment,
  listPayments,
  type PaymentRow,
  sumPayments,
} from '#db/payments.ts'
import type { Scope } from '#db/scope.ts'
import { noteChange } from './plumbing/activity.ts'
import type { HandlersOf } from './plumbing/handle.ts'
import { badField, found, Problem } from './plumbing/problem.ts'

type PaymentForm = BodyOf<typeof contract.createPayment>

const entity = 'payment'
const form = contract.paymentForm

/** Clients and resellers recharge; settlement accounts are paid. */
async function checkAccount(tx: Tx, scope: Scope, body: PaymentForm): Promise<void> {
  const kind = await findAccountKind(tx, scope, body.account_id)
  if (!kind || kind === 'OPERATOR') throw badField('account_id', 'This account does not exist.')
  const expected = kind === 'SETTLEMENT' ? 'PAYMENT_MADE' : 'RECHARGE'
  if (body.kind === expected) return
  const message =
    kind === 'SETTLEMENT' ? 'A settlement account is paid.' : 'A client is recharged, not paid.'
  throw badField('account_id', message)
}

/** The same click again: answers the id of the first payment, if it was the same payment. */
async function repeated(tx: Tx, body: PaymentForm): Promise<number | undefined> {
  const first = await findPaymentByKey(tx, body.idempotency_key)
  if (!first) return undefined
  const account_id = first.kind === 'RECHARGE' ? first.payer_id : first.payee_id
  const isSame =
    first.kind === body.kind && account_id === body.account_id && first.amount === body.amount
  if (!isSame) throw new Problem('already-exists')
  return first.id
}

function checkSum(balance: Money, amount: Money): void {
  if (!Number.isSafeInteger(balance + amount)) throw badField('amount', 'This is too much.')
}

async function pay(tx: Tx, body: PaymentForm, balance: Balance, created_by: number) {
  const { account_id } = body
  const isRecharge = body.kind === 'RECHARGE'
  // What a client pays raises its balance; what we pay lowers what we owe.
  const amount = (isRecharge ? body.amount : -body.amount) as Money
  checkSum(balance.balance, amount)
  return insertPayment(
    tx,
    {
      ...body,
      payer_id: isRecharge ? account_id : OPERATOR_ID,
      payee_id: isRecharge ? OPERATOR_ID : account_id,
      parent_amount: null,
      reverses_id: null,
      created_by,
    },
    { account_id, amount, balance: balance.balance },
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

function checkReversal(payment: PaymentRow, balance: Balance): void {
  if (payment.kind === 'REVERSAL') {
    throw new Problem('bad-input', { message: 'A reversal cannot be reversed: pay again.' })
  }
  if (payment.is_reversed) {
    throw new Problem('already-exists', { message: 'This payment is reversed already.' })
  }
  const left = availableOf(balance)
  if (payment.kind === 'RECHARGE' && left < payment.amount) {
    const message = `Only ${formatMoney(left)} is left: the rest is spent or held for calls.`
    throw new Problem('not-enough-money', { message })
  }
}

async function reverse(
  tx: Tx,
  payment: PaymentRow,
  balance: Balance,
  body: BodyOf<typeof contract.reversePayment>,
  created_by: number,
): Promise<number> {
  const { account_id, method, reference, amount: paid } = payment
  const isRecharge = payment.kind === 'RECHARGE'
  const amount = (isRecharge ? -paid : paid) as Money
  checkSum(balance.balance, amount)
  return insertPayment(
    tx,
    {
      ...body,
      kind: 'REVERSAL',
      account_id,
      payer_id: isRecharge ? OPERATOR_ID : account_id,
      payee_id: isRecharge ? account_id : OPERATOR_ID,
      amount: paid,
      parent_amount: null,
      method,
      reference,
      private_note: '',
      reverses_id: payment.id,
      created_by,
    },
    { account_id, amount, balance: balance.balance },
  )
}

export const payments: HandlersOf<typeof contract> = {
  listPayments: ({ database, caller, query }) => listPayments(database, caller.scope, query),

  getPaymentTotals: ({ database, caller, query }) => sumPayments(database, caller.scope, query),

  createPayment: ({ database, body, ...doer }) =>
    database.transaction().execute(async (tx) => {
      const { scope, user_id } = doer.caller
      await checkAccount(tx, scope, body)
      // The lock comes before the look for the key, so that a double click waits for the first one.
      const balance = found(await lockBalance(tx, body.account_id))
      const first_id = await repeated(tx, body)
      const id = first_id ?? (await pay(tx, body, balance, user_id))
      const payment = found(await findPayment(tx, scope, id))
      if (first_id === undefined) {
        const name = payment.account_name
        await noteChange(tx, doer, { entity, id, name, form, after: body })
      }
      return payment
    }),

  reversePayment: ({ database, params, body, ...doer }) =>
    database.transaction().execute(async (tx) => {
      const { scope, user_id } = doer.caller
      const { account_id } = found(await findPayment(tx, scope, params.id))
      const balance = found(await lockBalance(tx, account_id))
      // Read again under the lock: another one may have reversed it meanwhile.
      const payment = found(await findPayment(tx, scope, params.id))
      const first_id = await repeatedReversal(tx, payment, body.idempotency_key)
      if (first_id !== undefined) return found(await findPayment(tx, scope, first_id))
      checkReversal(payment, balance)
      const id = await reverse(tx, payment, balance, body, user_id)
      const reversal = found(await findPayment(tx, scope, id))
      const name = payment.account_name
      await noteChange(tx, doer, { entity, id, name, form: contract.payment, after: reversal })
      return reversal
    }),

  listLedger: ({ database, caller, query }) => listLedger(database, caller.scope, query),
}
