// Who gets the events of a rule.
import type { z } from 'zod'
import type {
  NotificationRule,
  notificationRuleForm,
} from '#contract/notifications/notification-rules.ts'
import { listNotificationWebhooks } from '#contract/notifications/notification-webhooks.ts'
import { listUsers } from '#contract/people/users.ts'
import { useList } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import type { Bind } from '../ui/form/bind.ts'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { TagsField } from '../ui/form/TagsField.tsx'
import { NamesField } from './NamesField.tsx'
import type { useOwner } from './use-owner.ts'

interface RecipientsProps {
  /** The rule as it was read. */
  readonly known: NotificationRule | undefined
  readonly owner: ReturnType<typeof useOwner>
  readonly bind: Bind<z.input<typeof notificationRuleForm>>
}

/** All of them, as far as a list can answer. */
const ALL = { query: { limit: 1000 } } as const

export function RecipientsSection({ known, owner, bind }: RecipientsProps) {
  const { owner_id, is_own, is_operators } = owner
  // The users of a reseller are its own business: the operator keeps those that are chosen.
  const users = useList(listUsers, ALL, { enabled: useMay('users.view') && is_own })
  const hooks = useList(listNotificationWebhooks, ALL, {
    enabled: useMay('notification_webhooks.view'),
  })
  return (
    <Section
      title="Recipients"
      help="Mails are in the time zone of their reader. Each has a link to unsubscribe."
    >
      <Wide>
        <TagsField
          label="E-mail addresses (optional)"
          placeholder="noc@example.com"
          {...bind('addresses')}
        />
      </Wide>
      <NamesField
        label="Users (optional)"
        description="At the e-mail address of their profile"
        offered={(users.data?.rows ?? []).map(({ id, username }) => ({ id, name: username }))}
        known={known?.users ?? []}
        {...bind('user_ids')}
      />
      <NamesField
        label="Webhooks (optional)"
        offered={(hooks.data?.rows ?? []).filter((one) => one.owner_id === owner_id)}
        known={known?.webhooks ?? []}
        {...bind('webhook_ids')}
      />
      <SwitchField
        label="Contacts of the account"
        description="Its money, prices and refusals, at the addresses of its profile"
        {...bind('to_account_contacts', 'checkbox')}
      />
      {is_operators && (
        <SwitchField
          label="Contacts of the carrier"
          description="Its gateways, quality, money and prices, at the addresses of its profile"
          {...bind('to_settlement_contacts', 'checkbox')}
        />
      )}
    </Section>
  )
}
