// Notifications: makes deliveries of events, and sends those that are due (ADR-0041).
import { retryPause } from '#core/notification/retry-pause.ts'
import { readAttachedFiles } from '#db/notifications/attachments.ts'
import {
  claimDeliveries,
  type DueDelivery,
  endAttempt,
  noteBounce,
  suppressDelivery,
} from '#db/notifications/due-deliveries.ts'
import { readMailServer } from '#db/notifications/mail-server.ts'
import type { JobContext } from '../job.ts'
import { expandEvents } from './expand-events.ts'
import { mailsOfRun, type NotificationMeans, sendDelivery } from './send-delivery.ts'
import { AddressRefused } from './send-mail.ts'

type Context = Pick<JobContext, 'database' | 'clock' | 'log' | 'stop'>
type Sending = Context &
  NotificationMeans & { readonly openMails: ReturnType<typeof mailsOfRun>['open'] }

/** A run ends after this, so that new events are expanded. */
const RUN_MS = 15_000

export async function notify(context: Context, means: NotificationMeans): Promise<void> {
  const { database, clock, stop } = context
  await expandEvents(database, clock.now_ms(), means.secretKeys)
  const mails = mailsOfRun(() => readMailServer(database), means)
  const sending = { ...context, ...means, openMails: mails.open }
  const until_ms = clock.monotonic_ms() + RUN_MS
  try {
    while (!stop.aborted && clock.monotonic_ms() <= until_ms) {
      const due = await claimDeliveries(database, instantOf(context))
      if (due.length === 0) return
      await Promise.all(due.map((delivery) => sendOne(sending, delivery)))
    }
  } finally {
    await mails.close()
  }
}

const instantOf = ({ clock }: Pick<Context, 'clock'>, later_ms = 0): string =>
  new Date(clock.now_ms() + later_ms).toISOString()

async function sendOne(sending: Sending, delivery: DueDelivery): Promise<void> {
  const { database } = sending
  const reason = reasonNotToSend(delivery)
  if (reason) return suppressDelivery(database, delivery.id, reason)
  try {
    const answer = await sendDelivery(delivery, {
      ...{ ...sending, now_ms: sending.clock.now_ms() },
      readFiles: () => readAttachedFiles(database, delivery.id),
    })
    const now = instantOf(sending)
    await endAttempt(database, delivery, { ok: true, answer, now, next_try_at: null })
  } catch (error) {
    // The process ends: that is no failure of the receiver, and it is sent again.
    if (sending.stop.aborted) return
    await noteFailure(sending, delivery, error)
  }
}

function reasonNotToSend(delivery: DueDelivery): 'BOUNCED' | 'UNSUBSCRIBED' | undefined {
  // A test goes to whom its user names.
  if (delivery.channel !== 'EMAIL' || delivery.kind === 'TEST') return undefined
  if (delivery.is_bounced) return 'BOUNCED'
  // A document is what a user sends to this reader, and no notification.
  if (delivery.kind === 'DOCUMENT') return undefined
  return delivery.is_unsubscribed ? 'UNSUBSCRIBED' : undefined
}

async function noteFailure(sending: Sending, delivery: DueDelivery, error: unknown): Promise<void> {
  const { database, log } = sending
  const answer = error instanceof Error ? error.message : String(error)
  const now = instantOf(sending)
  const isRefused = error instanceof AddressRefused
  const isFinal = isRefused || delivery.kind === 'TEST'
  const pause_ms = isFinal ? undefined : retryPause(delivery.attempts + 1)
  const next_try_at = pause_ms === undefined ? null : instantOf(sending, pause_ms)
  log.warn({ delivery: delivery.id, error: answer }, 'a notification cannot be delivered')
  await endAttempt(database, delivery, { ok: false, answer, now, next_try_at })
  if (isRefused && delivery.kind !== 'TEST') {
    await noteBounce(database, delivery.recipient, { answer, now })
  }
}
