import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'
import { inTime } from '../time-range.ts'

export const ACTIVITY_ACTIONS = [
  'LOGIN',
  'LOGOUT',
  'CREATE',
  'UPDATE',
  'DELETE',
  'EXECUTE',
  'EXPORT',
  'REFUSED',
] as const

export const activity = z.object({
  id: is.id,
  at: is.instant,
  username: z.string(),
  /** The API token that was used; null is the console. */
  token_name: z.string().nullable(),
  /** The name of the account in whose portal it was done; null is the own area. */
  on_behalf_of: z.string().nullable(),
  ip: z.string().nullable(),
  user_agent: z.string(),
  action: z.enum(ACTIVITY_ACTIONS),
  /** The kind of thing, such as `tariff_rate`. */
  entity: z.string(),
  entity_id: z.string(),
  entity_name: z.string(),
  /** Per field what it was and what it became; secrets are masked. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  /** The names of the ids in them: by the field, then by the id. */
  names: z.record(z.string(), z.record(z.string(), z.string())),
  /** In the chain of all activities, with the SHA-256 that proves the row. */
  position: z.number().nullable(),
  hash: z.string().nullable(),
})
export type Activity = z.output<typeof activity>

const name = z.string().trim().max(100)

export const listActivities = endpoint({
  method: 'GET',
  path: '/api/logs/activities',
  summary: 'Who did what; of today by default, of all times for one thing',
  needs: 'activities.view',
  list: true,
  query: listQuery(['at'], {
    username: name.optional(),
    action: z.enum(ACTIVITY_ACTIONS).optional(),
    entity: name.optional(),
    entity_id: name.optional(),
    /** A field that was changed. */
    field: name.optional(),
    /** An address, or the network that holds it. */
    ip: is.network.optional(),
    ...inTime,
  }),
  answer: z.array(activity),
  replica: true,
})

export const listActivityEntities = endpoint({
  method: 'GET',
  path: '/api/logs/activities/entities',
  summary: 'The kinds of things in the activity log',
  needs: 'activities.view',
  answer: z.array(z.string()),
  replica: true,
})
