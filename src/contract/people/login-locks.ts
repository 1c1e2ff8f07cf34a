import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

/** A known browser of a user is locked apart from the user. */
const kind = z.enum(['USER', 'NETWORK', 'BROWSER'])

export const loginLock = z.object({
  /** A hash, because what identifies a browser is a secret of it. */
  id: z.string(),
  kind,
  /** The username as it was typed, the network, or the user of the browser. */
  name: z.string(),
  locked_until: is.instant,
})
export type LoginLock = z.output<typeof loginLock>

export const listLoginLocks = endpoint({
  method: 'GET',
  path: '/api/login-locks',
  summary: 'Users, networks and browsers that cannot log in after too many failures',
  needs: 'login_locks.view',
  list: true,
  query: listQuery(['name', 'kind', 'locked_until'], { kind: kind.optional() }),
  answer: z.array(loginLock),
  passive: true,
})

export const deleteLoginLock = endpoint({
  method: 'DELETE',
  path: '/api/login-locks/:id',
  summary: 'Lifts a login lock',
  needs: 'login_locks.delete',
  params: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
})
