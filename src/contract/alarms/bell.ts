// The bell of the console: what fired, cleared or happened, and up to where a user has read it.
import { z } from 'zod'
import { SEVERITIES, SUBJECT_KINDS, TOPICS } from '#core/notification/topics.ts'
import { endpoint } from '../endpoint.ts'
import * as is from '../primitives.ts'

/** An alarm is one line from when it fires until it has cleared. */
export const bellLine = z.object({
  /** The newest event of the line. */
  event_id: is.id,
  /** Null for what happened and has no end. */
  alarm_id: is.id.nullable(),
  topic: z.enum(TOPICS),
  severity: z.enum(SEVERITIES),
  subject_kind: z.enum(SUBJECT_KINDS),
  subject_id: z.number().nullable(),
  subject_name: z.string(),
  sentence: z.string(),
  /** When the newest event was. */
  occurred_at: is.instant,
  is_firing: z.boolean(),
  began_at: is.instant.nullable(),
  fired_at: is.instant.nullable(),
  cleared_at: is.instant.nullable(),
  duration_seconds: z.number().nullable(),
  snoozed_until: is.instant.nullable(),
  can_be_snoozed: z.boolean(),
  is_read: z.boolean(),
})
export type BellLine = z.output<typeof bellLine>

export const listBellLines = endpoint({
  method: 'GET',
  path: '/api/bell',
  summary: 'The newest lines of the bell: alarms and happenings of the last 30 days',
  needs: 'alarms.view',
  passive: true,
  answer: z.array(bellLine),
})

export const readBellLines = endpoint({
  method: 'POST',
  path: '/api/bell/readings',
  summary: 'Marks a line of the bell as read, or it and all before it',
  needs: 'alarms.view',
  body: z.strictObject({ event_id: is.id, with_older: z.boolean() }),
})
