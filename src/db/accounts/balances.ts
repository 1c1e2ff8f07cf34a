// The balance of an account, and the part of it that is reserved for active calls.
import { addSums, type Money, type Sum, subtractSums } from '#core/money.ts'
import type { Database, Tx } from '../database.ts'
import { asSum } from '../sums.ts'

export interface Balance {
  readonly balance: Sum
  readonly credit_limit: Money
  readonly held: Sum
  /** The credit limits that it has given to the accounts right below it. */
  readonly lent: Sum
}

const COLUMNS = [
  asSum('balance').as('balance'),
  'credit_limit',
  asSum('held').as('held'),
  asSum('lent').as('lent'),
] as const

interface OwnBalance extends Balance {
  /** Null is the operator itself, which has none above it. */
  readonly parent_id: number | null
  readonly currency: string
  /** How much we may owe a settlement account at most. */
  readonly max_debt: Money | null
}

/** As it is now, with the currency it is in. */
export async function findBalance(
  database: Database,
  account_id: number,
): Promise<OwnBalance | undefined> {
  return database
    .selectFrom('account_balance')
    .innerJoin('account', 'account.id', 'account_id')
    .where('account_id', '=', account_id)
    .select([...COLUMNS, 'parent_id', 'currency', 'max_debt'])
    .executeTakeFirst()
}

/** As it stays until the transaction ends. */
export async function lockBalance(tx: Tx, account_id: number): Promise<Balance | undefined> {
  return tx
    .selectFrom('account_balance')
    .where('account_id', '=', account_id)
    .select(COLUMNS)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * As they stay until the transaction ends; in the order of ids, as calls lock them (ADR-0013). The
 * operator, as null, has no balance.
 */
export async function lockBalances(tx: Tx, account_ids: readonly (number | null)[]): Promise<void> {
  const ids = [...new Set(account_ids)].filter((id) => id !== null)
  for (const id of ids.toSorted((a, b) => a - b)) await lockBalance(tx, id)
}

/** The amount that can still be spent. */
export const availableOf = ({ balance, credit_limit, held, lent }: Balance): Sum =>
  subtractSums(addSums(balance, credit_limit), addSums(held, lent))
