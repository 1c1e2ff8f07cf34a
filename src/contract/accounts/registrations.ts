import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

export const registration = z.object({
  id: is.id,
  sip_user_id: is.id,
  username: z.string(),
  number: z.string(),
  account_id: is.id,
  client_name: z.string(),
  /** The Contact of the phone, unchanged. */
  contact: z.string(),
  source_ip: z.string(),
  source_port: z.number(),
  transport: z.string(),
  user_agent: z.string(),
  registered_at: is.instant,
  expires_at: is.instant,
  removal_asked: z.boolean(),
})
export type Registration = z.output<typeof registration>

export const listRegistrations = endpoint({
  method: 'GET',
  path: '/api/registrations',
  summary: 'Registrations',
  needs: 'registrations.view',
  list: true,
  query: listQuery(['username', 'client_name', 'source_ip', 'registered_at', 'expires_at'], {
    account_id: is.queryId.optional(),
    sip_user_id: is.queryId.optional(),
    transport: z.enum(['UDP', 'TCP']).optional(),
  }),
  answer: z.array(registration),
  passive: true,
})

export const removeRegistration = endpoint({
  method: 'DELETE',
  path: '/api/registrations/:id',
  summary: 'Removes a registration; the phone can register again',
  needs: 'registrations.delete',
  params: idParams,
})
