// All jobs: what runs by itself, how often, and what starts it at once. ARCHITECTURE.md has the
// same table with what each one locks and what it does after a crash.
import { asSqlConnection } from '#db/database.ts'
import { failImport, findImportWork } from '#db/rate-imports/rate-import-work.ts'
import {
  failReconciliation,
  findReconciliationWork,
} from '#db/reconciliations/reconciliation-work.ts'
import { findFileReading, finishFileReading } from '#db/uploads/file-readings.ts'
import { makeAlarmWatch } from './alarms/watch-alarms.ts'
import { inThread } from './files/in-thread.ts'
import { runBillingCycles } from './invoices/billing-cycles.ts'
import { finishDrafts } from './invoices/make-lines.ts'
import type { Job } from './job.ts'
import { notify } from './notifications/notify.ts'
import type { NotificationMeans } from './notifications/send-delivery.ts'
import { renewPackages } from './packages/renew-packages.ts'
import { checkLedger } from './payments/check-ledger.ts'
import { payCommissions } from './payments/pay-commissions.ts'
import { makePriceNotifications } from './price-notifications/make-price-notifications.ts'
import type { FeedMeans } from './record-feed/deliver.ts'
import { feedConsumers } from './record-feed/feed-consumers.ts'
import { findAndComputeMarkups } from './tariffs/work-on-markups.ts'
import { keepLedgerDays, makeTrafficSums } from './traffic/keep-sums.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
/** A signal can be lost. */
const SIGNALLED_MS = 30 * SECOND_MS

export const JOBS: readonly Job[] = [
  { name: 'renewing packages', every_ms: 5 * SECOND_MS, work: renewPackages },
  { name: 'days of the ledger', every_ms: 15 * SECOND_MS, work: keepLedgerDays },
  { name: 'comparing the ledger', every_ms: 5 * MINUTE_MS, work: checkLedger },
  {
    name: 'markups',
    every_ms: SIGNALLED_MS,
    // Rates of a tariff, or an exchange rate.
    isWokenBy: ({ changed }) => changed === 'tariff' || changed === 'routing',
    work: findAndComputeMarkups,
  },
  { name: 'commissions', every_ms: 15 * MINUTE_MS, work: payCommissions },
  { name: 'billing cycles', every_ms: 5 * MINUTE_MS, work: runBillingCycles },
  {
    name: 'lines of invoices',
    every_ms: SIGNALLED_MS,
    isWokenBy: ({ changed }) => changed === 'invoice',
    work: finishDrafts,
  },
  {
    name: 'price notifications',
    every_ms: SIGNALLED_MS,
    isWokenBy: ({ changed }) => changed === 'price_notification',
    work: makePriceNotifications,
  },
  {
    name: 'uploaded files',
    every_ms: SIGNALLED_MS,
    isWokenBy: ({ changed }) => changed === 'file_reading',
    work: inThread({
      module: new URL('./uploads/read-heads-worker.ts', import.meta.url),
      find: ({ database }) => findFileReading(asSqlConnection(database)),
      fail: ({ database }, { id }, error) =>
        finishFileReading(asSqlConnection(database), id, { head: null, error }),
    }),
  },
  {
    name: 'rate imports',
    every_ms: SIGNALLED_MS,
    isWokenBy: ({ changed }) => changed === 'rate_import',
    work: inThread({
      module: new URL('./rate-imports/rate-import-worker.ts', import.meta.url),
      find: ({ database }) => findImportWork(asSqlConnection(database)),
      fail: ({ database }, work, reason) => failImport(asSqlConnection(database), work, reason),
    }),
  },
  {
    name: 'reconciliations',
    every_ms: SIGNALLED_MS,
    isWokenBy: ({ changed }) => changed === 'reconciliation',
    work: inThread({
      module: new URL('./reconciliations/reconciliation-worker.ts', import.meta.url),
      find: ({ database }) => findReconciliationWork(asSqlConnection(database)),
      fail: ({ database }, { id }, reason) =>
        failReconciliation(asSqlConnection(database), id, reason),
    }),
  },
]

/** The jobs with those that need more than the database, or a state of their own. */
export const makeJobs = (means: FeedMeans & NotificationMeans): readonly Job[] => [
  { name: 'sums of traffic', every_ms: 15 * SECOND_MS, work: makeTrafficSums() },
  ...JOBS,
  {
    name: 'alarms',
    every_ms: 5 * SECOND_MS,
    // A busy database fails it for a while, which is when people need to know.
    pause_max_ms: 30 * SECOND_MS,
    isWokenBy: ({ changed }) => changed === 'alarms',
    work: makeAlarmWatch(),
  },
  {
    name: 'record feed',
    every_ms: 2 * SECOND_MS,
    isWokenBy: ({ changed }) => changed === 'record_feed',
    work: (context) => feedConsumers(context, means),
  },
  {
    name: 'notifications',
    every_ms: 2 * SECOND_MS,
    pause_max_ms: 30 * SECOND_MS,
    isWokenBy: ({ changed }) => changed === 'notifications',
    work: (context) => notify(context, means),
  },
]
