// The carrier of the fault tests: one client under five resellers, one with few channels and one
// with little money; gateways that answer, refuse and ring, and one with direct media.
import type pg from 'pg'
import { chainOf, tariffOf } from '../support/world.ts'
import { type WorldDescription, writeWorld } from '../support/write-world.ts'

/** A switch, and the addresses whose calls come to it. */
export interface Entrance {
  readonly switch: string
  /** One for each kind of call. */
  readonly callers: readonly string[]
  /** The addresses of a client with few channels, and of one with little money. */
  readonly limited: string
  readonly poor: string
}

export interface Addresses {
  /** One for each node. */
  readonly entrances: readonly [Entrance, ...Entrance[]]
  readonly answers: string
  readonly refuses: string
  readonly rings: string
  /** Whose media goes past the switch. */
  readonly direct: string
}

/** The first three numbers of loopback addresses of our own: `127.0.48`. */
export function addressesIn(network: string, nodes: 1 | 2 = 1): Addresses {
  const entrance = (first: number): Entrance => ({
    switch: `${network}.${first}`,
    callers: [1, 2, 3, 4, 5].map((more) => `${network}.${first + more}`),
    limited: `${network}.${first + 6}`,
    poor: `${network}.${first + 7}`,
  })
  return {
    entrances: nodes === 1 ? [entrance(1)] : [entrance(1), entrance(101)],
    answers: `${network}.21`,
    refuses: `${network}.22`,
    rings: `${network}.23`,
    direct: `${network}.24`,
  }
}

/** Numbers whose first gateway refuses, and numbers that only ring. */
export const FAIL_OVER_PREFIX = '4411'
export const RINGING_PREFIX = '4422'
/** Numbers whose media goes past the switch. */
export const DIRECT_PREFIX = '4433'
/** After that time the switch ends a direct call whose BYE was lost in a crash. */
const MAX_CALL_SECONDS = 60

const LIMITED_CLIENT = 'Few channels'
/** More than all calls of a run cost. */
const BALANCE = 1_000_000_000
/** Hundred-millionths a minute of the resellers, the lowest first. */
const RESELLER_RATES = [2_900_000, 2_700_000, 2_500_000, 2_300_000, 2_100_000]
/** Limits that are checked for every call and never reached, and VAT for every charge. */
const account = { vat_percent: 190_000, channel_limit: 2000 }
/** The limit that is reached, of a client with longer calls than the others. */
export const FEW_CHANNELS = 30
const limits = { daily_spend_limit: BALANCE, monthly_spend_limit: BALANCE }

const chain = chainOf(RESELLER_RATES, BALANCE)

/** The media mode of the gateway decides. */
const terms = {
  route_plan: 'Plan',
  max_call_duration_seconds: MAX_CALL_SECONDS,
  media_mode: 'DIRECT',
} as const

const worldAt = (
  { entrances, answers, refuses, rings, direct }: Addresses,
  poor_balance: number,
): WorldDescription => ({
  tariffs: {
    ...chain.tariffs,
    Sell: tariffOf('SELL', 3_000_000),
    'Buy one': tariffOf('BUY', 1_000_000),
    'Buy two': tariffOf('BUY', 1_200_000),
  },
  route_plans: {
    Plan: {
      mode: 'ORDERED',
      rules: [
        { dst_prefix: '', targets: ['Answers'] },
        { dst_prefix: FAIL_OVER_PREFIX, targets: ['Refuses', 'Answers'] },
        { dst_prefix: RINGING_PREFIX, targets: ['Rings'] },
        { dst_prefix: DIRECT_PREFIX, targets: ['Direct'] },
      ],
    },
  },
  resellers: Object.fromEntries(
    Object.entries(chain.resellers).map(([name, reseller]) => [
      name,
      { ...reseller, ...account, money: { ...reseller.money, ...limits } },
    ]),
  ),
  clients: {
    Client: {
      ...account,
      tariff: 'Sell',
      reseller: `Reseller ${RESELLER_RATES.length}`,
      terms,
      money: { balance: BALANCE, ...limits },
      ips: entrances.flatMap(({ callers }) => callers.map((ip) => ({ ip }))),
    },
    [LIMITED_CLIENT]: {
      ...account,
      channel_limit: FEW_CHANNELS,
      tariff: 'Sell',
      terms,
      money: { balance: BALANCE, ...limits },
      ips: entrances.map(({ limited: ip }) => ({ ip })),
    },
    Poor: {
      ...account,
      tariff: 'Sell',
      terms,
      money: { balance: poor_balance },
      ips: entrances.map(({ poor: ip }) => ({ ip })),
    },
  },
  settlements: {
    'Carrier 1': {
      ...account,
      tariff: 'Buy one',
      money: { max_debt: BALANCE, ...limits },
      gateways: { Answers: { host: answers, media_mode: 'PROXY' } },
    },
    'Carrier 2': {
      ...account,
      tariff: 'Buy two',
      money: { max_debt: BALANCE, ...limits },
      gateways: {
        Refuses: { host: refuses, media_mode: 'PROXY' },
        Rings: { host: rings, media_mode: 'PROXY' },
        Direct: { host: direct, media_mode: 'DIRECT' },
      },
    },
  },
})

/**
 * Writes it into the database of a running product, whose engine loads it. Answers the id of the
 * client with few channels; `poor_balance` in millionths.
 */
export async function setUpFaults(
  database: pg.Pool,
  addresses: Addresses,
  poor_balance = BALANCE,
): Promise<number> {
  const ids = await writeWorld(database, worldAt(addresses, poor_balance))
  return ids.get(LIMITED_CLIENT) ?? 0
}
