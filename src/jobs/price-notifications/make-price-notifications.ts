// Compares the rates of price notifications, which requests have inserted.
import {
  findWaitingNotification,
  noteNotificationFailure,
  preparePriceNotification,
} from '#db/price-notifications/price-notification-work.ts'
import type { JobContext } from '../job.ts'

/** A failure is noted with its notification, and never stops others. */
export async function makePriceNotifications({
  database,
  clock,
  stop,
}: Pick<JobContext, 'database' | 'clock' | 'stop'>): Promise<void> {
  const now_ms = clock.now_ms()
  const tried: number[] = []
  while (!stop.aborted) {
    const waiting = await findWaitingNotification(database, now_ms, tried)
    if (!waiting) return
    tried.push(waiting.id)
    try {
      await preparePriceNotification(database, waiting)
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      await noteNotificationFailure(database, waiting, failure, now_ms)
    }
  }
}
