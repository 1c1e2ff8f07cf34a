// Looks at the database from outside of all jobs, and notifies people while it is away. What was
// sent becomes rows when it is back; from then on the alarm is one like any other (ADR-0041).

import { retryPause } from '#core/notification/retry-pause.ts'
import type { Clock } from '#core/time/clock.ts'
import { lockAlarms, type NewAlarm } from '#db/alarms/open-alarms.ts'
import { insertOutageAlarm } from '#db/alarms/outage-alarm.ts'
import type { Database } from '#db/database.ts'
import { type Attempt, insertTriedDelivery } from '#db/notifications/due-deliveries.ts'
import { insertExpandedEvent } from '#db/notifications/events.ts'
import type { NewDelivery } from '#db/notifications/expansion.ts'
import { eventOfAlarm } from '../alarms/event-of-alarm.ts'
import type { JobLog } from '../job.ts'
import { mailsOfRun, type NotificationMeans, sendDelivery } from '../notifications/send-delivery.ts'
import { writeDelivery } from '../notifications/write-delivery.ts'
import { draftOutage, type OutagePlan, outageAlarm, readOutagePlan } from './outage-plan.ts'

export interface OutageMeans extends NotificationMeans {
  readonly database: Database
  /** False while the database gives no answer, or takes no changes. */
  readonly hasAnswered: () => Promise<boolean>
  readonly clock: Pick<Clock, 'now_ms'>
  readonly randomId: () => string
  readonly log: JobLog
  readonly stop: AbortSignal
}

/** Rules and addresses that were changed count from then on. */
const PLAN_MS = 15_000
const SECOND_MS = 1000

/** A message of the outage, as it will be a row. */
interface Message {
  readonly delivery: NewDelivery & { readonly message_id: string }
  readonly attempts: Attempt[]
  /** When it is tried next; undefined if it is sent, or is not to be. */
  next_try_ms: number | undefined
}

interface Announced {
  readonly alarm: NewAlarm
  readonly messages: readonly Message[]
}

/** One look at the database. */
export function makeOutageWatch(means: OutageMeans): () => Promise<void> {
  const { database, clock } = means
  let plan: OutagePlan | undefined
  let planned_ms = Number.NEGATIVE_INFINITY
  let since_ms: number | undefined
  let announced: Announced | undefined

  async function lookAtOutage(): Promise<void> {
    const now_ms = clock.now_ms()
    since_ms ??= now_ms
    const lasts_ms = now_ms - since_ms
    if (!announced && plan && lasts_ms >= plan.rule.pending_seconds * SECOND_MS) {
      announced = await announce(means, plan, since_ms)
    }
    if (announced && plan) await sendDue(means, plan, announced)
  }

  return async () => {
    if (!(await means.hasAnswered())) return lookAtOutage()
    if (announced) {
      if (!(await writeAnnounced(means, announced))) return
      announced = undefined
      planned_ms = Number.NEGATIVE_INFINITY
    }
    since_ms = undefined
    const now_ms = clock.now_ms()
    if (Math.abs(now_ms - planned_ms) < PLAN_MS) return
    plan = await readOutagePlan(database, now_ms)
    planned_ms = now_ms
  }
}

async function announce(
  { clock, secretKeys, randomId, log }: OutageMeans,
  plan: OutagePlan,
  since_ms: number,
): Promise<Announced> {
  const now_ms = clock.now_ms()
  const now = new Date(now_ms).toISOString()
  const alarm = outageAlarm(plan.rule, since_ms, now_ms)
  const drafts = draftOutage(plan, alarm, now_ms)
  const writing = { now, secretKeys, senderOf: async () => plan.sender }
  const messages = drafts.map(async (draft): Promise<Message> => {
    const written = await writeDelivery(writing, draft, 'MESSAGE')
    const next_try_ms = draft.reason === null ? now_ms : undefined
    return { delivery: { ...written, message_id: randomId() }, attempts: [], next_try_ms }
  })
  log.warn({ messages: drafts.length }, 'the database is away: its alarm is sent')
  return { alarm, messages: await Promise.all(messages) }
}

async function sendDue(
  means: OutageMeans,
  plan: OutagePlan,
  { messages }: Announced,
): Promise<void> {
  const now_ms = means.clock.now_ms()
  const due = messages.filter(({ next_try_ms = Number.POSITIVE_INFINITY }) => next_try_ms <= now_ms)
  const mails = mailsOfRun(async () => plan.mail_server, means)
  const sending = { ...means, now_ms, openMails: mails.open, readFiles: async () => [] }
  const send = (message: Message) => sendDelivery(dueOf(message, plan), sending)
  await Promise.all(due.map((message) => tryToSend(means, message, send))).finally(mails.close)
}

async function tryToSend(
  { clock, log }: OutageMeans,
  message: Message,
  send: (message: Message) => Promise<string>,
): Promise<void> {
  const { attempts, delivery } = message
  try {
    const answer = await send(message)
    attempts.push({ at: new Date(clock.now_ms()).toISOString(), ok: true, answer })
    message.next_try_ms = undefined
  } catch (error) {
    const answer = error instanceof Error ? error.message : String(error)
    attempts.push({ at: new Date(clock.now_ms()).toISOString(), ok: false, answer })
    log.warn({ recipient: delivery.recipient, error: answer }, 'a notification cannot be delivered')
    const pause_ms = retryPause(attempts.length)
    message.next_try_ms = pause_ms === undefined ? undefined : clock.now_ms() + pause_ms
  }
}

function dueOf({ delivery }: Message, { webhooks }: OutagePlan) {
  const { message_id, channel, recipient, subject, webhook_id } = delivery
  // The columns of the other channel have their defaults.
  const { body_text = '', body_html = '', from_name = '', reply_to = '' } = delivery
  const { unsubscribe_url = '', payload = '' } = delivery
  return {
    ...{ message_id, channel, recipient, subject, kind: 'MESSAGE' as const, payload },
    ...{ body_text, body_html, from_name, reply_to, unsubscribe_url },
    webhook: webhooks.get(webhook_id ?? 0) ?? null,
  }
}

/**
 * False while another process judges alarms. What is not sent yet is left to the job of
 * notifications.
 */
async function writeAnnounced(
  { database, clock }: OutageMeans,
  { alarm, messages }: Announced,
): Promise<boolean> {
  const now_ms = clock.now_ms()
  const now = new Date(now_ms).toISOString()
  return database.transaction().execute(async (tx) => {
    if (!(await lockAlarms(tx))) return false
    const id = await insertOutageAlarm(tx, alarm)
    const fired_ms = alarm.fired_ms ?? now_ms
    const fired = eventOfAlarm({ ...alarm, id }, { phase: 'FIRED' }, fired_ms)
    const event_id = await insertExpandedEvent(tx, fired, now)
    for (const { delivery, attempts } of messages) {
      await insertTriedDelivery(tx, { ...delivery, event_ids: [event_id] }, attempts, now)
    }
    return true
  })
}
