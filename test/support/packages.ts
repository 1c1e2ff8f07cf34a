// A package that a client has, as rows: bought and paid as the console would have done it.
import type pg from 'pg'

interface PackageOptions {
  readonly name?: string
  /** Who sells it: the operator, if absent. */
  readonly owner_id?: number
  readonly prefixes?: readonly string[]
  readonly seconds?: number
  /** Millionths. */
  readonly price?: number
  readonly cycle?: 'ONCE' | 'DAY' | 'WEEK' | 'MONTH'
  readonly has_rollover?: boolean
  readonly priority?: number
  readonly starts_at?: string
  readonly ends_at?: string | null
}

/** Answers the subscription. */
export async function givePackage(
  database: pg.Client | pg.Pool,
  client_id: number,
  options: PackageOptions = {},
): Promise<{ id: number; package_id: number }> {
  const { owner_id = 1, name = 'Europe', prefixes = ['44'], seconds = 300, price = 0 } = options
  const { cycle = 'ONCE', has_rollover = false, priority = 100, ends_at = null } = options
  const starts_at = options.starts_at ?? new Date().toISOString()
  const one = async (sql: string, values: unknown[]) =>
    (await database.query<{ id: number }>(sql, values)).rows[0]!.id
  const package_id = await one(
    `insert into package
       (owner_id, name, prefixes, seconds, price, currency, cycle, has_rollover, priority)
     values ($8, $1, $2, $3, $4, 'USD', $5, $6, $7) returning id`,
    [name, prefixes, seconds, price, cycle, has_rollover, priority, owner_id],
  )
  const id = await one(
    `insert into package_subscription (account_id, package_id, seconds_left, period_seconds,
       anchored_at, period_starts_at, period_ends_at)
     values ($1, $2, $3, $3, $4, $4, $5) returning id`,
    [client_id, package_id, seconds, starts_at, ends_at],
  )
  await database.query(
    `with p as (insert into package_period (subscription_id, starts_at, ends_at, seconds, price)
       values ($1, $2, $3, $4, $5) returning id),
     b as (update account_balance set balance = balance - $5 where account_id = $6
       returning balance)
     insert into ledger_entry (account_id, counter_account_id, kind, amount, balance_after,
       package_period_id)
     select $6, $7, 'PACKAGE', -$5::bigint, b.balance, p.id from p, b where $5::bigint > 0`,
    [id, starts_at, ends_at, seconds, price, client_id, owner_id],
  )
  await database.query('update change_number set number = number + 1')
  return { id, package_id }
}
