import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/notifications/notification-webhooks.ts'
import { OPERATOR_ID } from '#core/account/operator.ts'
import { exampleEvent, webhookPayload } from '#core/notification/webhook-payload.ts'
import type { Database, Tx } from '#db/database.ts'
import { queueTest } from '#db/notifications/delivery-log.ts'
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  renewWebhookSecret,
  updateWebhook,
} from '#db/notifications/webhooks.ts'
import { ownerOf } from '#db/scope.ts'
import { sendSignal } from '#db/signals.ts'
import { type Actor, changedMeanwhile, noteActivity, publishChange } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found } from '../http/problem.ts'
import { randomBase64 } from '../http/random.ts'
import { checkSeesMessages } from './notification-checks.ts'

const entity = 'notification_webhook'
const form = contract.notificationWebhookForm
const signal = { changed: 'notifications' } as const

const SECRET_BYTES = 32
/** As Standard Webhooks write a secret. */
const makeSecret = (): string => `whsec_${randomBase64(SECRET_BYTES)}`
/** The time in which the secret before signs too. */
const BOTH_MS = 86_400_000

type Webhook = NonNullable<Awaited<ReturnType<typeof findWebhook>>>

function checkAddress(
  { url, allows_private }: BodyOf<typeof contract.createNotificationWebhook>,
  owner_id: number,
): void {
  if (!URL.canParse(url)) throw badField('url', 'This is no address.')
  // The network of the machine is the operator's.
  if (allows_private && owner_id !== OPERATOR_ID) {
    throw badField('allows_private', 'Only the operator may allow it.')
  }
  if (url.startsWith('http:') && !allows_private) {
    throw badField('url', 'Use https: without it anyone on the way can read the events.')
  }
}

export const notificationWebhooks: HandlersOf<typeof contract> = {
  listNotificationWebhooks: ({ database, caller, query }) =>
    listWebhooks(database, caller.scope, query),

  async getNotificationWebhook({ database, caller, params }) {
    return found(await findWebhook(database, caller.scope, params.id))
  },

  createNotificationWebhook: ({ database, secretKeys, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      checkSeesMessages(actor.caller)
      const owner_id = ownerOf(scope)
      checkAddress(body, owner_id)
      const secret = secretKeys.encrypt('notification_webhook.secret', makeSecret())
      const id = await insertWebhook(tx, { ...body, owner_id, secret })
      await publishChange(tx, actor, { entity, id, name: body.name, form, after: body }, signal)
      return found(await findWebhook(tx, scope, id))
    }),

  updateNotificationWebhook: ({ database, params: { id }, body, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const { version, ...values } = body
      const before = found(await findWebhook(tx, scope, id))
      checkSeesMessages(actor.caller)
      checkAddress(values, before.owner_id)
      if (!(await updateWebhook(tx, id, version, values))) {
        throw await changedMeanwhile(tx, actor, entity, id)
      }
      const change = { entity, id, name: body.name, form, before, after: values }
      await publishChange(tx, actor, change, signal)
      return found(await findWebhook(tx, scope, id))
    }),

  deleteNotificationWebhook: ({ database, params: { id }, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const before = found(await findWebhook(tx, actor.caller.scope, id))
      await deleteWebhook(tx, id)
      await publishChange(tx, actor, { entity, id, name: before.name, form, before }, signal)
    }),

  async renewNotificationSecret(request) {
    const secret = makeSecret()
    const sealed = request.secretKeys.encrypt('notification_webhook.secret', secret)
    const previous_until = toInstant(request.clock.now_ms() + BOTH_MS)
    const renew = (tx: Tx, { id }: Webhook) =>
      renewWebhookSecret(tx, id, { secret: sealed, previous_until })
    await act(request, renew, { secret: [null, null] })
    return { secret }
  },

  testNotificationWebhook: (request) => {
    const now = toInstant(request.clock.now_ms())
    const queue = async (tx: Tx, { id, name, owner_id }: Webhook) => {
      const of = { kind: 'TEST', rule_name: 'Test', timestamp: now } as const
      await queueTest(tx, {
        ...{ owner_id, sender_id: owner_id, rule_id: null, webhook_id: id, channel: 'WEBHOOK' },
        ...{ recipient: name, severity: 'INFO', subject: 'Test' },
        payload: webhookPayload([exampleEvent(now)], of),
        ...{ created_at: now, queued_at: now, next_try_at: now },
      })
    }
    return act(request, queue, { test: [false, true] })
  },
}

/** Does something to a webhook that is no change of its configuration. */
function act(
  { database, params: { id }, ...actor }: Actor & { database: Database; params: { id: number } },
  work: (tx: Tx, webhook: Webhook) => Promise<void>,
  changes: Readonly<Record<string, readonly [unknown, unknown]>>,
) {
  return database.transaction().execute(async (tx) => {
    const { scope } = actor.caller
    const before = found(await findWebhook(tx, scope, id))
    checkSeesMessages(actor.caller)
    await work(tx, before)
    const what = { entity, entity_id: String(id), entity_name: before.name }
    await noteActivity(tx, actor, { action: 'EXECUTE', ...what, changes })
    await sendSignal(tx, signal)
    return found(await findWebhook(tx, scope, id))
  })
}
