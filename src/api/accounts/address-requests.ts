// A wholesale client requests changes of its IP list; the account above it decides each once.
import * as contract from '#contract/accounts/address-requests.ts'
import { NEW_IP } from '#contract/blank-forms.ts'
import { lockAccount } from '#db/accounts/account-profile.ts'
import {
  countOpenRequests,
  decideAddressRequest,
  deleteOpenRequest,
  findAddressRequest,
  findOwnAddressRequest,
  insertAddressRequest,
  listAddressRequests,
  lockAddressRequest,
} from '#db/accounts/address-requests.ts'
import { listAddressesOf } from '#db/accounts/client-ips.ts'
import type { Tx } from '#db/database.ts'
import { type Actor, noteChange } from '../http/activity.ts'
import { type AppContext, toInstant } from '../http/app-context.ts'
import type { Caller } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'
import { addAddress, removeAddress } from './ip-list.ts'

const entity = 'address_request'
/** The fields that the activity log has. */
const form = contract.ownAddressRequest.omit({ id: true, at: true, decided_at: true })

const DECIDED = 'This request has been decided already.'

/** The account of the user, if it is one that has an IP list. */
function ownAccount({ type, account_id }: Caller): number {
  if (type !== 'WHOLESALE' || account_id === null) throw new Problem('not-found')
  return account_id
}

type Request = Actor & Pick<AppContext, 'clock'>
type Decided = { readonly state: 'ACCEPTED' } | { readonly state: 'REFUSED'; reason: string }

/** `change` is made with the request locked, so that it is made once. */
async function decide(
  tx: Tx,
  { clock, ...actor }: Request,
  id: number,
  decided: Decided,
  change: (request: contract.AddressRequest) => Promise<void> = async () => {},
) {
  const { scope, user_id } = actor.caller
  const before = found(await lockAddressRequest(tx, scope, id))
  if (before.state !== 'OPEN') throw new Problem('changed-meanwhile', { message: DECIDED })
  await change(before)
  const row = { reason: null, ...decided }
  const at = toInstant(clock.now_ms())
  await decideAddressRequest(tx, id, { ...row, decided_by: user_id, decided_at: at })
  const name = `${before.network} of ${before.client_name}`
  await noteChange(tx, actor, { entity, id, name, form, before, after: { ...before, ...row } })
  return found(await findAddressRequest(tx, scope, id))
}

export const addressRequests: HandlersOf<typeof contract> = {
  createAddressRequest: ({ database, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope, user_id } = actor.caller
      const account_id = ownAccount(actor.caller)
      await lockAccount(tx, account_id)
      const { count, has_same } = await countOpenRequests(tx, { ...body, account_id })
      if (has_same) throw badField('network', 'You have requested this already.')
      if (count >= contract.OPEN_REQUESTS_MAX) {
        const most = `At most ${contract.OPEN_REQUESTS_MAX} open requests: cancel one first.`
        throw badField('network', most)
      }
      const rows = await listAddressesOf(tx, scope, { account_id, network: body.network })
      if (body.kind === 'REMOVE' && rows.length === 0) {
        throw badField('network', 'This address is not in your IP list.')
      }
      if (body.kind === 'ADD' && rows.length > 0) {
        throw badField('network', 'This address is in your IP list already.')
      }
      const id = await insertAddressRequest(tx, { ...body, account_id, requested_by: user_id })
      const after = found(await findOwnAddressRequest(tx, scope, { account_id, id }))
      await noteChange(tx, actor, { entity, id, name: after.network, form, after })
      return after
    }),

  cancelAddressRequest: ({ database, params: { id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const account_id = ownAccount(actor.caller)
      const before = found(await findOwnAddressRequest(tx, scope, { account_id, id }))
      if (!(await deleteOpenRequest(tx, id))) {
        throw new Problem('changed-meanwhile', { message: DECIDED })
      }
      await noteChange(tx, actor, { entity, id, name: before.network, form, before })
    }),

  listAddressRequests: ({ database, caller, query }) =>
    listAddressRequests(database, caller.scope, query),

  acceptAddressRequest: ({ database, params: { id }, ...request }) =>
    database.transaction().execute((tx) =>
      decide(tx, request, id, { state: 'ACCEPTED' }, async ({ kind, account_id, ...asked }) => {
        const { network: ip, note: description } = asked
        if (kind === 'ADD') {
          await addAddress(tx, request, { ...NEW_IP, account_id, ip, description })
          return
        }
        // Rows that are gone meanwhile are as the client wants it.
        for (const row of await listAddressesOf(tx, request.caller.scope, {
          account_id,
          network: ip,
        })) {
          await removeAddress(tx, request, row.id)
        }
      }),
    ),

  refuseAddressRequest: ({ database, params: { id }, body: { reason }, ...request }) =>
    database.transaction().execute((tx) => decide(tx, request, id, { state: 'REFUSED', reason })),
}
