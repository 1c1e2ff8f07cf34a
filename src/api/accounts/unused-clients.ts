import * as contract from '#contract/accounts/unused-clients.ts'
import { blockAccount } from '#db/accounts/account-stops.ts'
import { listUnusedClients, lockUnusedClients } from '#db/accounts/unused-clients.ts'
import { blockPortalLogin } from '#db/people/users.ts'
import { sendSignal } from '#db/signals.ts'
import { noteActivity } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'

const ENTITIES = { WHOLESALE: 'wholesale_client', RETAIL: 'retail_client' } as const

export const unusedClients: HandlersOf<typeof contract> = {
  listUnusedClients: ({ database, caller, query: { days = contract.UNUSED_DAYS, ...query } }) =>
    listUnusedClients(database, caller.scope, { ...query, days }),

  blockUnusedClients: ({ database, caller, origin, clock, body: { ids, days } }) =>
    database.transaction().execute(async (tx) => {
      const at = toInstant(clock.now_ms())
      const clients = await lockUnusedClients(tx, caller.scope, ids, days)
      for (const { id, kind, name } of clients) {
        await blockAccount(tx, id)
        await blockPortalLogin(tx, id, at)
        const what = { entity: ENTITIES[kind], entity_id: String(id), entity_name: name }
        const changes = { status: ['active', 'blocked'] as const }
        await noteActivity(tx, { caller, origin }, { action: 'UPDATE', ...what, changes })
      }
      if (clients.length > 0) await sendSignal(tx, { changed: 'routing' })
      return { blocked: clients.length }
    }),
}
