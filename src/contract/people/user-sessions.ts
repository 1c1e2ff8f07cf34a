// The sessions of all users: seen and ended.
import { z } from 'zod'
import { USER_TYPES } from '#core/permission/permission.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

export const userSession = z.object({
  id: is.id,
  user_id: is.id,
  username: z.string(),
  type: z.enum(USER_TYPES),
  /** The account of a portal user. */
  account_name: z.string().nullable(),
  ip: z.string(),
  user_agent: z.string(),
  created_at: is.instant,
  last_active_at: is.instant,
  expires_at: is.instant,
  is_current: z.boolean(),
})
export type UserSession = z.output<typeof userSession>

export const listUserSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  summary: 'The sessions of all users that have not ended',
  needs: 'sessions.view',
  list: true,
  query: listQuery(['username', 'type', 'last_active_at', 'created_at'], {
    user_id: is.queryId.optional(),
    type: z.enum(USER_TYPES).optional(),
  }),
  answer: z.array(userSession),
})

export const endUserSession = endpoint({
  method: 'DELETE',
  path: '/api/sessions/:id',
  summary: 'Ends the session of any user',
  needs: 'sessions.delete',
  params: idParams,
})
