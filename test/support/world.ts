// A small carrier in the database: one client with an address, two carriers with a gateway each,
// tariffs, rates, a route plan and money, for tests that make calls.
import type pg from 'pg'
import { findBreaches } from '#db/billing/invariants.ts'

export interface World {
  readonly client_id: number
  readonly sell_tariff_id: number
  readonly gateway_ids: readonly [number, number]
  readonly settlement_ids: readonly [number, number]
}

export interface WorldOptions {
  /** Millionths. */
  readonly balance?: number
  /** Hundred-millionths per minute. */
  readonly sell_rate?: number
  readonly source?: string
  readonly gateway_hosts?: readonly [string, string]
  readonly gateway_port?: number
  readonly first_increment?: number
  readonly next_increment?: number
  readonly max_call_duration_seconds?: number
  readonly media_mode?: 'PROXY' | 'DIRECT'
}

/** Writes the world; everything that starts with 44 costs 0.03 and 0.01 or 0.012 a minute. */
export async function makeWorld(
  database: pg.Client | pg.Pool,
  options: WorldOptions = {},
): Promise<World> {
  const one = async (sql: string, values: unknown[]) =>
    (await database.query<{ id: number }>(sql, values)).rows[0]!.id
  const tariff = (name: string, kind: string) =>
    one(
      `insert into tariff (owner_id, name, kind, first_increment, next_increment)
       values (1, $1, $2, $3, $4) returning id`,
      [name, kind, options.first_increment ?? 1, options.next_increment ?? 1],
    )
  const rate = (tariff_id: number, prefix: string, price: number) =>
    database.query(
      'insert into tariff_rate (tariff_id, prefix, destination, rate) values ($1, $2, $3, $4)',
      [tariff_id, prefix, 'United Kingdom', price],
    )
  const account = (kind: string, name: string, tariff_id: number) =>
    one(
      `insert into account (kind, parent_id, name, tariff_id) values ($1, 1, $2, $3) returning id`,
      [kind, name, tariff_id],
    )

  const sell_tariff_id = await tariff('Sell', 'SELL')
  const buy_ids = [await tariff('Buy one', 'BUY'), await tariff('Buy two', 'BUY')] as const
  await rate(sell_tariff_id, '44', options.sell_rate ?? 3_000_000)
  await rate(buy_ids[0], '44', 1_000_000)
  await rate(buy_ids[1], '44', 1_200_000)

  const plan_id = await one(
    `insert into route_plan (owner_id, name, mode) values (1, 'Plan', 'ORDERED') returning id`,
    [],
  )
  const client_id = await account('WHOLESALE', 'Client', sell_tariff_id)
  await database.query(
    `insert into client (account_id, route_plan_id, max_call_duration_seconds, media_mode)
     values ($1, $2, $3, $4)`,
    [client_id, plan_id, options.max_call_duration_seconds ?? 7200, options.media_mode ?? 'PROXY'],
  )
  const balance = options.balance ?? 10_000_000
  await database.query('insert into account_balance (account_id, balance) values ($1, $2)', [
    client_id,
    balance,
  ])
  await pay(database, client_id, balance)
  await database.query('insert into client_ip (account_id, ip) values ($1, $2)', [
    client_id,
    options.source ?? '127.0.0.1',
  ])

  const settlement = async (at: 0 | 1) => {
    const settlement_id = await account('SETTLEMENT', `Carrier ${at + 1}`, buy_ids[at]!)
    await database.query('insert into settlement (account_id) values ($1)', [settlement_id])
    await database.query('insert into account_balance (account_id, has_floor) values ($1, false)', [
      settlement_id,
    ])
    const gateway_id = await one(
      `insert into gateway (settlement_id, name, host, port, media_mode)
       values ($1, $2, $3, $4, $5) returning id`,
      [
        settlement_id,
        `Gateway ${at + 1}`,
        options.gateway_hosts?.[at] ?? `127.0.3.${at + 1}`,
        options.gateway_port ?? 5060,
        options.media_mode ?? 'PROXY',
      ],
    )
    return { settlement_id, gateway_id }
  }
  // One after the other, so that two worlds have the same ids.
  const [first, second] = [await settlement(0), await settlement(1)]
  const rule_id = await one(
    `insert into route_rule (route_plan_id, dst_prefix) values ($1, '') returning id`,
    [plan_id],
  )
  for (const [at, settlement] of [first, second].entries()) {
    await database.query(
      'insert into route_target (route_rule_id, gateway_id, position) values ($1, $2, $3)',
      [rule_id, settlement.gateway_id, at + 1],
    )
  }
  await database.query(`update change_number set number = number + 1`)
  return {
    client_id,
    sell_tariff_id,
    gateway_ids: [first.gateway_id, second.gateway_id],
    settlement_ids: [first.settlement_id, second.settlement_id],
  }
}

/**
 * Resellers above the client, the nearest first, each with the balance and a tariff of its own at
 * so many hundred-millionths a minute. Answers their ids in the same order.
 */
export async function putResellersAbove(
  database: pg.Client | pg.Pool,
  client_id: number,
  rates: readonly number[],
  balance = 10_000_000,
): Promise<number[]> {
  const ids: number[] = []
  let parent_id = 1
  for (const [at, rate] of rates.toReversed().entries()) {
    const level = at + 1
    const { rows } = await database.query<{ id: number }>(
      `with t as (insert into tariff (owner_id, name, kind, first_increment, next_increment)
         values (1, 'Cost ' || $1, 'RESELLER_COST', 1, 1) returning id),
       r as (insert into tariff_rate (tariff_id, prefix, destination, rate)
         select id, '44', 'United Kingdom', $2 from t),
       a as (insert into account (kind, parent_id, name, tariff_id)
         select 'RESELLER', $3, 'Reseller ' || $1, id from t returning id),
       b as (insert into account_balance (account_id, balance) select id, $4 from a)
       select id from a`,
      [String(level), rate, parent_id, balance],
    )
    parent_id = rows[0]!.id
    await database.query('insert into reseller (account_id, level) values ($1, $2)', [
      parent_id,
      level,
    ])
    await pay(database, parent_id, balance)
    ids.unshift(parent_id)
  }
  await database.query('update account set parent_id = $1 where id = $2', [parent_id, client_id])
  return ids
}

/** The ledger entry of a first payment, so that balances are sums from the start. */
async function pay(
  database: pg.Client | pg.Pool,
  account_id: number,
  amount: number,
): Promise<void> {
  if (amount === 0) return
  await database.query(
    `with u as (insert into console_user (username, password_hash, type)
       values ('seed', '-', 'ADMIN')
       on conflict (lower(username)) where deleted_at is null
         do update set username = excluded.username returning id),
     p as (insert into payment
         (account_id, payer_id, payee_id, kind, amount, method, idempotency_key, created_by)
       select $1, $1, 1, 'RECHARGE', $2, 'cash', gen_random_uuid(), id from u returning id)
     insert into ledger_entry
       (account_id, counter_account_id, kind, amount, balance_after, payment_id)
     select $1, 1, 'PAYMENT', $2, $2, id from p`,
    [account_id, amount],
  )
}

/** Fails with what is wrong when an invariant of money or calls does not hold. */
export async function checkBooks(database: pg.Client | pg.Pool): Promise<void> {
  const breaches = await findBreaches(database)
  if (breaches.length > 0)
    throw new Error(`The books are wrong: ${JSON.stringify(breaches, null, 1)}`)
}
