// Compares the rates of price notifications, which requests have inserted.
import {
  findWaitingNotification,
  preparePriceNotification,
} from '#db/price-notifications/price-notification-work.ts'
import type { JobContext } from '../job.ts'
import { prepareRows } from '../prepare-rows.ts'

export const makePriceNotifications = (
  context: Pick<JobContext, 'database' | 'clock' | 'stop'>,
): Promise<void> =>
  prepareRows(context, {
    table: 'price_notification',
    find: (now_ms, tried) => findWaitingNotification(context.database, now_ms, tried),
    prepare: (waiting) => preparePriceNotification(context.database, waiting),
  })
