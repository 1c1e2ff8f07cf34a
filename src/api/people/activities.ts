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
import { maskedText } from '../http/mask-numbers.ts'
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

interface Named {
  readonly entity: string
  readonly entity_name: string
}

/** A message has the name of its subject, which says what its event says. */
const NAMED_BY_AMOUNTS = ['notification_delivery']
/** Things that have telephone numbers in their names. */
const NAMED_BY_NUMBERS = ['active_call', 'number_list_item', 'registration', 'sip_user']

const withoutMoney = <A extends Named & { readonly changes: Changes }>(activity: A): A => ({
  ...activity,
  ...(NAMED_BY_AMOUNTS.includes(activity.entity) && { entity_name: 'Message' }),
  changes: Object.fromEntries(
    Object.entries(activity.changes).map(([field, change]) => [
      field,
      MONEY.has(field) ? SECRET_CHANGED : change,
    ]),
  ),
})

const withMaskedName =
  (digits: number) =>
  <A extends Named>(activity: A): A =>
    NAMED_BY_NUMBERS.includes(activity.entity)
      ? { ...activity, entity_name: maskedText(activity.entity_name, digits) }
      : activity

export const activities: HandlersOf<typeof contract> = {
  async listActivities({ database, caller, query }) {
    const { entity_id, range, from, to } = query
    const isOfAllTimes = entity_id !== undefined && !range && !from && !to
    const period = isOfAllTimes
      ? undefined
      : await searchedPeriod(database, inZoneOf(caller, query))
    const sees = seesMoney(caller)
    const { masked_digits } = caller.rights
    // A search in values, or in such names, would say what a hidden one is.
    const asked = {
      ...query,
      searches_values: sees && masked_digits === 0,
      unsearched_names: [
        ...(sees ? [] : NAMED_BY_AMOUNTS),
        ...(masked_digits === 0 ? [] : NAMED_BY_NUMBERS),
      ],
      seen_fields: seenFieldsOf(caller.field_rights),
    }
    const { rows, page } = await listActivities(database, caller.scope, asked, period)
    const seen = (sees ? rows : rows.map(withoutMoney)).map(withMaskedName(masked_digits))
    return { rows: await withNamesOfIds(database, caller.scope, seen), page }
  },

  async listActivityEntities({ database, caller: { scope } }) {
    return isOfAdmin(scope) ? listActivityEntities(database, scope) : OWN_KINDS
  },
}
