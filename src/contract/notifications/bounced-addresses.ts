// Addresses that mail servers have refused for good: nothing is sent to them.
import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

const bouncedAddress = z.object({
  id: is.id,
  address: z.string(),
  since: is.instant,
  last_at: is.instant,
  /** The last answer of the server. */
  answer: z.string(),
  bounce_count: z.number(),
})
export type BouncedAddress = z.output<typeof bouncedAddress>

export const listBouncedAddresses = endpoint({
  method: 'GET',
  path: '/api/bounced-addresses',
  summary: 'Addresses that mail servers have refused',
  needs: 'bounced_addresses.view',
  list: true,
  query: listQuery(['last_at', 'address', 'bounce_count'], {}),
  answer: z.array(bouncedAddress),
})

export const removeBouncedAddress = endpoint({
  method: 'DELETE',
  path: '/api/bounced-addresses/:id',
  summary: 'Takes an address off the list, so that mails go there again',
  needs: 'bounced_addresses.delete',
  params: idParams,
})
