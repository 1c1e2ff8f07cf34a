import * as contract from '#contract/tariffs/tariffs.ts'
import { lockRow } from '#db/crud.ts'
import type { Tx } from '#db/database.ts'
import { lockedUsersOf } from '#db/references.ts'
import {
  deleteTariff,
  findTariff,
  insertTariff,
  listTariffs,
  updateTariff,
} from '#db/tariffs/tariffs.ts'
import { refuseHiddenKind } from '../checks/hidden-kinds.ts'
import { refuseInUse } from '../checks/in-use.ts'
import { refuseMoreTariffs } from '../checks/reseller-limits.ts'
import { changedMeanwhile, publishChange } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found } from '../http/problem.ts'

const entity = 'tariff'
const form = contract.tariffForm

/** Who buys and who sells by it would change places. */
async function refuseNewKind(tx: Tx, id: number): Promise<void> {
  const users = await lockedUsersOf(tx, 'tariff', id)
  if (users.length > 0) throw badField('kind', `In use by ${users.slice(0, 5).join(', ')}.`)
}

/** The same numbers would be other prices, also of calls that are rated again. */
async function refuseNewCurrency(tx: Tx, id: number, rates_count: number): Promise<void> {
  const users = await lockedUsersOf(tx, 'tariff', id)
  if (rates_count > 0) throw badField('currency', 'The tariff has rates in this currency.')
  if (users.length > 0) {
    throw badField('currency', `In use by ${users.slice(0, 5).join(', ')}.`)
  }
}

export const tariffs: HandlersOf<typeof contract> = {
  listTariffs: ({ database, caller, query }) => listTariffs(database, caller.scope, query),

  async getTariff({ database, caller, params }) {
    return found(await findTariff(database, caller.scope, params.id))
  },

  createTariff: ({ database, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      refuseHiddenKind(actor.caller, body.kind)
      await refuseMoreTariffs(tx, actor.caller.scope)
      const id = await insertTariff(tx, actor.caller.scope, body)
      await publishChange(
        tx,
        actor,
        { entity, id, name: body.name, form, after: body },
        { changed: 'tariff', tariff_id: id },
      )
      return found(await findTariff(tx, actor.caller.scope, id))
    }),

  updateTariff: ({ database, params: { id }, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      found(await lockRow(tx, scope, 'tariff', id, 'update'))
      const before = found(await findTariff(tx, scope, id))
      refuseHiddenKind(actor.caller, body.kind)
      const { version, ...form_values } = body
      const values = { ...form_values, currency: body.currency ?? before.currency }
      if (values.kind !== before.kind) await refuseNewKind(tx, id)
      if (values.currency !== before.currency) await refuseNewCurrency(tx, id, before.rates_count)
      if (!(await updateTariff(tx, id, version, values))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      await publishChange(
        tx,
        actor,
        { entity, id, name: body.name, form, before, after: values },
        { changed: 'tariff', tariff_id: id },
      )
      return found(await findTariff(tx, scope, id))
    }),

  deleteTariff: ({ database, params: { id }, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      found(await lockRow(tx, actor.caller.scope, 'tariff', id, 'update'))
      const before = found(await findTariff(tx, actor.caller.scope, id))
      refuseInUse('The tariff', await lockedUsersOf(tx, 'tariff', id))
      await deleteTariff(tx, id, toInstant(clock.now_ms()))
      await publishChange(
        tx,
        actor,
        { entity, id, name: before.name, form, before },
        { changed: 'tariff', tariff_id: id },
      )
    }),
}
