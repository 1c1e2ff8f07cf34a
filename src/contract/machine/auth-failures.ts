import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'
import { inTime } from '../time-range.ts'

export const AUTH_FAILURE_KINDS = ['REGISTER', 'INVITE', 'WEB'] as const

/** The same failure of the same source within an hour is one row that counts. */
export const authFailure = z.object({
  id: is.id,
  kind: z.enum(AUTH_FAILURE_KINDS),
  /** `*` when one source tried too many names to keep them apart. */
  username: z.string(),
  /** Null when too many sources failed to keep them apart. */
  source_ip: z.string().nullable(),
  source_port: z.number().nullable(),
  transport: z.string(),
  reason: z.string(),
  count: z.number(),
  /** The first and the last of them; the fields below are of the last one. */
  at: is.instant,
  last_at: is.instant,
  user_agent: z.string(),
  /** The realm that the sender claims; empty without a proof. */
  realm: z.string(),
  from_uri: z.string(),
  to_uri: z.string(),
  request_uri: z.string(),
  sip_call_id: z.string(),
  sip_code: z.number().nullable(),
  banned_until: is.instant.nullable(),
})
export type AuthFailure = z.output<typeof authFailure>

const filters = {
  kind: z.enum(AUTH_FAILURE_KINDS).optional(),
  /** An address, or the network that holds it. */
  source_ip: is.network.optional(),
  username: z.string().trim().max(100).optional(),
  reason: z.string().trim().max(100).optional(),
  ...inTime,
}

export const listAuthFailures = endpoint({
  method: 'GET',
  path: '/api/logs/auth-failures',
  summary: 'Failed logins, registrations and calls; today by default',
  needs: 'auth_failures.view',
  list: true,
  query: listQuery(['last_at', 'at', 'count', 'source_ip', 'username', 'reason'], filters),
  answer: z.array(authFailure),
  replica: true,
})

const counted = z.object({
  value: z.string(),
  count: z.number(),
  at: is.instant,
  last_at: is.instant,
})

export const countAuthFailures = endpoint({
  method: 'GET',
  path: '/api/logs/auth-failures/counts',
  summary: 'The same failures counted by source, reason and username, the most frequent first',
  needs: 'auth_failures.view',
  query: z.strictObject({ q: z.string().trim().max(100).optional(), ...filters }),
  answer: z.object({
    by_source: z.array(counted.extend({ banned_until: is.instant.nullable() })),
    by_reason: z.array(counted),
    by_username: z.array(counted),
  }),
  replica: true,
})
