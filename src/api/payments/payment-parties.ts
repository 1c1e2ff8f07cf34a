// The balances that a payment moves: locked, checked, and moved by one transaction.
import { OPERATOR_ID } from '#core/account/operator.ts'
import {
  addSums,
  boundedMoney,
  convertExactly,
  formatMoney,
  MONEY_MAX,
  type Money,
  money,
} from '#core/money.ts'
import type { Clock } from '#core/time/clock.ts'
import { availableOf, lockBalance } from '#db/accounts/balances.ts'
import type { Database, Tx } from '#db/database.ts'
import {
  findPaymentParty,
  insertPayment,
  type Movement,
  type Party,
  sumRecordedToday,
} from '#db/payments/payments.ts'
import type { Scope } from '#db/scope.ts'
import { sendSignal } from '#db/signals.ts'
import { confirmAmount } from '../checks/large-money.ts'
import type { Caller } from '../http/caller.ts'
import { badField, Problem } from '../http/problem.ts'

/** Whose balances a payment moves; without a reseller above, the other side is the operator. */
export interface Parties {
  readonly account: Party
  readonly parent: Party | null
}

export async function findParties(
  database: Database,
  scope: Scope,
  account_id: number,
  parent_id: number | null,
): Promise<Parties> {
  return {
    account: partyFound(await findPaymentParty(database, scope, account_id)),
    parent:
      parent_id === null ? null : partyFound(await findPaymentParty(database, scope, parent_id)),
  }
}

function partyFound(party: Party | undefined): Party {
  if (party) return party
  throw new Problem('not-found', { message: 'An account of this payment no longer exists.' })
}

/** Both, as they stay until the transaction ends; locked by their ids, as calls lock them. */
export async function lockParties(
  tx: Tx,
  scope: Scope,
  account_id: number,
  parent_id: number | null,
): Promise<Parties> {
  const ids = parent_id === null ? [account_id] : [account_id, parent_id]
  for (const id of ids.toSorted((a, b) => a - b)) await lockBalance(tx, id)
  return findParties(tx, scope, account_id, parent_id)
}

/** The largest balance: the column ends not far above, and credit limits are added to it. */
const BALANCE_MAX = 9n * 10n ** 18n

/** The movement on a balance; an amount that is too high for it is refused. */
function movementOf(party: Party, counter: Party | null, amount: Money): Movement {
  const { id, balance } = party
  const after = addSums(balance, amount)
  if (after > BALANCE_MAX || after < -BALANCE_MAX)
    throw badField('amount', 'The amount is too high.')
  return { account_id: id, counter_account_id: counter?.id ?? OPERATOR_ID, amount, balance }
}

/** A payment lowers the balance of a client or reseller only by what it has available. */
export function checkAvailable(party: Party, change: bigint, field?: 'amount'): void {
  const left = availableOf(party)
  if (party.kind === 'SETTLEMENT' || change >= 0n || left >= -change) return
  const message = `${party.name} has only ${formatMoney(left)} ${party.currency} available.`
  throw new Problem('not-enough-money', { message, ...(field && { fields: { [field]: message } }) })
}

/** The movement on the balance of the reseller above, in its own currency: the opposite. */
export function parentChangeOf({ account, parent }: Parties, change: Money): Money | null {
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

/** The fields of a payment beside its amounts. */
type PaymentTexts = Pick<
  Parameters<typeof insertPayment>[1],
  'kind' | 'method' | 'reference' | 'note' | 'private_note' | 'idempotency_key' | 'reverses_id'
>

/** Who pays is whose balance rises; the other side is the parent, a reseller or the operator. */
export function transfer(
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

/** Calls that the money of either cuts short may last on. */
export async function signalMoney(tx: Tx, { account, parent }: Parties): Promise<void> {
  for (const party of [account, parent]) {
    if (party) await sendSignal(tx, { changed: 'money', account_id: party.id })
  }
}

/**
 * Above the amount of the settings, the user has to prove to be the one. What the user recorded for
 * the account in the last 24 hours counts too, so that no large payment is split into small ones.
 */
export async function confirmLarge(
  tx: Tx,
  caller: Caller,
  clock: Clock,
  { account }: Parties,
  amount: Money,
): Promise<void> {
  const recorded = await sumRecordedToday(tx, caller.user_id, account.id)
  const sum = addSums(recorded, absolute(amount))
  await confirmAmount(tx, { caller, clock }, boundedMoney(sum), account.fx)
}
