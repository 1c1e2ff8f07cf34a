import { z } from 'zod'
import { isTimeZone } from '#core/time/time-window.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

const HOURS = /^([01]\d|2[0-3]):[0-5]\d$/
const someOf = (min: number, max: number) =>
  z
    .array(z.number().int().min(min).max(max))
    .refine((values) => new Set(values).size === values.length, 'Each can be used once.')
    .readonly()

/** No weekday, month or day is all of them. Monday is 1; 22:00 to 06:00 goes over midnight. */
const rangeFields = z.strictObject({
  weekdays: someOf(1, 7),
  from: z.string().regex(HOURS, 'A time, for example 09:00.'),
  till: z
    .string()
    .refine(
      (time) => time === '24:00' || HOURS.test(time),
      'A time, for example 17:30, at most 24:00.',
    ),
  months: someOf(1, 12),
  days: someOf(1, 31),
})
const range = rangeFields.refine(({ from, till }) => from !== till, {
  path: ['till'],
  message: 'Start and end are the same. Use 00:00 to 24:00 for the whole day.',
})

export const timeWindowForm = z.strictObject({
  name: is.name(80),
  description: is.text(500),
  status: is.status,
  timezone: z.string().max(60).refine(isTimeZone, 'Unknown time zone.'),
  ranges: z.array(range).min(1, 'At least one range.').max(50),
})

export const timeWindow = z.object({
  ...timeWindowForm.omit({ ranges: true }).shape,
  id: is.id,
  version: is.version,
  /** The ranges in words. */
  hours: z.string(),
  current_state: z.enum(['open', 'closed']),
  /** Null when it does not change within a year. */
  next_change: is.instant.nullable(),
  used_by_count: z.number(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type TimeWindow = z.output<typeof timeWindow>

export const wholeTimeWindow = timeWindow.extend({ ranges: z.array(rangeFields) })
export type WholeTimeWindow = z.output<typeof wholeTimeWindow>

export const listTimeWindows = endpoint({
  method: 'GET',
  path: '/api/time-windows',
  summary: 'Time windows, with whether they are open now',
  needs: 'time_windows.view',
  list: true,
  query: listQuery(['name', 'timezone', 'status', 'used_by_count', 'created_at'], {
    status: is.status.optional(),
  }),
  answer: z.array(timeWindow),
})

export const getTimeWindow = endpoint({
  method: 'GET',
  path: '/api/time-windows/:id',
  summary: 'One time window with its ranges',
  needs: 'time_windows.view',
  params: idParams,
  answer: wholeTimeWindow,
})

export const createTimeWindow = endpoint({
  method: 'POST',
  path: '/api/time-windows',
  summary: 'Adds a time window',
  needs: 'time_windows.create',
  body: timeWindowForm,
  answer: wholeTimeWindow,
})

export const updateTimeWindow = endpoint({
  method: 'PUT',
  path: '/api/time-windows/:id',
  summary: 'Changes a time window and all its ranges',
  needs: 'time_windows.edit',
  params: idParams,
  body: timeWindowForm.extend({ version: is.version }),
  answer: wholeTimeWindow,
})

export const deleteTimeWindow = endpoint({
  method: 'DELETE',
  path: '/api/time-windows/:id',
  summary: 'Deletes an unused time window',
  needs: 'time_windows.delete',
  params: idParams,
})
