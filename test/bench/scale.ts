// (d) The same decisions as (b) with ten times as many rates in as many tariffs, in turn with them:
// the number of rates shall not slow a decision down.
import { decideCall } from '#core/routing/decide-call.ts'
import { ActiveCalls } from '#engine/calls/active-calls.ts'
import { makeUsage, START_MS } from '../support/snapshot.ts'
import { makeDecisionWorld } from './decision-world.ts'
import { buildSheets, decideFor } from './decisions.ts'
import { formatNumber, median, printTable, spread, type Turn, takeTurns } from './measure.ts'

const INVITES = 50_000
const ROUNDS = 5
const WARM_UP_ROUNDS = 2
const TIMES = 10

export async function measureScale(): Promise<void> {
  const small = makeDecider(1)
  const large = makeDecider(TIMES)
  await takeTurns(WARM_UP_ROUNDS, large.decide, small.decide)
  const { first, second } = await takeTurns(ROUNDS, large.decide, small.decide)
  printTable(
    `(d) Routing decisions, ${formatNumber(large.rates)} rates in 2,000 tariffs, one core`,
    [
      [`decisions a second, ${formatNumber(large.rates)} rates`, spread(first)],
      [`decisions a second, ${formatNumber(small.rates)} rates`, spread(second)],
      ['ratio', formatNumber(median(first) / median(second), 2), '>= 0.5'],
    ],
  )
}

function makeDecider(times: number): { rates: number; decide: () => Turn } {
  const world = makeDecisionWorld(INVITES, times)
  const snapshot = buildSheets(world)
  const { condition, isRegistered } = makeUsage()
  const usage = new ActiveCalls(() => performance.now(), { condition, isRegistered })
  const moment = { now_ms: START_MS, random: () => 0 }
  return {
    rates: [...snapshot.tariffs.values()].reduce((sum, { sheet }) => sum + sheet.size, 0),
    decide: () => decideFor(world.invites, (invite) => decideCall(snapshot, usage, invite, moment)),
  }
}
