// Rules of alarms. Which topics there are, with their units and subjects, is in
// core/alarm/conditions.ts.
import { z } from 'zod'
import { COMPARED, COMPARISONS } from '#core/alarm/conditions.ts'
import { ALARM_TOPICS, SEVERITIES, SUBJECT_KINDS } from '#core/notification/topics.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

export const ALARM_RULE_STATUSES = ['active', 'paused'] as const

const topic = z.enum(ALARM_TOPICS)
const severity = z.enum(SEVERITIES)
const subject_kind = z.enum(SUBJECT_KINDS)
const status = z.enum(ALARM_RULE_STATUSES)

export const alarmRuleForm = z.strictObject({
  name: is.name(80),
  topic,
  severity,
  status,
  subject_kind,
  /** Only these; none is all. */
  subject_ids: z.array(is.id).max(1000, 'At most 1000.'),
  /** For the subject kind DESTINATION; none is all. */
  destinations: z.array(is.name(100)).max(1000, 'At most 1000.'),
  comparison: z.enum(COMPARISONS),
  compares_with: z.enum(COMPARED),
  /** Decimal text in the unit of the topic; with SAME_HOUR a percentage off the usual value. */
  bound: z
    .string()
    .trim()
    .regex(/^-?\d{1,12}(\.\d{1,6})?$/, 'A number, for example 12.5.'),
  window_minutes: z
    .number()
    .int()
    .min(15)
    .max(1440)
    .refine((minutes) => minutes % 15 === 0, 'Whole quarters of an hour.'),
  min_calls: z.number().int().min(0).max(1_000_000),
  pending_seconds: is.seconds(0, 86_400),
  clear_seconds: is.seconds(0, 86_400),
})

export const alarmRule = alarmRuleForm.extend({
  id: is.id,
  version: is.version,
  /** Those of `subject_ids` with their names. */
  subjects: z.array(z.object({ id: is.id, name: z.string() })),
  /** How many of its alarms fire. */
  firing: z.number(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type AlarmRule = z.output<typeof alarmRule>

export const listAlarmRules = endpoint({
  method: 'GET',
  path: '/api/alarm-rules',
  summary: 'Rules of alarms',
  needs: 'alarm_rules.view',
  list: true,
  query: listQuery(['name', 'topic', 'severity', 'status', 'firing', 'created_at'], {
    topic: topic.optional(),
    severity: severity.optional(),
    subject_kind: subject_kind.optional(),
    status: status.optional(),
  }),
  answer: z.array(alarmRule),
})

export const getAlarmRule = endpoint({
  method: 'GET',
  path: '/api/alarm-rules/:id',
  summary: 'One rule of alarms',
  needs: 'alarm_rules.view',
  params: idParams,
  answer: alarmRule,
})

export const createAlarmRule = endpoint({
  method: 'POST',
  path: '/api/alarm-rules',
  summary: 'Adds a rule of alarms',
  needs: 'alarm_rules.create',
  body: alarmRuleForm,
  answer: alarmRule,
})

export const updateAlarmRule = endpoint({
  method: 'PUT',
  path: '/api/alarm-rules/:id',
  summary: 'Changes a rule of alarms; its open alarms clear',
  needs: 'alarm_rules.edit',
  params: idParams,
  body: alarmRuleForm.extend({ version: is.version }),
  answer: alarmRule,
})

export const deleteAlarmRule = endpoint({
  method: 'DELETE',
  path: '/api/alarm-rules/:id',
  summary: 'Deletes a rule of alarms; its open alarms clear',
  needs: 'alarm_rules.delete',
  params: idParams,
})

export const tryAlarmRule = endpoint({
  method: 'POST',
  path: '/api/alarm-rules/try',
  summary: 'How many subjects would break a rule now; nothing is written',
  needs: 'alarm_rules.create',
  body: alarmRuleForm,
  heavy: true,
  answer: z.object({
    subjects: z.number(),
    breached: z.number(),
    /** With too few calls to say anything. */
    undecided: z.number(),
    /** The first that break it. */
    examples: z.array(z.object({ subject_name: z.string(), sentence: z.string() })),
  }),
})
