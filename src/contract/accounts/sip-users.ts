import { z } from 'zod'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

/** Name and password change together: the stored hash includes the name. */
export const sipUserForm = z.strictObject({
  /** The number under which it is called by other users of ours, and which it shows. */
  number: is.number,
  display_name: is.line(60),
  /** Other numbers that it may show. */
  allowed_callers: is.texts(/^[1-9][0-9]{2,14}$/, 'International numbers, digits only.', 50),
  max_contacts: z.number().int().min(1).max(10),
  channel_limit: z.number().int().min(1).max(1000).nullable(),
  /** Seconds for which it may stay registered without asking again. */
  expires_min_seconds: is.seconds(30, 86400),
  expires_max_seconds: is.seconds(60, 86400),
  /** From where it may register and call; empty is from everywhere. */
  allowed_networks: is.networks,
  status: is.status,
  description: is.text(200),
})

export const newSipUserForm = sipUserForm.extend({
  account_id: is.id,
  /** Null makes one up. */
  username: is.username.nullable(),
})

export const sipUser = sipUserForm.extend({
  id: is.id,
  version: is.version,
  account_id: is.id,
  username: z.string(),
  client_name: z.string(),
  /** Where it can be reached now. */
  contacts: z.number(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type SipUser = z.output<typeof sipUser>

/** Only its hash is stored, so it is shown only in this response. */
const sipPassword = z.string()

export const listSipUsers = endpoint({
  method: 'GET',
  path: '/api/sip-users',
  summary: 'SIP users',
  needs: 'retail_clients.view',
  list: true,
  query: listQuery(['username', 'number', 'display_name', 'status', 'contacts', 'created_at'], {
    account_id: is.queryId.optional(),
    status: is.status.optional(),
  }),
  answer: z.array(sipUser),
})

export const getSipUser = endpoint({
  method: 'GET',
  path: '/api/sip-users/:id',
  summary: 'One SIP user',
  needs: 'retail_clients.view',
  params: idParams,
  answer: sipUser,
})

export const createSipUser = endpoint({
  method: 'POST',
  path: '/api/sip-users',
  summary: 'Adds a SIP user; the response has its password, once',
  needs: 'retail_clients.edit',
  body: newSipUserForm,
  answer: sipUser.extend({ password: sipPassword }),
  secret: true,
})

export const updateSipUser = endpoint({
  method: 'PUT',
  path: '/api/sip-users/:id',
  summary: 'Changes a SIP user; blocking removes its registrations',
  needs: 'retail_clients.edit',
  params: idParams,
  body: sipUserForm.extend({ version: is.version }),
  answer: sipUser,
})

export const renewSipPassword = endpoint({
  method: 'POST',
  path: '/api/sip-users/:id/password',
  summary: 'Generates a new password; the response has it, once',
  needs: 'retail_clients.edit',
  params: idParams,
  answer: z.object({ username: z.string(), password: sipPassword }),
  secret: true,
})

export const deleteSipUser = endpoint({
  method: 'DELETE',
  path: '/api/sip-users/:id',
  summary: 'Deletes a SIP user; its call records are kept',
  needs: 'retail_clients.edit',
  params: idParams,
})
