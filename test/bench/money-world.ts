// A carrier with resellers: 1,000 clients, each with five resellers above it, fewer on every level,
// and one of level 1 that pays for every call.
import type pg from 'pg'
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { Payer } from '#core/account/payer.ts'
import { type Call, callOf } from '#core/call/call.ts'
import type { Rate } from '#core/money.ts'
import type { Route } from '#core/routing/decision.ts'
import { NO_TURNS } from '#core/routing/percent-counters.ts'
import type { LoggedStep } from '#core/routing/trace.ts'
import { makeInvite } from '../support/snapshot.ts'
import { makeTerms } from '../support/terms.ts'
import { writeWorld } from '../support/write-world.ts'

/** How many accounts are on each level, the top first. */
export const LEVELS: readonly number[] = [1, 5, 20, 80, 300, 1000]
const SETTLEMENTS = 20
/** More than all calls of a run cost. */
const BALANCE = 1e14
/** Hundred-millionths a minute: what resellers of level 1 pay, and what each level adds. */
const TOP_RATE = 1_500_000
const LEVEL_RATE = 100_000
const BUY_RATE = 1_000_000

export interface MoneyWorld {
  /** The payers of each client: itself and all above it. */
  readonly chains: readonly (readonly number[])[]
  readonly settlements: readonly number[]
}

export async function makeMoneyWorld(
  client: pg.Client,
  levels = LEVELS,
  balance = BALANCE,
): Promise<MoneyWorld> {
  const { chains, settlements, world } = describeMoneyWorld(levels, balance)
  const ids = await writeWorld(client, world)
  const idOf = (name: string) => ids.get(name)!
  return { chains: chains.map((chain) => chain.map(idOf)), settlements: settlements.map(idOf) }
}

/** Every level in turn below the accounts of the level above it. */
function describeMoneyWorld(levels: readonly number[], balance: number) {
  const money = { balance }
  const resellers: Record<string, { reseller: string | undefined; money: typeof money }> = {}
  let chains: readonly (readonly string[])[] = [[]]
  for (const [above, size] of levels.entries()) {
    const parents = chains
    const kind = above < levels.length - 1 ? `Reseller of level ${above + 1}` : 'Client'
    chains = Array.from({ length: size }, (_, at) => [
      `${kind}, number ${at + 1}`,
      ...parents[at % parents.length]!,
    ])
    if (kind === 'Client') continue
    for (const [name = '', reseller] of chains) resellers[name] = { reseller, money }
  }
  const clients = Object.fromEntries(chains.map(([name, reseller]) => [name, { reseller, money }]))
  const names = Array.from({ length: SETTLEMENTS }, (_, at) => `Carrier ${at + 1}`)
  const gateways = {}
  const settlements = Object.fromEntries(names.map((name) => [name, { gateways }]))
  return { chains, settlements: names, world: { resellers, clients, settlements } }
}

/** A call of one of the clients that begins now; all above it pay, each a little less. */
export function makeCall(world: MoneyWorld, call_id: string, nth: number): Call {
  const chain = world.chains[nth % world.chains.length]!
  const payers = chain.map((account_id, depth) =>
    makePayer({
      account_id,
      depth,
      parent_id: chain[depth + 1] ?? OPERATOR_ID,
      rate: TOP_RATE + (chain.length - depth) * LEVEL_RATE,
    }),
  )
  const [client, ...resellers] = payers
  const settlement_id = world.settlements[nth % world.settlements.length]!
  const invite = makeInvite({ sip_call_id: `${call_id}@192.0.2.7` })
  return callOf(
    {
      kind: 'routed',
      limits: [],
      identity: {
        account_id: client!.account_id,
        client_type: 'WHOLESALE',
        client_ip_id: 1,
        sip_user_id: null,
        reseller_ids: resellers.map(({ account_id }) => account_id),
        called_number: invite.dialled_number,
        routed_caller_number: invite.caller_number,
      },
      payers: [client!, ...resellers],
      routes: [makeRoute(settlement_id)],
      route_plan_id: 1,
      route_rule_id: 1,
      max_call_duration_seconds: 7200,
      max_setup_seconds: 30,
      percent_turns: NO_TURNS,
      trace: [],
    },
    { call_id, invite, started_at: Date.now() / 1000, routing_ms: 1, engine: 'a' },
  )
}

function makePayer(who: {
  account_id: number
  depth: number
  parent_id: number
  rate: number
}): Payer {
  const { rate, ...party } = who
  const price = { tariff_id: 1, rate_id: 1, prefix: '44', destination: 'United Kingdom' }
  const terms = makeTerms({ rate: rate as Rate })
  return {
    ...party,
    price: { ...price, blocked: false, terms },
    cost_limit: null,
    has_limit: false,
  }
}

function makeRoute(settlement_id: number): Route {
  return {
    gateway_id: settlement_id,
    gateway_name: 'one',
    settlement_id,
    target_id: 1,
    target_channel_limit: null,
    address: '198.51.100.30:5060',
    sent_number: '442071838750',
    sent_caller_number: '12025550100',
    sent_caller_name: '',
    sent_pai: '',
    sent_diversion: '',
    codecs: ['PCMA', 'PCMU', 'G729'],
    media_mode: 'DIRECT',
    buy: makePayer({
      account_id: settlement_id,
      depth: -1,
      parent_id: OPERATOR_ID,
      rate: BUY_RATE,
    }),
  }
}

/** The steps in the log of a call with one gateway. */
export const STEPS: readonly LoggedStep[] = [
  {
    step: 'NUMBER',
    dialled_number: '442071838750',
    called_number: '442071838750',
    caller_number: '12025550100',
  },
  { step: 'RULE', plan: 'World', rule_id: 1, prefix: '44', mode: 'LCR', candidates: 1 },
  { step: 'ORDER', gateways: ['one'] },
]
