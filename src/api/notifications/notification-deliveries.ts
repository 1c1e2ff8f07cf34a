import type * as contract from '#contract/notifications/notification-deliveries.ts'
import { findDelivery, listDeliveries, queueDeliveryAgain } from '#db/notifications/delivery-log.ts'
import { sendSignal } from '#db/signals.ts'
import { noteActivity } from '../http/activity.ts'
import { toInstant } from '../http/app-context.ts'
import { inZoneOf } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { found, Problem } from '../http/problem.ts'
import { deliveryPageUrl } from './delivery-page.ts'

export const notificationDeliveries: HandlersOf<typeof contract> = {
  listNotificationDeliveries: ({ database, caller, query }) =>
    listDeliveries(database, caller.scope, inZoneOf(caller, query)),

  async getNotificationDelivery({ database, caller, params }) {
    return found(await findDelivery(database, caller.scope, params.id))
  },

  async getNotificationDeliveryPage({ database, sessionKey, clock, caller, params: { id } }) {
    const { scope, user_id } = caller
    // A webhook got JSON, and a mail that was held back may have no text yet.
    const delivery = found(await findDelivery(database, scope, id))
    if (delivery.channel !== 'EMAIL' || delivery.body_html === '') throw new Problem('not-found')
    return { url: deliveryPageUrl(sessionKey, { id, user_id }, clock.now_ms()) }
  },

  resendNotification: ({ database, params: { id }, clock, ...actor }) =>
    database.transaction().execute(async (tx) => {
      const { scope } = actor.caller
      const { state, subject } = found(await findDelivery(tx, scope, id))
      if (state === 'WAITING') {
        throw new Problem('not-allowed', { message: 'It is being sent already.' })
      }
      await queueDeliveryAgain(tx, id, toInstant(clock.now_ms()))
      await noteActivity(tx, actor, {
        action: 'EXECUTE',
        entity: 'notification_delivery',
        entity_id: String(id),
        entity_name: subject,
        changes: { resend: [null, true] },
      })
      await sendSignal(tx, { changed: 'notifications' })
      return found(await findDelivery(tx, scope, id))
    }),
}
