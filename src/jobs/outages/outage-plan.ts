// The plan for an outage of the database, read while the database answers: whom to notify, by
// which servers, and in whose words.
import { OPERATOR_ID } from '#core/account/operator.ts'

import type { NotifiedEvent } from '#core/notification/event.ts'
import { type Draft, draftDeliveries, type Refusals } from '#core/notification/group-events.ts'
import type { AddressBook } from '#core/notification/recipients.ts'
import { whoWants } from '#core/notification/who-wants.ts'
import type { NewAlarm, StoredRule } from '#db/alarms/open-alarms.ts'
import { DATABASE_SUBJECT, findOutageRule } from '#db/alarms/outage-alarm.ts'
import type { Database } from '#db/database.ts'
import { type DueDelivery, readDueWebhooks } from '#db/notifications/due-deliveries.ts'
import {
  type ActiveRule,
  countLastHour,
  listActiveNotificationRules,
  readAddressBook,
  readRefusals,
} from '#db/notifications/expansion.ts'
import { type MailServer, readMailServer } from '#db/notifications/mail-server.ts'
import { makeSenders, type Sender } from '#db/notifications/sender-look.ts'
import { eventOfAlarm } from '../alarms/event-of-alarm.ts'

export interface OutagePlan {
  readonly rule: StoredRule
  readonly notification_rules: readonly ActiveRule[]
  readonly book: AddressBook
  readonly refusals: Refusals
  /** Messages of the last hour, by rule and recipient. */
  readonly counts: ReadonlyMap<string, number>
  readonly mail_server: MailServer | undefined
  readonly webhooks: ReadonlyMap<number, DueDelivery['webhook']>
  /** The operator: an outage concerns no account. */
  readonly sender: Sender
}

/** Undefined if an outage would be no alarm, or none that is new. */
export async function readOutagePlan(
  database: Database,
  now_ms: number,
): Promise<OutagePlan | undefined> {
  return database.transaction().execute(async (tx) => {
    const rule = await findOutageRule(tx, now_ms)
    if (!rule) return undefined
    const now = new Date(now_ms).toISOString()
    const event = firedEvent(outageAlarm(rule, now_ms, now_ms), now_ms)
    const notification_rules = await listActiveNotificationRules(tx)
    const book = await readAddressBook(tx, notification_rules, [event], now)
    const wanted = whoWants(event, notification_rules, { book, now_ms })
    const addresses = wanted.map(({ recipient }) => recipient)
    return {
      ...{ rule, notification_rules, book },
      refusals: await readRefusals(tx, addresses),
      counts: await countLastHour(tx, now),
      mail_server: await readMailServer(tx),
      webhooks: await readDueWebhooks(tx, now),
      sender: await (await makeSenders(tx))(OPERATOR_ID),
    }
  })
}

const SENTENCE =
  'It does not answer. Active calls go on for the time that is granted, new ones are refused.'

/** It fires: the outage has lasted for the time of the rule. */
export const outageAlarm = (rule: StoredRule, since_ms: number, now_ms: number): NewAlarm => ({
  ...DATABASE_SUBJECT,
  ...{ rule, rule_id: rule.id, topic: rule.topic, severity: rule.severity, state: 'FIRING' },
  ...{ currency: '', sentence: SENTENCE, first_value: 1, last_value: 1, worst_value: 1 },
  ...{ began_ms: since_ms, fired_ms: now_ms, announced_ms: now_ms },
  ...{ fine_since_ms: null, undecided_since_ms: null },
})

/** Neither event nor alarm has an id before it is written. */
const NO_ID = 0

function firedEvent(alarm: NewAlarm, now_ms: number): NotifiedEvent {
  const event = eventOfAlarm({ ...alarm, id: NO_ID }, { phase: 'FIRED' }, now_ms)
  return {
    ...{ ...event, id: NO_ID, alarm_id: null },
    ...{ settlement_id: null, account_path: [OPERATOR_ID] },
  }
}

export function draftOutage(
  { notification_rules, book, counts, refusals }: OutagePlan,
  alarm: NewAlarm,
  now_ms: number,
): Draft<ActiveRule>[] {
  const wanted = whoWants(firedEvent(alarm, now_ms), notification_rules, { book, now_ms })
  return draftDeliveries(wanted, counts, refusals)
}
