// The range of time of a list that grows: one of the usual ones, or wall-clock times of the
// user's time zone.
import { z } from 'zod'

const TIME_RANGES = [
  '15m',
  '1h',
  '6h',
  '24h',
  'today',
  'yesterday',
  '7d',
  '30d',
  'this_month',
  'last_month',
  '12_months',
] as const

const wallClock = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/, 'Invalid time.')

export const inTime = {
  range: z.enum(TIME_RANGES).optional(),
  from: wallClock.optional(),
  to: wallClock.optional(),
}
