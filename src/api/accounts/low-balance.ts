// The low balance warning of a client; other users have none.
import * as contract from '#contract/accounts/low-balance.ts'
import { OPERATOR_ID } from '#core/account/operator.ts'
import { availableOf, findBalance } from '#db/accounts/balances.ts'
import { findOwnThreshold, setOwnThreshold } from '#db/accounts/own-threshold.ts'
import type { Database } from '#db/database.ts'
import { readInvoiceProfile } from '#db/invoices/invoice-profiles.ts'
import { readSettings } from '#db/settings.ts'
import { seesOwnBalance } from '../checks/seen-balance.ts'
import { noteChange } from '../http/activity.ts'
import type { Caller } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found, Problem } from '../http/problem.ts'

const ENTITIES = { WHOLESALE: 'wholesale_client', RETAIL: 'retail_client' } as const
const form = contract.lowBalanceForm

/** The client of the user. */
function clientOf({ type, account_id }: Caller) {
  if (account_id === null || (type !== 'WHOLESALE' && type !== 'RETAIL')) return undefined
  return { id: account_id, entity: ENTITIES[type] }
}

/** The bank details on the invoices that the account above issues. */
async function readBankDetails(database: Database, parent_id: number | null): Promise<string> {
  const issuer_id = parent_id ?? OPERATOR_ID
  const { bank_details } =
    issuer_id === OPERATOR_ID
      ? await readSettings(database)
      : await readInvoiceProfile(database, issuer_id)
  return bank_details
}

export const lowBalance: HandlersOf<typeof contract> = {
  async getLowBalance({ database, caller }) {
    const client = clientOf(caller)
    if (!client) return null
    const own = found(await findOwnThreshold(database, caller.scope, client.id))
    const { low_balance_threshold, parent_id } = own
    // A threshold that is reached says what is left.
    if (!seesOwnBalance(caller)) return { low_balance_threshold, is_low: false, how_to_pay: '' }
    const available = availableOf(found(await findBalance(database, client.id)))
    const is_low = low_balance_threshold !== null && available <= low_balance_threshold
    const how_to_pay = is_low ? await readBankDetails(database, parent_id) : ''
    return { low_balance_threshold, is_low, how_to_pay }
  },

  setLowBalance: ({ database, body: after, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const client = clientOf(actor.caller)
      if (!client) throw new Problem('not-found')
      const before = found(await findOwnThreshold(tx, actor.caller.scope, client.id))
      await setOwnThreshold(tx, client.id, after.low_balance_threshold)
      await noteChange(tx, actor, { ...client, name: before.name, form, before, after })
    }),
}
