// One payment between an account and the one right above it: both balances and both entries.
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { Money } from '#core/money.ts'
import type { Tx } from '../database.ts'
import { insertPayment, type Movement, type Party } from './payments.ts'

/** Whose balances a payment moves; without a reseller above, the other side is the operator. */
export interface Parties {
  readonly account: Party
  readonly parent: Party | null
}

/** By how much each balance changes, each in its own currency. */
export interface BalanceChanges {
  readonly account: Money
  readonly parent: Money | null
}

/** The fields of a payment beside its amounts. */
export type PaymentTexts = Pick<
  Parameters<typeof insertPayment>[1],
  'kind' | 'method' | 'reference' | 'note' | 'private_note' | 'idempotency_key' | 'reverses_id'
>

const movementOf = (party: Party, counter: Party | null, amount: Money): Movement => ({
  account_id: party.id,
  counter_account_id: counter?.id ?? OPERATOR_ID,
  amount,
  balance: party.balance,
})

const absolute = (amount: Money): Money => Math.abs(amount) as Money

/**
 * Who pays is whose balance rises; the other side is the parent, a reseller or the operator. Both
 * balances are locked. `created_by` is null for what no user has recorded.
 */
export function transfer(
  tx: Tx,
  texts: PaymentTexts,
  { account, parent }: Parties,
  changes: BalanceChanges,
  created_by: number | null,
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
