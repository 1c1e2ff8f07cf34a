import type * as contract from '#contract/activities.ts'
import { type Changes, listActivities, listActivityEntities } from '#db/people/activity-log.ts'
import { resolvePeriod } from '#db/periods.ts'
import { SECRET_CHANGED } from './http/activity.ts'
import type { HandlersOf } from './http/handle.ts'

/** Fields of tariffs, rates, packages and clients; a log does not say of which kind a tariff is. */
const PRICES: ReadonlySet<string> = new Set([
  'rate',
  'first_rate',
  'steps',
  'connect_fee',
  'attempt_fee',
  'min_charge',
  'max_charge',
  'surcharge_percent',
  'price',
  'on_net_rate',
])

const withoutPrices = <A extends { readonly changes: Changes }>(activity: A): A => ({
  ...activity,
  changes: Object.fromEntries(
    Object.entries(activity.changes).map(([field, change]) => [
      field,
      PRICES.has(field) ? SECRET_CHANGED : change,
    ]),
  ),
})

export const activities: HandlersOf<typeof contract> = {
  async listActivities({ database, caller, query }) {
    const { entity_id, range, from, to } = query
    const isOfAllTimes = entity_id !== undefined && !range && !from && !to
    const period = isOfAllTimes ? undefined : await resolvePeriod(database, query)
    const { rows, page } = await listActivities(database, caller.scope, query, period)
    const seesMoney = caller.field_rights.includes('earnings')
    return { rows: seesMoney ? rows : rows.map(withoutPrices), page }
  },

  listActivityEntities: ({ database, caller }) => listActivityEntities(database, caller.scope),
}
