import type * as contract from '#contract/accounts/account-stops.ts'
import { lockAccount } from '#db/accounts/account-profile.ts'
import {
  askHangUps,
  blockAccount,
  countCallsOf,
  findStoppable,
} from '#db/accounts/account-stops.ts'
import { blockPortalLogin } from '#db/people/users.ts'
import { sendSignal } from '#db/signals.ts'
import { noteActivity } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found } from '../http/problem.ts'

/** The maximum of clients that are named. */
const NAMED = 5

const ENTITIES = {
  RESELLER: 'reseller',
  WHOLESALE: 'wholesale_client',
  RETAIL: 'retail_client',
} as const

export const accountStops: HandlersOf<typeof contract> = {
  async getAccountStop({ database, caller, params: { id } }) {
    const account = found(await findStoppable(database, caller.scope, id))
    return { ...account, ...(await countCallsOf(database, id, NAMED)) }
  },

  stopAccount: ({ database, caller, params: { id }, clock, origin }) =>
    database.transaction().execute(async (tx) => {
      const at = toInstant(clock.now_ms())
      await lockAccount(tx, id)
      const { kind, name, status } = found(await findStoppable(tx, caller.scope, id))
      const is_active = status === 'active'
      if (is_active) {
        await blockAccount(tx, id)
        await blockPortalLogin(tx, id, at)
        await sendSignal(tx, { changed: 'routing' })
      }
      const stopped_calls = await askHangUps(tx, id, caller.username, at)
      await sendSignal(tx, { changed: 'hang_up' })
      if (is_active || stopped_calls > 0) {
        const what = { entity: ENTITIES[kind], entity_id: String(id), entity_name: name }
        const changes = {
          ...(is_active && { status: ['active', 'blocked'] as const }),
          stopped_calls: [null, stopped_calls] as const,
        }
        await noteActivity(tx, { caller, origin }, { action: 'EXECUTE', ...what, changes })
      }
      return { stopped_calls }
    }),
}
