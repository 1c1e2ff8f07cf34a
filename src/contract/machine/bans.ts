import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

const address = is.network.refine(
  (value) => !value.includes('/'),
  'A single address, not a network.',
)

export const banForm = z.strictObject({
  ip: address,
  /** At most a year: later the address may belong to another user. */
  minutes: z.number().int().min(1).max(525_600),
  reason: is.text(200),
})

/** After too many failures, because of a flood, or by hand. */
const BAN_KINDS = ['AUTO', 'FLOOD', 'MANUAL'] as const

export const ban = z.object({
  ip: z.string(),
  kind: z.enum(BAN_KINDS),
  reason: z.string(),
  banned_until: is.instant,
  /** Null for an automatic ban. */
  created_by_name: z.string().nullable(),
  /** The client whose IP list holds the address: its calls are refused too. */
  client_name: z.string().nullable(),
  created_at: is.instant,
})
export type Ban = z.output<typeof ban>

export const listBans = endpoint({
  method: 'GET',
  path: '/api/bans',
  summary: 'Banned addresses',
  needs: 'bans.view',
  list: true,
  query: listQuery(['ip', 'banned_until', 'created_at', 'kind'], {
    kind: z.enum(BAN_KINDS).optional(),
  }),
  answer: z.array(ban),
  passive: true,
})

export const createBan = endpoint({
  method: 'POST',
  path: '/api/bans',
  summary:
    'Bans an address from SIP and login, or changes its ban; never the address of the request',
  needs: 'bans.create',
  body: banForm,
  answer: ban,
})

export const deleteBan = endpoint({
  method: 'DELETE',
  path: '/api/bans/:ip',
  summary: 'Lifts a ban',
  needs: 'bans.delete',
  params: z.object({ ip: address }),
})
