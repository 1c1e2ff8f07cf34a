// A rule in words, as its list shows it.
import type { NotificationRule } from '#contract/notifications/notification-rules.ts'
import { TOPIC_FACTS } from '#core/notification/topic-facts.ts'
import { writeRanges } from '#core/time/time-window-labels.ts'

export const topicsInWords = ({ topics }: Pick<NotificationRule, 'topics'>): string =>
  topics.map((topic) => TOPIC_FACTS[topic].label).join(', ') || 'All alarms'

type Recipients = Pick<
  NotificationRule,
  'users' | 'addresses' | 'webhooks' | 'to_account_contacts' | 'to_settlement_contacts'
>

export const recipientsInWords = (rule: Recipients): string =>
  [
    ...rule.users.map(({ name }) => name),
    ...rule.addresses,
    ...(rule.to_account_contacts ? ['contacts of the account'] : []),
    ...(rule.to_settlement_contacts ? ['contacts of the carrier'] : []),
    ...rule.webhooks.map(({ name }) => name),
  ].join(', ')

type Hours = Pick<NotificationRule, 'weekdays' | 'from_time' | 'till_time' | 'timezone'>

/** "Mon–Fri 08:00–18:00 Europe/Berlin"; the zone of the switch is not named. */
export function hoursInWords({ weekdays, from_time: from, till_time: till, timezone }: Hours) {
  if (weekdays.length === 0 && from === '00:00' && till === '24:00') return 'Always'
  const hours = writeRanges([{ weekdays, from, till, months: [], days: [] }])
  return timezone === null ? hours : `${hours} ${timezone}`
}
