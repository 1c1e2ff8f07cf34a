import { ENDPOINTS } from '#contract/all.ts'
import { fieldsWithRight } from '#contract/field-rights.ts'
import type * as contract from '#contract/people/activities.ts'
import { termsOfKinds } from '#core/tariff/rate-terms.ts'
import { type Changes, listActivities, listActivityEntities } from '#db/people/activity-log.ts'
import { withNamesOfIds } from '#db/people/named-ids.ts'
import { searchedPeriod } from '#db/periods.ts'
import { isOfAdmin } from '#db/scope.ts'
import { SECRET_CHANGED } from '../http/activity.ts'
import { type Caller, inZoneOf } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { OWN_KINDS, seenFieldsOf } from './activity-fields.ts'

/** Fields of tariffs and rates: a log does not say of which kind a tariff is. */
const OF_TARIFFS = ['rate', ...termsOfKinds('rate', 'money', 'percent', 'steps')]

/** Those, and the fields of all forms that need a right. */
const MONEY: ReadonlySet<string> = new Set([
  ...OF_TARIFFS,
  ...[...ENDPOINTS.values()].flatMap(({ body }) => fieldsWithRight(body)),
])

/** Staff of an account has no field that needs a right; its tariffs may be hidden. */
const seesMoney = ({ scope, field_rights }: Caller): boolean =>
  isOfAdmin(scope) ? field_rights.includes('earnings') : scope.hidden_tariffs === undefined

const withoutMoney = <A extends { readonly changes: Changes }>(activity: A): A => ({
  ...activity,
  changes: Object.fromEntries(
    Object.entries(activity.changes).map(([field, change]) => [
      field,
      MONEY.has(field) ? SECRET_CHANGED : change,
    ]),
  ),
})

export const activities: HandlersOf<typeof contract> = {
  async listActivities({ database, caller, query }) {
    const { entity_id, range, from, to } = query
    const isOfAllTimes = entity_id !== undefined && !range && !from && !to
    const period = isOfAllTimes
      ? undefined
      : await searchedPeriod(database, inZoneOf(caller, query))
    const sees = seesMoney(caller)
    // A search in values would say what a hidden one is.
    const seen_fields = seenFieldsOf(caller.field_rights)
    const asked = { ...query, searches_values: sees, seen_fields }
    const { rows, page } = await listActivities(database, caller.scope, asked, period)
    const seen = sees ? rows : rows.map(withoutMoney)
    return { rows: await withNamesOfIds(database, caller.scope, seen), page }
  },

  async listActivityEntities({ database, caller: { scope } }) {
    return isOfAdmin(scope) ? listActivityEntities(database, scope) : OWN_KINDS
  },
}
