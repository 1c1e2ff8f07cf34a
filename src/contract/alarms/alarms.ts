// Alarms: the spells of conditions, who has acknowledged them, and which are snoozed.
import { z } from 'zod'
import { COMPARED, COMPARISONS, UNITS } from '#core/alarm/conditions.ts'
import { ALARM_TOPICS, SEVERITIES, SUBJECT_KINDS } from '#core/notification/topics.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'
import { inTime } from '../time-range.ts'

export const ALARM_STATES = ['PENDING', 'FIRING', 'CLEARED'] as const
/** ALL: what fires or has cleared. A pending one is no alarm yet. */
export const ALARM_STATE_FILTERS = [...ALARM_STATES, 'ALL'] as const
export const CLEAR_CAUSES = ['RECOVERED', 'RULE_CHANGED', 'NO_CALLS'] as const
export const ALARM_UNITS = UNITS

const state = z.enum(ALARM_STATES)
const severity = z.enum(SEVERITIES)
const topic = z.enum(ALARM_TOPICS)
const subject_kind = z.enum(SUBJECT_KINDS)

export const alarm = z.object({
  id: is.id,
  topic,
  severity,
  state,
  /** Null for users of accounts, and after the rule was deleted. */
  rule_id: is.id.nullable(),
  rule_name: z.string().nullable(),
  subject_kind,
  /** Null where the subject has a name only. */
  subject_id: z.number().nullable(),
  subject_name: z.string(),
  account_id: is.id.nullable(),
  account_name: z.string().nullable(),
  account_kind: z.enum(['RESELLER', 'WHOLESALE', 'RETAIL', 'SETTLEMENT', 'OPERATOR']).nullable(),
  /** Level of a reseller; null for others. */
  account_level: z.number().nullable(),
  /** With the numbers that made it fire. */
  sentence: z.string(),
  /** The unit of the values, which are decimal text. */
  unit: z.enum(ALARM_UNITS),
  currency: z.string(),
  first_value: z.string(),
  last_value: z.string(),
  worst_value: z.string(),
  /** As the rule was when the spell began. */
  bound: z.string(),
  comparison: z.enum(COMPARISONS),
  compares_with: z.enum(COMPARED),
  window_minutes: z.number(),
  min_calls: z.number(),
  pending_seconds: z.number(),
  clear_seconds: z.number(),
  began_at: is.instant,
  fired_at: is.instant.nullable(),
  cleared_at: is.instant.nullable(),
  clear_cause: z.enum(CLEAR_CAUSES).nullable(),
  /** Since it fired, up to its end or up to now. */
  duration_seconds: z.number(),
  acknowledged_at: is.instant.nullable(),
  /** Null for users of accounts. */
  acknowledged_by_name: z.string().nullable(),
  acknowledged_note: z.string().nullable(),
  snoozed_until: is.instant.nullable(),
  snoozed_by_name: z.string().nullable(),
})
export type Alarm = z.output<typeof alarm>

export const listAlarms = endpoint({
  method: 'GET',
  path: '/api/alarms',
  summary: 'Alarms that fire or have cleared, or those that are pending',
  needs: 'alarms.view',
  list: true,
  query: listQuery(
    [
      ...(['began_at', 'fired_at', 'cleared_at', 'severity', 'topic', 'subject_name'] as const),
      'duration_seconds',
    ],
    {
      ...inTime,
      state: z.enum(ALARM_STATE_FILTERS).optional(),
      severity: severity.optional(),
      topic: topic.optional(),
      subject_kind: subject_kind.optional(),
      subject_id: is.queryId.optional(),
      account_id: is.queryId.optional(),
      rule_id: is.queryId.optional(),
      is_acknowledged: z.enum(['true', 'false']).optional(),
      is_snoozed: z.enum(['true', 'false']).optional(),
    },
  ),
  answer: z.array(alarm),
})

export const countAlarms = endpoint({
  method: 'GET',
  path: '/api/alarms/counts',
  summary: 'The alarms that fire and are not snoozed: how many, and those to look at first',
  needs: 'alarms.view',
  passive: true,
  answer: z.object({
    critical: z.number(),
    warning: z.number(),
    info: z.number(),
    unacknowledged: z.number(),
    newest_at: is.instant.nullable(),
    unacknowledged_criticals: z.number(),
    /** The three oldest of those, for the strip above every screen. */
    criticals: z.array(alarm),
    /** Lines of the bell that the user has not read; at most 100. */
    unread: z.number(),
  }),
})

export const getAlarm = endpoint({
  method: 'GET',
  path: '/api/alarms/:id',
  summary: 'One alarm',
  needs: 'alarms.view',
  params: idParams,
  answer: alarm,
})

export const acknowledgeAlarm = endpoint({
  method: 'POST',
  path: '/api/alarms/:id/acknowledgement',
  summary: 'Notes that someone takes care of an alarm',
  needs: 'alarms.edit',
  params: idParams,
  body: z.strictObject({ note: is.text(500) }),
  answer: alarm,
})

export const snoozeAlarm = endpoint({
  method: 'POST',
  path: '/api/alarms/:id/snooze',
  summary: 'No messages of this condition at this subject until then',
  needs: 'alarms.edit',
  params: idParams,
  body: z.strictObject({ until_at: is.instant }),
  answer: alarm,
})

export const endSnooze = endpoint({
  method: 'DELETE',
  path: '/api/alarms/:id/snooze',
  summary: 'Ends the snooze of this condition at this subject',
  needs: 'alarms.edit',
  params: idParams,
})
