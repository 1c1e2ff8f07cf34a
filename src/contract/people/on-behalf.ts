// The portal of a client, reseller or settlement account, as it sees it (ADR-0034).
import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'

export const openPortal = endpoint({
  method: 'POST',
  path: '/api/accounts/:id/portal-session',
  summary: 'Opens the portal of an account below the own one in this session, read-only',
  needs: 'portal_sessions.execute',
  params: idParams,
  confirm: true,
})

export const allowWrites = endpoint({
  method: 'POST',
  path: '/api/me/on-behalf/writes',
  summary: 'Allows changes in the open portal of another account, for a reason',
  needs: 'session',
  body: z.strictObject({
    reason: z.string().trim().min(5, 'At least 5 characters.').max(200),
  }),
  on_behalf: true,
})

export const leavePortal = endpoint({
  method: 'DELETE',
  path: '/api/me/on-behalf',
  summary: 'Leaves the portal of another account',
  needs: 'session',
  on_behalf: true,
})
