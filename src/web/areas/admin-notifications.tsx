// Who gets which events, and what has left the switch; resellers have the same for themselves.
import { entityPlaces, type Place, place } from '../navigation/area.ts'
import { paths } from '../navigation/paths.ts'

const { notificationRules, notificationWebhooks, notificationDeliveries } = paths.admin
const { mailServer, bouncedAddresses } = paths.admin
const group = 'Notifications'

export const notificationPlaces: readonly Place[] = [
  ...entityPlaces(notificationRules, {
    title: 'Notification rules',
    noun: 'notification rule',
    group,
    needs: 'notification_rules',
    list: () => import('../notifications/NotificationRulesScreen.tsx'),
    form: () => import('../notifications/NotificationRuleForm.tsx'),
  }),
  ...entityPlaces(notificationWebhooks, {
    title: 'Webhooks',
    noun: 'webhook',
    group,
    needs: 'notification_webhooks',
    list: () => import('../notifications/WebhooksScreen.tsx'),
    form: () => import('../notifications/WebhookForm.tsx'),
  }),
  place(
    notificationDeliveries,
    { title: 'Delivery log', needs: 'notification_deliveries.view', menu: { group } },
    () => import('../notifications/DeliveryLogScreen.tsx'),
  ),
]

/** The operator sends the mails of all. */
export const mailPlaces: readonly Place[] = [
  place(
    mailServer,
    {
      title: 'E-mail server',
      needs: 'mail_server.view',
      edits: 'mail_server.edit',
      menu: { group },
    },
    () => import('../notifications/MailServerScreen.tsx'),
  ),
  place(
    bouncedAddresses,
    { title: 'Bounced addresses', needs: 'bounced_addresses.view', menu: { group } },
    () => import('../notifications/BouncedAddressesScreen.tsx'),
  ),
]
