import type * as contract from '#contract/accounts/connection.ts'
import { SIP_REALM } from '#core/sip-realm.ts'
import { listOwnAddressRequests } from '#db/accounts/address-requests.ts'
import { listClientIps } from '#db/accounts/client-ips.ts'
import { findClient } from '#db/accounts/clients.ts'
import { findSipUser, listSipUsers } from '#db/accounts/sip-users.ts'
import { countCallsNow } from '#db/console/home.ts'
import { readSipPorts } from '#db/machine/sip-ports.ts'
import type { Caller } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found, Problem } from '../http/problem.ts'
import { renewPassword } from './sip-users.ts'

/** More than a person looks through. */
const SHOWN = 200
/** The last decided ones are enough. */
const SHOWN_REQUESTS = 20

/** The client of the user; other users make no calls of their own. */
function clientOf({ type, account_id }: Caller) {
  if (account_id === null || (type !== 'WHOLESALE' && type !== 'RETAIL')) return undefined
  return { kind: type, account_id }
}

export const connection: HandlersOf<typeof contract> = {
  async getConnection({ database, caller }) {
    const own = clientOf(caller)
    if (!own) return null
    const { kind, account_id } = own
    const { scope } = caller
    const query = { account_id, limit: SHOWN }
    const client = found(await findClient(database, scope, kind, account_id))
    const ports = await readSipPorts(database)
    const { calls_now, calls_per_second } = await countCallsNow(database, scope)
    const { rows: addresses } = await listClientIps(database, scope, query)
    const { rows: sip_users } = await listSipUsers(database, scope, query)
    const limit = SHOWN_REQUESTS
    const address_requests = await listOwnAddressRequests(database, scope, { account_id, limit })
    const { channel_limit, cps_limit } = client
    return {
      listeners: (ports?.listen ?? []).map(({ transport, address, advertise, port }) => ({
        ...{ transport, port },
        address: advertise ?? address,
      })),
      realm: SIP_REALM,
      ...{ channel_limit, cps_limit, calls_per_second, addresses, sip_users },
      address_requests,
      active_calls: calls_now,
    }
  },

  async renewOwnSipPassword(request) {
    const { id } = request.params
    return request.database.transaction().execute(async (tx) => {
      const user = found(await findSipUser(tx, request.caller.scope, id))
      if (user.account_id !== clientOf(request.caller)?.account_id) throw new Problem('not-found')
      return renewPassword(tx, request, id)
    })
  },
}
