// The list of webhooks for events: where they are, and how the last delivery went.
import { IconKey, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import {
  deleteNotificationWebhook,
  listNotificationWebhooks,
  type NotificationWebhook,
  renewNotificationSecret,
  testNotificationWebhook,
  updateNotificationWebhook,
} from '#contract/notifications/notification-webhooks.ts'
import { usePauseAction } from '../actions/use-pause-action.tsx'
import { useRowActions } from '../actions/use-row-actions.tsx'
import { alert } from '../alerts/alerts.ts'
import * as column from '../columns/common-columns.tsx'
import { useChange } from '../http/use-endpoint.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { useMakesSecrets, useSees } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn, RowAction } from '../ui/grid/column.ts'
import { NONE } from '../ui/values/format.ts'
import { NewSecretDialog } from '../ui/values/NewSecretDialog.tsx'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import { DELIVERY_STATE_CHOICES, SENDER_STATUSES } from './notification-labels.ts'
import { ownerColumn, statusColumn } from './owned-columns.tsx'

const COLUMNS: readonly GridColumn<NotificationWebhook>[] = [
  column.name(160, paths.admin.notificationWebhooks.edit),
  statusColumn,
  column.mono('url', 'Address', 300),
  {
    id: 'last_state',
    header: 'Last delivery',
    width: 120,
    cell: ({ last_state }) =>
      last_state === null ? (
        NONE
      ) : (
        <StatusLabel choices={DELIVERY_STATE_CHOICES} value={last_state} />
      ),
  },
  column.text('last_answer', 'Answer', 240),
  column.time('last_at', 'At', 160),
  column.time('previous_until', 'Old secret until', 160, { hidden: true }),
  column.created,
]

const ALL_COLUMNS = [...COLUMNS, ownerColumn]

export default function WebhooksScreen() {
  const list = useListScreen(listNotificationWebhooks, { every_ms: 5000 })
  const isOperator = useSees('operations')
  const actions = useWebhookActions()
  const rows = useRowActions<NotificationWebhook>({
    noun: 'webhook',
    of: 'notification_webhooks',
    pages: paths.admin.notificationWebhooks,
    more: actions.of,
    remove: {
      endpoint: deleteNotificationWebhook,
      effect: 'It gets nothing more, and is removed from the rules that use it.',
    },
  })
  return (
    <>
      <ListPage
        name="notification-webhooks"
        list={list}
        columns={isOperator ? ALL_COLUMNS : COLUMNS}
        noun={['webhook', 'webhooks']}
        {...rows}
        empty="No webhooks yet. A webhook gets events as signed JSON, by the rules that use it."
        filters={
          <>
            <TextFilter label="Search by name or address" search {...list.bind('q')} />
            <SelectFilter label="Status" choices={SENDER_STATUSES} {...list.bind('status')} />
          </>
        }
      />
      {actions.dialog}
    </>
  )
}

const TESTED = 'A test is sent. See Last delivery.'
const RENEWED =
  'The new secret signs from now on, and the old one too for a day, so that the receiver can ' +
  'change over.'

function useWebhookActions() {
  const [secret, setSecret] = useState<string>()
  const makesSecrets = useMakesSecrets()
  const also = ['notification-deliveries']
  const test = useChange(testNotificationWebhook, { also, done: TESTED })
  const renew = useChange(renewNotificationSecret, { onDone: (answer) => setSecret(answer.secret) })
  async function askToRenew({ id, name }: NotificationWebhook): Promise<void> {
    const sure = await alert.confirm(RENEWED, {
      title: `Make a new secret for ${name}?`,
      yes: 'Make a new one',
      no: 'Cancel',
    })
    if (sure) renew.mutate({ params: { id } })
  }
  const pause = usePauseAction<NotificationWebhook>(updateNotificationWebhook, {
    pause: 'It gets no events.',
    resume: 'It gets events from now on.',
  })
  const of = (row: NotificationWebhook): readonly RowAction[] => [
    pause(row),
    {
      label: 'Send a test',
      icon: <IconSend size={15} />,
      onClick: () => test.mutate({ params: { id: row.id } }),
    },
    ...(makesSecrets
      ? [
          {
            label: 'New secret…',
            icon: <IconKey size={15} />,
            onClick: () => void askToRenew(row),
          },
        ]
      : []),
  ]
  const dialog = secret && <NewSecretDialog secret={secret} onClose={() => setSecret(undefined)} />
  return { of, dialog }
}
