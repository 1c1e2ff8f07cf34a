import type { BodyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/payments/nettings.ts'
import { balanceChange, type PaymentKind } from '#core/account/payment.ts'
import {
  boundedMoney,
  convertExactly,
  formatFx,
  formatMoney,
  type Money,
  type Sum,
  SYSTEM_FX,
  toSum,
} from '#core/money.ts'
import { findSettlement } from '#db/accounts/settlements.ts'
import type { Database, Tx } from '#db/database.ts'
import { findNettingByKey, insertNetting } from '#db/payments/nettings.ts'
import { findPayment, type Party } from '#db/payments/payments.ts'
import type { Scope } from '#db/scope.ts'
import { noteActivity } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'
import { randomId } from '../http/random.ts'
import { confirmLarge, lockParties, recordTransfer, signalMoney } from './payment-parties.ts'

type NettingForm = BodyOf<typeof contract.createNetting>

/** One payment of a netting, in the currency of its account. */
interface Part {
  readonly account: Party
  readonly kind: Extract<PaymentKind, 'RECHARGE' | 'PAYMENT_MADE'>
  readonly amount: Money
  readonly method: 'netting' | NettingForm['method']
  readonly reference: string
  readonly note: string
}

/** Both accounts of the partner, as they stay until the transaction ends. */
async function lockPartner(tx: Tx, scope: Scope, settlement_id: number) {
  const settlement = await findSettlement(tx, scope, settlement_id)
  if (!settlement) throw badField('settlement_id', 'This settlement account does not exist.')
  if (settlement.client_id === null) {
    throw badField('settlement_id', 'It has no inbound client account to net with.')
  }
  const { account, parent: client } = await lockParties(
    tx,
    scope,
    settlement_id,
    settlement.client_id,
  )
  if (!client || client.parent_id !== null) {
    throw badField('settlement_id', 'Its inbound client is billed by a reseller, and not by us.')
  }
  return { settlement: account, client }
}

/** No side is paid more than the other owes it. */
function checkOwed(party: Party, amount: bigint, owed: Sum, field: string): void {
  if (amount <= owed) return
  const left = `${formatMoney(owed > 0n ? owed : toSum(0n))} ${party.currency}`
  throw badField(field, `${party.name}: only ${left} is owed.`)
}

function partsOf(body: NettingForm, settlement: Party, client: Party): Part[] {
  const { amount, rate, note } = body
  if (settlement.currency === client.currency && rate !== SYSTEM_FX) {
    throw badField('rate', 'Both accounts have the same currency: the rate is 1.')
  }
  const client_amount = convertExactly(amount, rate, SYSTEM_FX)
  if (client_amount === 0n) throw badField('amount', 'The amount is too low.')
  checkOwed(settlement, BigInt(amount), settlement.balance, 'amount')
  checkOwed(client, client_amount, toSum(-client.balance), 'amount')
  const given = boundedMoney(client_amount)
  const terms =
    `${formatMoney(amount)} ${settlement.currency}` +
    (rate === SYSTEM_FX ? '' : ` at ${formatFx(rate)} = ${formatMoney(given)} ${client.currency}`)
  const text = `Netting of ${terms}.${note && ` ${note}`}`
  const setOff = { method: 'netting', reference: '', note: text } as const
  return [
    { account: settlement, kind: 'PAYMENT_MADE', amount, ...setOff },
    { account: client, kind: 'RECHARGE', amount: given, ...setOff },
    ...netPart(body, settlement, client, text),
  ]
}

/** The payment of what is left, if it is recorded too. */
function netPart(
  { net_payer, net_amount: amount, method, reference }: NettingForm,
  settlement: Party,
  client: Party,
  note: string,
): Part[] {
  if (amount === null) return []
  const paid = { amount, method, reference, note }
  return net_payer === 'CLIENT'
    ? [{ account: client, kind: 'RECHARGE', ...paid }]
    : [{ account: settlement, kind: 'PAYMENT_MADE', ...paid }]
}

/** One after the other, because the second of an account begins with the balance of the first. */
async function payParts(tx: Tx, parts: readonly Part[], created_by: number): Promise<number[]> {
  const ids: number[] = []
  const balances = new Map<number, Sum>()
  for (const { account, kind, amount, ...texts } of parts) {
    const change = balanceChange(account.kind, amount)
    const balance = balances.get(account.id) ?? account.balance
    const parties = { account: { ...account, balance }, parent: null }
    const payment = { ...texts, kind, private_note: '', idempotency_key: randomId() }
    const changes = { account: change, parent: null }
    ids.push(
      await recordTransfer(tx, { ...payment, reverses_id: null }, parties, changes, created_by),
    )
    balances.set(account.id, toSum(BigInt(balance) + BigInt(change)))
  }
  return ids
}

async function paymentsOf(database: Database, scope: Scope, ids: readonly (number | null)[]) {
  const made = ids.filter((id) => id !== null)
  return Promise.all(made.map(async (id) => found(await findPayment(database, scope, id))))
}

/** The same click again: answers the first payments, if it was the same netting. */
async function repeated(
  tx: Tx,
  scope: Scope,
  body: NettingForm,
  { rate, ...ids }: NonNullable<Awaited<ReturnType<typeof findNettingByKey>>>,
) {
  const { settlement_payment_id, client_payment_id, net_payment_id } = ids
  const made = await paymentsOf(tx, scope, [
    settlement_payment_id,
    client_payment_id,
    net_payment_id,
  ])
  const [setOff, , net] = made
  const payer = net && (net.kind === 'RECHARGE' ? 'CLIENT' : 'OPERATOR')
  const isSame =
    setOff?.account_id === body.settlement_id &&
    setOff.amount === body.amount &&
    rate === body.rate &&
    (payer ?? null) === body.net_payer &&
    (net?.amount ?? null) === body.net_amount
  if (!isSame) throw new Problem('already-exists')
  return made
}

export const nettings: HandlersOf<typeof contract> = {
  createNetting: ({ database, body, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope, user_id } = actor.caller
      const { settlement, client } = await lockPartner(tx, scope, body.settlement_id)
      const first = await findNettingByKey(tx, body.idempotency_key)
      if (first) return repeated(tx, scope, body, first)
      const parts = partsOf(body, settlement, client)
      for (const { account, amount } of parts) {
        await confirmLarge(tx, actor.caller, clock, { account, parent: null }, amount)
      }
      const [settlement_payment_id, client_payment_id, net_payment_id = null] = await payParts(
        tx,
        parts,
        user_id,
      )
      if (settlement_payment_id === undefined || client_payment_id === undefined) {
        throw new Problem('bad-input')
      }
      const { rate, idempotency_key } = body
      await insertNetting(tx, {
        settlement_payment_id,
        client_payment_id,
        net_payment_id,
        rate,
        idempotency_key,
      })
      const payments = await paymentsOf(tx, scope, [
        settlement_payment_id,
        client_payment_id,
        net_payment_id,
      ])
      for (const payment of payments) {
        await noteActivity(tx, actor, {
          action: 'CREATE',
          entity: 'payment',
          entity_id: String(payment.id),
          entity_name: payment.account_name,
          changes: { amount: [null, formatMoney(payment.amount)], note: [null, payment.note] },
        })
      }
      await signalMoney(tx, { account: settlement, parent: client })
      return payments
    }),
}
