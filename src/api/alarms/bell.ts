import type * as contract from '#contract/alarms/bell.ts'
import { ALARM_TOPICS, type Happening, type Topic } from '#core/notification/topics.ts'
import type { Permission } from '#core/permission/permission.ts'
import { type BellReader, listBellLines, readBellLines } from '#db/alarms/bell.ts'
import type { Caller } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'

/** Their sentences have amounts and prices, which need the right to see those. */
const NEEDED: Readonly<Record<Happening, Permission>> = {
  IMPORT_APPLIED: 'tariffs.view',
  INVOICE_ISSUED: 'invoices.view',
  RATES_CHANGED: 'price_notifications.view',
  PAYMENT_RECEIVED: 'payments.view',
}

const isAllowed = ([, needed]: [string, Permission], { permissions }: Caller) =>
  permissions.includes(needed)

/** Sentences of happenings are not for staff from whom prices or costs are hidden. */
function topicsOf(caller: Caller): readonly Topic[] {
  const { hidden_tariffs = [] } = caller.scope
  if (hidden_tariffs.length > 0) return ALARM_TOPICS
  const allowed = Object.entries(NEEDED).filter((entry) => isAllowed(entry, caller))
  return [...ALARM_TOPICS, ...allowed.map(([topic]) => topic as Happening)]
}

export const bellReaderOf = (caller: Caller): BellReader => ({
  user_id: caller.user_id,
  scope: caller.scope,
  topics: topicsOf(caller),
})

export const bell: HandlersOf<typeof contract> = {
  listBellLines: ({ database, caller }) => listBellLines(database, bellReaderOf(caller)),

  readBellLines: ({ database, caller, body }) => readBellLines(database, caller.user_id, body),
}
