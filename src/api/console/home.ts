import type * as contract from '#contract/console/home.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { daysLeft } from '#core/account/days-left.ts'
import { marginOf, marginPercentOf } from '#core/call/earnings.ts'
import { availableOf, findBalance } from '#db/accounts/balances.ts'
import { lowBalances } from '#db/accounts/low-balances.ts'
import { findPace } from '#db/accounts/pace.ts'
import {
  countCallsNow,
  sumOverTime,
  sumToday,
  sumYesterdayUntilNow,
  type TrafficSums,
  topClients,
  topGateways,
} from '#db/console/home.ts'
import type { Database } from '#db/database.ts'
import { listPackageSubscriptions } from '#db/packages/package-subscriptions.ts'
import { seesOwnBalance } from '../checks/seen-balance.ts'
import type { Caller } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found } from '../http/problem.ts'

type Figures = AnswerOf<typeof contract.home>['today']

/** Sums as figures; what the operator gets and pays is for the operator alone. */
function figuresOf(sums: TrafficSums, caller: Caller): Figures {
  const { calls, answered, duration_ms, call_pdd_ms, call_pdds } = sums
  const isOperator = caller.type === 'ADMIN'
  return {
    calls,
    answered,
    seconds: Math.round(duration_ms / 1000),
    revenue: isOperator ? sums.revenue : null,
    cost: isOperator ? sums.cost : null,
    margin: isOperator ? marginOf(sums) : null,
    margin_percent: isOperator ? marginPercentOf(sums) : null,
    charged: caller.field_rights.includes('own_charges') ? sums.charged : null,
    asr: calls > 0 ? answered / calls : null,
    acd_seconds: answered > 0 ? duration_ms / 1000 / answered : null,
    pdd_ms: call_pdds > 0 ? Math.round(call_pdd_ms / call_pdds) : null,
  }
}

const PACKAGES_MAX = 20

/** The subscriptions of a client; the packages on sale have their own list. */
async function packagesOf(database: Database, { type, scope }: Caller) {
  if (type !== 'WHOLESALE' && type !== 'RETAIL') return []
  const { rows } = await listPackageSubscriptions(database, scope, { limit: PACKAGES_MAX })
  return rows.filter(({ state }) => state !== 'ENDED')
}

async function lastsDays(database: Database, caller: Caller) {
  const { type, account_id, scope } = caller
  if (account_id === null || type === 'SETTLEMENT' || !seesOwnBalance(caller)) return null
  const balance = found(await findBalance(database, account_id))
  return daysLeft(availableOf(balance), await findPace(database, scope, account_id))
}

export const home: HandlersOf<typeof contract> = {
  async home({ database, caller }) {
    const { scope, field_rights, timezone } = caller
    const by = field_rights.includes('turnover') ? 'revenue' : 'calls'
    const [lasts_days, low_balances, packages] = await Promise.all([
      lastsDays(database, caller),
      lowBalances(database, scope),
      packagesOf(database, caller),
    ])
    const [now, today, yesterday, clients, gateways] = await Promise.all([
      countCallsNow(database, scope),
      sumToday(database, scope, timezone),
      sumYesterdayUntilNow(database, scope, timezone),
      topClients(database, scope, timezone, by),
      topGateways(database, scope, timezone),
    ])
    return {
      calls_now: now.calls_now,
      calls_per_second: now.calls_per_second,
      today: figuresOf(today, caller),
      yesterday: figuresOf(yesterday, caller),
      top_clients: clients.map((sums) => ({
        ...figuresOf(sums, caller),
        id: sums.id,
        name: sums.name,
      })),
      top_gateways: gateways.map(({ cost, charged, ...gateway }) => ({
        ...gateway,
        cost: caller.type === 'ADMIN' ? cost : null,
        charged: caller.field_rights.includes('own_charges') ? charged : null,
      })),
      low_balances,
      lasts_days,
      packages,
    }
  },

  async homeTraffic({ database, caller, query: { range } }) {
    const buckets = await sumOverTime(database, caller.scope, range)
    return buckets.map((sums) => ({ ...figuresOf(sums, caller), bucket: sums.bucket }))
  },
}
