import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/packages/packages.ts'
import type { Tx } from '#db/database.ts'
import {
  deletePackage,
  findPackage,
  insertPackage,
  listPackages,
  updatePackage,
} from '#db/packages/packages.ts'
import { lockedUsersOf } from '#db/references.ts'
import { refuseInUse } from '../checks/in-use.ts'
import { changedMeanwhile, noteChange, publishChange } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found } from '../http/problem.ts'

type Form = BodyOf<typeof contract.createPackage>

const entity = 'package'
const form = contract.packageForm

/** Currency and cycle are fixed while subscriptions count and are paid in them. */
async function refuseChangedTerms(tx: Tx, id: number, before: Form, after: Form): Promise<void> {
  for (const field of ['currency', 'cycle'] as const) {
    if (before[field] === after[field]) continue
    const [first] = await lockedUsersOf(tx, 'package', id)
    if (first) throw badField(field, `Locked while clients have the package, for example ${first}.`)
  }
}

export const packages: HandlersOf<typeof contract> = {
  listPackages: ({ database, caller, query }) => listPackages(database, caller.scope, query),

  async getPackage({ database, caller, params }) {
    return found(await findPackage(database, caller.scope, params.id))
  },

  createPackage: ({ database, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const id = await insertPackage(tx, actor.caller.scope, body)
      await noteChange(tx, actor, { entity, id, name: body.name, form, after: body })
      return found(await findPackage(tx, actor.caller.scope, id))
    }),

  updatePackage: ({ database, params: { id }, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const { version, ...form_values } = body
      const before = found(await findPackage(tx, scope, id))
      const values = { ...form_values, currency: body.currency ?? before.currency }
      await refuseChangedTerms(tx, id, before, values)
      if (!(await updatePackage(tx, id, version, values))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      await publishChange(tx, actor, { entity, id, name: body.name, form, before, after: values })
      return found(await findPackage(tx, scope, id))
    }),

  deletePackage: ({ database, params: { id }, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = found(await findPackage(tx, actor.caller.scope, id))
      refuseInUse('The package', await lockedUsersOf(tx, 'package', id))
      await deletePackage(tx, id, toInstant(clock.now_ms()))
      await noteChange(tx, actor, { entity, id, name: before.name, form, before })
    }),
}
