import type * as contract from '#contract/notifications/bounced-addresses.ts'
import {
  findBouncedAddress,
  listBouncedAddresses,
  removeBouncedAddress,
} from '#db/notifications/bounced-addresses.ts'
import { noteActivity } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found } from '../http/problem.ts'

export const bouncedAddresses: HandlersOf<typeof contract> = {
  listBouncedAddresses: ({ database, caller, query }) =>
    listBouncedAddresses(database, caller.scope, query),

  removeBouncedAddress: ({ database, params: { id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { address } = found(await findBouncedAddress(tx, actor.caller.scope, id))
      await removeBouncedAddress(tx, id)
      await noteActivity(tx, actor, {
        action: 'DELETE',
        entity: 'bounced_address',
        entity_id: String(id),
        entity_name: address,
        changes: {},
      })
    }),
}
