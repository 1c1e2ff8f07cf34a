// Active clients without an answered call for a long time.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { needing } from '../field-rights.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

export const UNUSED_DAYS = 30
const DAYS_MAX = 3650
/** A page of the list has no more. */
const CLIENTS_MAX = 1000

const clientKind = z.enum(['WHOLESALE', 'RETAIL'])

export const unusedClient = z.object({
  id: is.id,
  kind: clientKind,
  name: z.string(),
  /** The quarter of an hour of its last answered call; null if there was none. */
  answered_at: is.instant.nullable(),
  currency: z.string(),
  balance: needing('sale', is.sumText),
  created_at: is.instant,
})
export type UnusedClient = z.output<typeof unusedClient>

export const listUnusedClients = endpoint({
  method: 'GET',
  path: '/api/unused-clients',
  summary: 'Active clients that exist for longer than N days and had no answered call in them',
  needs: 'unused_clients.view',
  list: true,
  query: listQuery(['name', 'answered_at', 'balance', 'created_at'], {
    /** Without it 30. */
    days: is.queryNumber.pipe(z.number().int().min(1).max(DAYS_MAX)).optional(),
    kind: clientKind.optional(),
  }),
  answer: z.array(unusedClient),
})

export const blockUnusedClients = endpoint({
  method: 'POST',
  path: '/api/unused-clients/block',
  summary: 'Blocks those of the clients that are still unused, and signs out their portal logins',
  needs: 'unused_clients.bulk',
  body: z.strictObject({
    ids: z.array(is.id).min(1, 'Select at least one.').max(CLIENTS_MAX),
    days: z.number().int().min(1).max(DAYS_MAX),
  }),
  answer: z.object({ blocked: z.number() }),
})
