// Resellers whose calls below cost are refused (loss policy BLOCK) save no rate below it either.
import { formatRate, type Rate } from '#core/money.ts'
import { asSqlConnection, type Database, type Tx } from '#db/database.ts'
import { ownerOf, type Scope } from '#db/scope.ts'
import { countBelowCost } from '#db/tariffs/markup-losses.ts'
import type { MarkupAsked } from '#db/tariffs/markups.ts'
import { findCostsOf, findHighestCost, findOwnCosts } from '#db/tariffs/own-costs.ts'
import { badField } from '../http/problem.ts'
import { inUse } from './in-use.ts'

interface SoldRate {
  readonly prefix: string
  readonly rate: Rate
  readonly blocked: boolean
  readonly reverse_billing: boolean
  readonly effective_from: string
}

/** Refuses a rate of a reseller's tariff that is below its cost. */
export async function refuseBelowCost(
  tx: Tx,
  tariff_id: number,
  { prefix, rate, blocked, reverse_billing, effective_from }: SoldRate,
  now_ms: number,
): Promise<void> {
  if (blocked) return
  const costs = await findOwnCosts(tx, tariff_id)
  if (costs?.loss_policy !== 'BLOCK') return
  const at_ms = Math.max(now_ms, Date.parse(effective_from))
  const { cost_tariff_id } = costs
  const cost = await findHighestCost(tx, { tariff_id, cost_tariff_id, prefix, at_ms })
  if (!cost || (reverse_billing ? -rate : rate) >= cost.rate) return
  const by = cost.prefix || 'the default rate'
  throw badField('rate', `Below your cost of ${formatRate(cost.rate)} by ${by}.`)
}

/** Refuses an import whose preview has rates below the cost of the reseller. */
export async function refuseImportBelowCost(
  tx: Tx,
  { tariff_id, below_cost_count }: { tariff_id: number; below_cost_count: number },
): Promise<void> {
  if (below_cost_count === 0) return
  const costs = await findOwnCosts(tx, tariff_id)
  if (costs?.loss_policy !== 'BLOCK') return
  throw inUse(`Rates below your cost: ${below_cost_count}. Correct or remove them.`)
}

interface MarkupOf {
  readonly asked: MarkupAsked
  /** The one of the tariff that would have the rates. */
  readonly currency: string
}

/** Refuses a markup by which rates of a reseller's tariff would be below its cost. */
export async function refuseMarkupBelowCost(
  tx: Tx,
  tariff_id: number,
  { asked, currency }: MarkupOf,
): Promise<void> {
  const costs = await findOwnCosts(tx, tariff_id)
  if (costs?.loss_policy !== 'BLOCK') return
  const { cost_tariff_id } = costs
  const count = await countBelowCost(asSqlConnection(tx), asked, { cost_tariff_id, currency })
  if (count > 0) throw badField('rules', `Rates below your cost: ${count}. Raise the markup.`)
}

/** For the preview of a markup of the caller; 0 where the form of a rate does not warn either. */
export async function countMarkupBelowCost(
  database: Database,
  scope: Scope,
  { asked, currency }: MarkupOf,
): Promise<number> {
  const costs = await findCostsOf(database, ownerOf(scope))
  if (!costs || costs.loss_policy === 'ALLOW') return 0
  const { cost_tariff_id } = costs
  return countBelowCost(asSqlConnection(database), asked, { cost_tariff_id, currency })
}
