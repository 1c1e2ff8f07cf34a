// The balances that a payment moves: locked, checked, and moved by one transaction.
import {
  addSums,
  boundedMoney,
  convertDown,
  formatMoney,
  MONEY_MAX,
  type Money,
  money,
} from '#core/money.ts'
import type { Clock } from '#core/time/clock.ts'
import { availableOf, lockBalances } from '#db/accounts/balances.ts'
import type { Database, Tx } from '#db/database.ts'
import { findPaymentParty, type Party, sumRecordedToday } from '#db/payments/payments.ts'
import {
  type BalanceChanges,
  type Parties,
  type PaymentTexts,
  transfer,
} from '#db/payments/transfer.ts'
import type { Scope } from '#db/scope.ts'
import { sendSignal } from '#db/signals.ts'
import { confirmAmount } from '../checks/large-money.ts'
import type { Caller } from '../http/caller.ts'
import { badField, Problem } from '../http/problem.ts'

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
  await lockBalances(tx, parent_id === null ? [account_id] : [account_id, parent_id])
  return findParties(tx, scope, account_id, parent_id)
}

/** The largest balance: the column ends not far above, and credit limits are added to it. */
const BALANCE_MAX = 9n * 10n ** 18n

/** An amount that is too high for the balance is refused. */
function checkBounds({ balance }: Party, amount: Money): void {
  const after = addSums(balance, amount)
  if (after > BALANCE_MAX || after < -BALANCE_MAX)
    throw badField('amount', 'The amount is too high.')
}

/** A payment lowers the balance of a client or reseller only by what it has available. */
export function checkAvailable(party: Party, change: bigint, field?: 'amount'): void {
  const left = availableOf(party)
  if (party.kind === 'SETTLEMENT' || change >= 0n || left >= -change) return
  const message = `${party.name} has only ${formatMoney(left)} ${party.currency} available.`
  throw new Problem('not-enough-money', { message, ...(field && { fields: { [field]: message } }) })
}

/**
 * The movement on the balance of the reseller above, in its own currency: the opposite, rounded to
 * its disadvantage.
 */
export function parentChangeOf({ account, parent }: Parties, change: Money): Money | null {
  if (!parent) return null
  const opposite = convertDown(-change as Money, account.fx, parent.fx)
  if (opposite === 0n) throw badField('amount', 'The amount is too low.')
  if (opposite > MONEY_MAX || opposite < -MONEY_MAX) {
    throw badField('amount', 'The amount is too high.')
  }
  checkAvailable(parent, opposite, 'amount')
  return money(Number(opposite))
}

const absolute = (amount: Money): Money => Math.abs(amount) as Money

/** Records a payment of a user: both balances, which are locked, stay within their bounds. */
export function recordTransfer(
  tx: Tx,
  texts: PaymentTexts,
  parties: Parties,
  changes: BalanceChanges,
  created_by: number,
): Promise<number> {
  checkBounds(parties.account, changes.account)
  if (parties.parent && changes.parent) checkBounds(parties.parent, changes.parent)
  return transfer(tx, texts, parties, changes, created_by)
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
