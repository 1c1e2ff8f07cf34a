// Calls at once on money that pays for fewer of them, over three engines: at each of the six levels
// in turn one account is short of it. Exactly as many calls begin as it pays for.
import type pg from 'pg'
import type { Operation } from '#core/billing/operation.ts'
import type { Call } from '#core/call/call.ts'
import { makeCallId } from '#core/call/call-id.ts'
import { NO_LIMITS } from '#core/routing/call-limits.ts'
import { makePartitions } from '#db/partitions/partitions.ts'
import { findBreaches } from '#db/verify/invariants.ts'
import type { ChargingQueue } from '#engine/charging/charging-queue.ts'
import { connect, endOf, openQueue } from '../bench/charging-cycles.ts'
import { LEVELS, type MoneyWorld, makeCall, makeMoneyWorld } from '../bench/money-world.ts'
import { withDatabase } from '../faults/test-database.ts'
import type { Chance } from '../support/random.ts'

const CALLS = 200
const ENGINES = 3
const TALK_SECONDS = 60
/** Credit that no run uses up. */
const PLENTY = 1e10

export interface Race {
  readonly runs: number
  readonly begun: number
  readonly wrong: readonly string[]
}

/** As many runs as the time allows, and at least one for each level. */
export const raceForMoney = (seconds: number, chance: Chance): Promise<Race> =>
  withDatabase(async (url) => {
    const until_ms = performance.now() + seconds * 1000
    const client = await connect(url)
    await makePartitions(client, Date.now(), 2)
    const world = await makeMoneyWorld(client, LEVELS, 0)
    await lendPlenty(client)
    const queues = await Promise.all(Array.from({ length: ENGINES }, () => openQueue(url)))
    try {
      const calls = makeCalls(world)
      const holds = await holdsOfACall(client, queues[0]!, calls(0, 1)[0]!)
      const wrong: string[] = []
      let runs = 0
      let begun = 0
      for (; runs < LEVELS.length || performance.now() < until_ms; runs++) {
        const level = runs % LEVELS.length
        const paid_for = chance.whole(1, CALLS - 1)
        const rest = chance.whole(0, 1)
        const drawn = calls(chance.whole(0, world.chains.length - 1), CALLS)
        const account_id = drawn[0]!.payers[level]!.account_id
        await leave(client, account_id, holds[level]! * paid_for + rest)
        const open = await startAtOnce(drawn, queues)
        begun += open.length
        if (open.length !== paid_for) {
          wrong.push(`${open.length} calls began on money for ${paid_for} at level ${level}`)
        }
        await leave(client, account_id, PLENTY)
        await Promise.all(open.map((call, at) => queueOf(queues, at + 1).write(closeOf(call))))
      }
      const breaches = await findBreaches(client)
      return { runs, begun, wrong: [...wrong, ...breaches.map((breach) => JSON.stringify(breach))] }
    } finally {
      await Promise.all(queues.map((queue) => queue.close()))
      await client.end()
    }
  })

const queueOf = (queues: readonly ChargingQueue[], at: number) => queues[at % ENGINES]!

function makeCalls(world: MoneyWorld) {
  let nth = 0
  return (chain: number, count: number): Call[] =>
    Array.from({ length: count }, () => makeCall(world, makeCallId(Date.now(), 1, nth++), chain))
}

const reserve = (call: Call): Operation => ({
  kind: 'reserve',
  call,
  dialog: call.call_id,
  wanted_seconds: TALK_SECONDS,
  expires_at: call.started_at + TALK_SECONDS,
  limits: NO_LIMITS,
  steps: [],
})

/** Busy, so that nothing is charged: the balances stay at zero, and credit is all the money. */
const closeOf = (call: Call): Operation => ({
  kind: 'close',
  call,
  end: { ...endOf(call), answered_at: null, sip_code: 486, q850_cause: 17 },
})

/** Money that one call holds of each payer, the client first. */
async function holdsOfACall(client: pg.Client, queue: ChargingQueue, call: Call) {
  await queue.write(reserve(call))
  const { rows } = await client.query<{ account_id: number; held: number }>(
    'select account_id, held from account_balance where held > 0',
  )
  await queue.write(closeOf(call))
  const held = new Map(rows.map((row) => [row.account_id, row.held]))
  return call.payers.map(({ account_id }) => held.get(account_id) ?? 0)
}

/** All accounts can pay as much; those below first, because a reseller cannot pay what it lends. */
async function lendPlenty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `with recursive chain as (
      select id, 0 as depth from account where kind = 'OPERATOR'
      union all select a.id, c.depth + 1 from account a join chain c on a.parent_id = c.id)
    select id from chain where depth > 0 order by depth desc`,
  )
  for (const { id } of rows) await leave(client, id, PLENTY)
}

/** From now on the account can pay this much. */
async function leave(client: pg.Client, account_id: number, money: number): Promise<void> {
  await client.query(
    `update account_balance set credit_limit = $2 + held + lent - balance
      where account_id = $1`,
    [account_id, money],
  )
}

async function startAtOnce(calls: readonly Call[], queues: readonly ChargingQueue[]) {
  const outcomes = await Promise.all(
    calls.map((call, at) => queueOf(queues, at).write(reserve(call))),
  )
  return calls.filter((_, at) => outcomes[at]?.kind === 'granted')
}
