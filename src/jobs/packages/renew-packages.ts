// Renews every package whose period has ended: charges and begins the next period, or pauses the
// subscription with the reason.
import {
  lapsedSeconds,
  nextPeriod,
  type Period,
  packageIncome,
  whyNotBought,
} from '#core/account/package-period.ts'
import { lockBalances } from '#db/accounts/balances.ts'
import type { Tx } from '#db/database.ts'
import {
  buyPeriod,
  findBuyer,
  findOffer,
  lapse,
  listDueSubscriptions,
  lockSubscription,
  pauseSubscription,
} from '#db/packages/package-subscriptions.ts'
import { EVERYTHING } from '#db/scope.ts'
import { sendSignal } from '#db/signals.ts'
import type { JobContext } from '../job.ts'

/** How long a paused subscription rests until it is tried again. */
const RETRY_MS = 60_000
/** In one run; the others follow in the next one. */
const DUE_MAX = 1000

const toInstant = (ms: number): string => new Date(ms).toISOString()

/**
 * Several processes may run this at once: the first that locks a subscription renews it. The first
 * failure is thrown when all have been tried.
 */
export async function renewPackages({
  database,
  clock,
  log,
}: Pick<JobContext, 'database' | 'clock' | 'log'>): Promise<void> {
  const now_ms = clock.now_ms()
  const tried_before = toInstant(now_ms - RETRY_MS)
  const due = await listDueSubscriptions(database, toInstant(now_ms), tried_before, DUE_MAX)
  const failures: unknown[] = []
  for (const one of due) {
    try {
      await database.transaction().execute((tx) => renew(tx, one, now_ms))
    } catch (error) {
      failures.push(error)
      log.error({ error: String(error), subscription_id: one.id }, 'a package cannot be renewed')
    }
  }
  if (failures.length > 0) throw failures[0]
}

type Due = Awaited<ReturnType<typeof listDueSubscriptions>>[number]

async function renew(tx: Tx, { id, account_id, seller_id }: Due, now_ms: number): Promise<void> {
  // The balances before the subscription, as calls lock them.
  await lockBalances(tx, [account_id, seller_id])
  const row = await lockSubscription(tx, id)
  if (!row || !isDue(row, now_ms)) return
  const offer = await findOffer(tx, row.package_id)
  const buyer = await findBuyer(tx, EVERYTHING, account_id)
  const subscription = { ...row, anchored_at: Date.parse(row.anchored_at) }
  const was_paused = row.state === 'PAUSED'
  if (offer) await lapse(tx, id, lapsedSeconds(offer, subscription))
  const reason = offer && buyer ? whyNotBought(offer, buyer) : 'CLIENT_NOT_ACTIVE'
  if (!offer || !buyer || reason !== null) {
    await pauseSubscription(tx, id, reason ?? 'PACKAGE_BLOCKED', toInstant(now_ms))
    if (!was_paused) await sendSignal(tx, { changed: 'routing' })
    return
  }
  const period = nextPeriod(offer.cycle, subscription, now_ms)
  const { name, seconds, price, owner_id } = offer
  const income = packageIncome(price, buyer)
  const bought = { subscription_id: id, account_id, owner_id, name, seconds, price, income }
  await buyPeriod(tx, { ...bought, ...timesOf(period) })
  if (was_paused) await sendSignal(tx, { changed: 'routing' })
}

function isDue(
  { state, period_ends_at, tried_at }: NonNullable<Awaited<ReturnType<typeof lockSubscription>>>,
  now_ms: number,
): boolean {
  if (state === 'ACTIVE') return period_ends_at !== null && Date.parse(period_ends_at) <= now_ms
  return state === 'PAUSED' && Date.parse(tried_at ?? '') < now_ms - RETRY_MS
}

const timesOf = ({ anchored_at, starts_at, ends_at }: Period & { anchored_at: number }) => ({
  anchored_at: toInstant(anchored_at),
  starts_at: toInstant(starts_at),
  ends_at: ends_at === null ? null : toInstant(ends_at),
})
