import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/notifications/notification-rules.ts'
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { Tx } from '#db/database.ts'
import {
  countAccountsOfOwner,
  countUsersOfOwner,
  countWebhooksOfOwner,
  deleteNotificationRule,
  findNotificationRule,
  insertNotificationRule,
  listNotificationRules,
  updateNotificationRule,
} from '#db/notifications/notification-rules.ts'
import { ownerOf } from '#db/scope.ts'
import { isTimeZone } from '#db/settings.ts'
import { changedMeanwhile, publishChange } from '../http/activity.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found } from '../http/problem.ts'
import { checkIds, checkSeesMessages } from './notification-checks.ts'

const entity = 'notification_rule'
const form = contract.notificationRuleForm
const signal = { changed: 'notifications' } as const

type Form = BodyOf<typeof contract.createNotificationRule>

async function checkRule(tx: Tx, owner_id: number, rule: Form): Promise<void> {
  const { account_ids, user_ids, webhook_ids, timezone } = rule
  await checkIds('account_ids', account_ids, (ids) => countAccountsOfOwner(tx, owner_id, ids))
  await checkIds('user_ids', user_ids, (ids) => countUsersOfOwner(tx, owner_id, ids))
  await checkIds('webhook_ids', webhook_ids, (ids) => countWebhooksOfOwner(tx, owner_id, ids))
  if (timezone !== null && !(await isTimeZone(tx, timezone))) {
    throw badField('timezone', 'This is no time zone.')
  }
  // Carriers are the operator's.
  if (rule.to_settlement_contacts && owner_id !== OPERATOR_ID) {
    throw badField('to_settlement_contacts', 'Only the operator has carriers.')
  }
}

/** In one order and once each, as they are compared and stored. */
const tidied = <T extends Form>(rule: T): T => ({
  ...rule,
  topics: [...new Set(rule.topics)],
  weekdays: [...new Set(rule.weekdays)].sort(),
  addresses: [...new Set(rule.addresses)],
})

export const notificationRules: HandlersOf<typeof contract> = {
  listNotificationRules: ({ database, caller, query }) =>
    listNotificationRules(database, caller.scope, query),

  async getNotificationRule({ database, caller, params }) {
    return found(await findNotificationRule(database, caller.scope, params.id))
  },

  createNotificationRule: ({ database, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      checkSeesMessages(actor.caller)
      const owner_id = ownerOf(scope)
      const rule = tidied(body)
      await checkRule(tx, owner_id, rule)
      const id = await insertNotificationRule(tx, { ...rule, owner_id })
      await publishChange(tx, actor, { entity, id, name: rule.name, form, after: rule }, signal)
      return found(await findNotificationRule(tx, scope, id))
    }),

  updateNotificationRule: ({ database, params: { id }, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const { version, ...values } = tidied(body)
      const before = found(await findNotificationRule(tx, scope, id))
      checkSeesMessages(actor.caller)
      await checkRule(tx, before.owner_id, values)
      if (!(await updateNotificationRule(tx, id, version, values))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      const change = { entity, id, name: values.name, form, before, after: values }
      await publishChange(tx, actor, change, signal)
      return found(await findNotificationRule(tx, scope, id))
    }),

  deleteNotificationRule: ({ database, params: { id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = found(await findNotificationRule(tx, actor.caller.scope, id))
      await deleteNotificationRule(tx, id)
      await publishChange(tx, actor, { entity, id, name: before.name, form, before }, signal)
    }),
}
