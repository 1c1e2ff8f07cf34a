import type * as contract from '#contract/accounts/personal-data.ts'
import {
  findAnyAccount,
  findErasure,
  listErasures,
  lookupAnyAccounts,
  requestErasure,
} from '#db/personal-data/erasures.ts'
import { countPersonalData, listPersonalData } from '#db/personal-data/personal-data.ts'
import { noteActivity } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import { withCallsOfAccount } from '../http/archived-calls.ts'
import type { Caller } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'

/** The values are those of the database: no part of them can be left out. */
function refuseLimitedView({ rights, field_rights }: Caller): void {
  if (rights.masked_digits === 0 && field_rights.includes('sale')) return
  throw new Problem('not-allowed', {
    message: 'Your group masks numbers or hides prices, which personal data has.',
  })
}

export const personalData: HandlersOf<typeof contract> = {
  listErasures: ({ database, caller, query }) => listErasures(database, caller.scope, query),

  eraseAccount: ({ database, clock, body: { account_id, name, reason }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { caller } = actor
      const account = await findAnyAccount(tx, caller.scope, account_id)
      if (!account) throw badField('account_id', 'This account does not exist.')
      if (account.deleted_at === null) {
        throw badField('account_id', 'Only a deleted account can be erased. Delete it first.')
      }
      if (name !== account.name) throw badField('name', 'This is not the name of the account.')
      const request = {
        ...{ account_id, reason, requested_by: caller.user_id },
        requested_at: toInstant(clock.now_ms()),
      }
      if (!(await requestErasure(tx, request))) {
        throw badField('account_id', 'Its erasure was requested before.')
      }
      await noteActivity(tx, actor, {
        ...{ action: 'EXECUTE', entity: 'erasure', entity_id: String(account_id) },
        // The log is never changed, so that a name would stay in it.
        entity_name: `Account ${account_id}`,
        changes: { reason: [null, reason] },
      })
      return found(await findErasure(tx, caller.scope, account_id))
    }),

  lookupAnyAccounts: ({ database, caller, query }) =>
    lookupAnyAccounts(database, caller.scope, query),

  async getPersonalData({ database, caller, params: { id } }) {
    const account = found(await findAnyAccount(database, caller.scope, id))
    const parts = await countPersonalData(database, id)
    const erasure = (await findErasure(database, caller.scope, id)) ?? null
    return { account, parts, erasure }
  },

  async listPersonalData(request) {
    const { database, caller, clock, params, query } = request
    refuseLimitedView(caller)
    const account = found(await findAnyAccount(database, caller.scope, params.id))
    const period = { from_at: account.created_at, to_at: toInstant(clock.now_ms()) }
    return withCallsOfAccount(request, account.id, period, (calls) =>
      listPersonalData(calls, account.id, query),
    )
  },
}
