// Accounts as a carrier with resellers has them: 1,000 clients, each with five resellers above it,
// who are fewer on every level, and one at the top who is part of every call.
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

/** How many accounts are on each level, the top first. */
const LEVELS = [1, 5, 20, 80, 300, 1000]
const SETTLEMENTS = 20
const RICH = 1e14
/** Hundred-millionths a minute: what the operator takes from the top, and what each level adds. */
const TOP_RATE = 1_500_000
const LEVEL_RATE = 100_000
const BUY_RATE = 1_000_000

export interface MoneyWorld {
  /** Of each client: itself and all above it. */
  readonly chains: readonly (readonly number[])[]
  readonly settlements: readonly number[]
}

export async function makeMoneyWorld(client: pg.Client): Promise<MoneyWorld> {
  let parents: readonly (readonly number[])[] = [[]]
  for (const [above, size] of LEVELS.entries()) {
    const chains = Array.from({ length: size }, (_, at) => parents[at % parents.length]!)
    const isReseller = above < LEVELS.length - 1
    const ids = await insertAccounts(
      client,
      isReseller ? 'RESELLER' : 'WHOLESALE',
      chains.map(([parent]) => parent ?? OPERATOR_ID),
    )
    if (isReseller) await insertResellers(client, ids, above + 1)
    parents = chains.map((chain, at) => [ids[at]!, ...chain])
  }
  const owners = Array<number>(SETTLEMENTS).fill(OPERATOR_ID)
  return { chains: parents, settlements: await insertAccounts(client, 'SETTLEMENT', owners) }
}

async function insertResellers(
  client: pg.Client,
  ids: readonly number[],
  level: number,
): Promise<void> {
  await client.query(
    'insert into reseller (account_id, level) select id, $2 from unnest($1::bigint[]) as id',
    [ids, level],
  )
}

async function insertAccounts(
  client: pg.Client,
  kind: string,
  parents: readonly number[],
): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `insert into account (kind, parent_id, name)
       select $1, p.id, $1 || ' ' || p.n from unnest($2::bigint[]) with ordinality as p(id, n)
       order by p.n returning id`,
    [kind, parents],
  )
  const ids = rows.map((row) => row.id)
  const balance = kind === 'SETTLEMENT' ? 0 : RICH
  await client.query(
    `insert into account_balance (account_id, balance, has_floor)
       select id, $2, $3 from unnest($1::bigint[]) as id`,
    [ids, balance, kind !== 'SETTLEMENT'],
  )
  if (balance > 0) {
    await client.query(
      `insert into ledger_entry (account_id, counter_account_id, kind, amount, balance_after)
         select id, $3, 'PAYMENT', $2, $2 from unnest($1::bigint[]) as id`,
      [ids, balance, OPERATOR_ID],
    )
  }
  return ids
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

/** What the log of a call with one gateway says. */
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
