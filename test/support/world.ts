// The small carrier of tests that make calls: one client with an address, two settlement accounts
// with a gateway each, tariffs, rates, a route plan and money.
import type pg from 'pg'
import { asSqlConnection, type Database, type SqlConnection } from '#db/database.ts'
import { findBreaches } from '#db/verify/invariants.ts'
import { type WorldDescription, writeWorld } from './write-world.ts'

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

/** Billed by the second; numbers with 44 cost `rate` hundred-millionths a minute. */
export const tariffOf = (
  kind: 'SELL' | 'BUY' | 'RESELLER_COST',
  rate: number,
  increments: Pick<WorldOptions, 'first_increment' | 'next_increment'> = {},
) => ({
  kind,
  first_increment: 1,
  next_increment: 1,
  ...increments,
  rates: [{ prefix: '44', destination: 'United Kingdom', rate }],
})

/** Everything that starts with 44 is sold at 0.03 a minute, and costs 0.01 or 0.012. */
function describeSmallWorld(options: WorldOptions) {
  const { balance = 10_000_000, sell_rate = 3_000_000, source = '127.0.0.1' } = options
  const { gateway_hosts = ['127.0.3.1', '127.0.3.2'], gateway_port: port, media_mode } = options
  const { max_call_duration_seconds, first_increment = 1, next_increment = 1 } = options
  const increments = { first_increment, next_increment }
  return {
    tariffs: {
      Sell: tariffOf('SELL', sell_rate, increments),
      'Buy one': tariffOf('BUY', 1_000_000, increments),
      'Buy two': tariffOf('BUY', 1_200_000, increments),
    },
    route_plans: {
      Plan: { mode: 'ORDERED', rules: [{ dst_prefix: '', targets: ['Gateway 1', 'Gateway 2'] }] },
    },
    clients: {
      Client: {
        tariff: 'Sell',
        terms: { route_plan: 'Plan', max_call_duration_seconds, media_mode },
        money: { balance },
        ips: [{ ip: source }],
      },
    },
    settlements: {
      'Carrier 1': {
        tariff: 'Buy one',
        gateways: { 'Gateway 1': { host: gateway_hosts[0], port, media_mode } },
      },
      'Carrier 2': {
        tariff: 'Buy two',
        gateways: { 'Gateway 2': { host: gateway_hosts[1], port, media_mode } },
      },
    },
  } satisfies WorldDescription
}

/** Writes the small carrier; two of them in two databases have the same ids. */
export async function makeWorld(
  database: pg.Client | pg.Pool,
  options: WorldOptions = {},
): Promise<World> {
  const ids = await writeWorld(database, describeSmallWorld(options))
  const id = (name: string) => ids.get(name)!
  return {
    client_id: id('Client'),
    sell_tariff_id: id('Sell'),
    gateway_ids: [id('Gateway 1'), id('Gateway 2')],
    settlement_ids: [id('Carrier 1'), id('Carrier 2')],
  }
}

/**
 * A chain of resellers, the lowest first, each with the balance and a tariff of its own at its rate
 * in hundred-millionths a minute. Reseller 1 is on level 1.
 */
export function chainOf(rates: readonly number[], balance: number) {
  const levels = rates.toReversed().map((rate, at) => [at + 1, rate] as const)
  return {
    tariffs: Object.fromEntries(
      levels.map(([level, rate]) => [`Cost ${level}`, tariffOf('RESELLER_COST', rate)]),
    ),
    resellers: Object.fromEntries(
      levels.map(([level]) => [
        `Reseller ${level}`,
        {
          tariff: `Cost ${level}`,
          reseller: level === 1 ? undefined : `Reseller ${level - 1}`,
          money: { balance },
        },
      ]),
    ),
  } satisfies WorldDescription
}

/** Puts resellers above the client, the nearest first. Answers their ids in the same order. */
export async function putResellersAbove(
  database: pg.Client | pg.Pool,
  client_id: number,
  rates: readonly number[],
  balance = 10_000_000,
): Promise<number[]> {
  const written = await writeWorld(database, chainOf(rates, balance))
  const ids = rates.map((_, at) => written.get(`Reseller ${rates.length - at}`)!)
  await database.query('update account set parent_id = $1 where id = $2', [ids[0], client_id])
  // An engine that runs may have read a tariff before its rates were there.
  await database.query('update tariff set rates_version = rates_version + 1')
  await database.query('update change_number set number = number + 1')
  return ids
}

/** Fails with what is wrong when an invariant of money or calls does not hold. */
export async function checkBooks(database: SqlConnection): Promise<void> {
  const breaches = await findBreaches(database)
  if (breaches.length > 0)
    throw new Error(`The books are wrong: ${JSON.stringify(breaches, null, 1)}`)
}

/** As checkBooks, with the connections of an API of a test. */
export const checkBooksOf = ({ database }: { readonly database: Database }): Promise<void> =>
  checkBooks(asSqlConnection(database))
