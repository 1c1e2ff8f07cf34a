// How a reseller issues invoices: its own users change that, and admins who see it.
import * as contract from '#contract/invoices/invoice-profiles.ts'
import type { Database } from '#db/database.ts'
import { findInvoiceProfile, writeInvoiceProfile } from '#db/invoices/invoice-profiles.ts'
import type { Scope } from '#db/scope.ts'
import { writeSampleInvoice } from '../documents/sample-invoice.ts'
import { changedMeanwhile, noteChange } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found } from '../http/problem.ts'

// It belongs to the reseller, in the activity log too.
const entity = 'reseller'
const form = contract.invoiceProfileForm

async function answerOf(database: Database, scope: Scope, id: number) {
  const { name: _, currency: __, ...profile } = found(await findInvoiceProfile(database, scope, id))
  return profile
}

export const invoiceProfiles: HandlersOf<typeof contract> = {
  getInvoiceProfile: ({ database, caller, params }) => answerOf(database, caller.scope, params.id),

  async getExampleInvoice({ caller, params: { id }, body, ...context }) {
    const { currency } = found(await findInvoiceProfile(context.database, caller.scope, id))
    return writeSampleInvoice(context, id, currency, body)
  },

  updateInvoiceProfile: ({ database, params: { id }, body: { version, ...after }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const before = found(await findInvoiceProfile(tx, scope, id))
      if (!(await writeInvoiceProfile(tx, id, version, after))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      await noteChange(tx, actor, { entity, id, name: before.name, form, before, after })
      return answerOf(tx, scope, id)
    }),
}
