// Single jobs, done at once and in the process of a test: until nothing is left of their work.
import { type Logger, pino } from 'pino'
import type { Clock } from '#core/time/clock.ts'
import { makePool, overPool } from '#db/database.ts'
import { findWaitingDraft } from '#db/invoices/invoice-work.ts'
import { makeAlarmWatch } from '#jobs/alarms/watch-alarms.ts'
import { runBillingCycles } from '#jobs/invoices/billing-cycles.ts'
import { finishDrafts } from '#jobs/invoices/make-lines.ts'
import type { JobContext } from '#jobs/job.ts'
import { notify } from '#jobs/notifications/notify.ts'
import type { NotificationMeans } from '#jobs/notifications/send-delivery.ts'
import { resolveName } from '#jobs/outbound/send-checked.ts'
import { renewPackages } from '#jobs/packages/renew-packages.ts'
import { checkLedger } from '#jobs/payments/check-ledger.ts'
import { payCommissions } from '#jobs/payments/pay-commissions.ts'
import { makePriceNotifications } from '#jobs/price-notifications/make-price-notifications.ts'
import { workOnImports } from '#jobs/rate-imports/work-on-imports.ts'
import { workOnReconciliations } from '#jobs/reconciliations/work-on-reconciliations.ts'
import type { FeedMeans } from '#jobs/record-feed/deliver.ts'
import { feedConsumers } from '#jobs/record-feed/feed-consumers.ts'
import { workOnMarkups } from '#jobs/tariffs/work-on-markups.ts'
import type { TestApi } from './api.ts'
import { addressOf } from './database.ts'
import { secretKeys } from './secret-keys.ts'

type Place = Pick<TestApi, 'jobs_url'>

export const doRateImports = ({ jobs_url }: Place): Promise<void> => workOnImports(jobs_url)

export const doReconciliations = ({ jobs_url }: Place): Promise<void> =>
  workOnReconciliations(jobs_url)

export const doMarkups = ({ jobs_url }: Place): Promise<void> => workOnMarkups(jobs_url)

type Context = Pick<JobContext, 'database' | 'clock' | 'stop' | 'log'>

async function doAt(
  { jobs_url }: Place,
  now_ms: number,
  work: (context: Context) => Promise<void>,
) {
  const pool = makePool(addressOf('jobs', jobs_url), 'jobs', 3)
  const clock = { now_ms: () => now_ms, monotonic_ms: () => now_ms }
  const stop = new AbortController().signal
  const context = { database: overPool(pool), clock, stop, log: pino({ level: 'silent' }) }
  await work(context).finally(() => pool.end())
}

/** Billing cycles at a time, and all drafts that wait then, also those of another worker. */
export const doInvoices = (place: Place, now_ms: number): Promise<void> =>
  doAt(place, now_ms, async (context) => {
    await runBillingCycles(context)
    while (await findWaitingDraft(context.database, now_ms, [])) await finishDrafts(context)
  })

/** Balances against the ledger. */
export const doLedgerCheck = (place: Place, now_ms: number): Promise<void> =>
  doAt(place, now_ms, checkLedger)

/** The months that are due then. */
export const doCommissions = (place: Place, now_ms: number): Promise<void> =>
  doAt(place, now_ms, payCommissions)

/** Those whose time is then. */
export const doPriceNotifications = (place: Place, now_ms: number): Promise<void> =>
  doAt(place, now_ms, makePriceNotifications)

export async function doRenewals(
  { jobs_url }: Place,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): Promise<void> {
  const pool = makePool(addressOf('jobs', jobs_url), 'jobs', 2)
  await renewPackages({ database: overPool(pool), clock, log }).finally(() => pool.end())
}

/** All rules of alarms, judged at a time. */
export const doAlarms = (place: Place, now_ms: number): Promise<void> =>
  doAt(place, now_ms, makeAlarmWatch())

/** One run of the record feed at a time, with folders in a place of the test. */
export const doRecordFeed = (
  place: Place,
  now_ms: number,
  means: Partial<FeedMeans> = {},
): Promise<void> =>
  doAt(place, now_ms, (context) =>
    feedConsumers(context, { secretKeys, record_folder: '/nowhere', resolveName, ...means }),
  )

/** One run of notifications: what is due then is sent. */
export const doNotifications = (
  place: Place,
  now_ms: number,
  means: Partial<NotificationMeans> = {},
): Promise<void> =>
  doAt(place, now_ms, (context) => notify(context, { secretKeys, resolveName, ...means }))
