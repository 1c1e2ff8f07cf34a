import * as contract from '#contract/tariffs/currencies.ts'
import {
  deleteCurrency,
  findCurrency,
  insertCurrency,
  listCurrencies,
  updateCurrency,
} from '#db/tariffs/currencies.ts'
import { confirmRate } from '../checks/large-money.ts'
import { changedMeanwhile, publishChange } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'

const entity = 'currency'
const form = contract.currencyForm

/** Amounts of an account stay amounts of its currency, also when the account is deleted. */
function refuseWhileUsed(currency: {
  readonly accounts_count: number
  readonly tariffs_count: number
  readonly packages_count: number
}): void {
  const { accounts_count, tariffs_count, packages_count } = currency
  if (accounts_count + tariffs_count + packages_count === 0) return
  const users = `${accounts_count} accounts, ${tariffs_count} tariffs`
  throw new Problem('in-use', {
    message: `In use by ${users} and ${packages_count} packages, including deleted ones.`,
  })
}

export const currencies: HandlersOf<typeof contract> = {
  listCurrencies: ({ database, query }) => listCurrencies(database, query),

  async getCurrency({ database, params }) {
    return found(await findCurrency(database, params.code))
  },

  createCurrency: ({ database, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { code, name } = body
      await insertCurrency(tx, body)
      await publishChange(tx, actor, { entity, id: code, name, form, after: body })
      return found(await findCurrency(tx, code))
    }),

  updateCurrency: ({ database, params: { code }, body, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { version, ...values } = body
      const before = found(await findCurrency(tx, code))
      if (before.is_system && body.rate !== before.rate) {
        throw badField('rate', 'The rate of the system currency is always 1.')
      }
      const rates = { before: before.rate, after: body.rate }
      await confirmRate(tx, { caller: actor.caller, clock }, rates)
      if (!(await updateCurrency(tx, code, version, values))) {
        throw await changedMeanwhile(tx, actor, entity, code)
      }
      const after = { code, ...values }
      await publishChange(tx, actor, { entity, id: code, name: body.name, form, before, after })
      return found(await findCurrency(tx, code))
    }),

  deleteCurrency: ({ database, params: { code }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = found(await findCurrency(tx, code))
      if (before.is_system) {
        throw new Problem('in-use', { message: 'This is the system currency.' })
      }
      refuseWhileUsed(before)
      await deleteCurrency(tx, code)
      await publishChange(tx, actor, { entity, id: code, name: before.name, form, before })
    }),
}
