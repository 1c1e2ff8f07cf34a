// The log of messages that have left the switch, or should have: each to one recipient.
import { IconRefresh } from '@tabler/icons-react'
import {
  listNotificationDeliveries,
  type NotificationDelivery,
} from '#contract/notifications/notification-deliveries.ts'
import * as column from '../columns/common-columns.tsx'
import { SEVERITY_CHOICES } from '../fields/alarm-labels.ts'
import { RANGES } from '../lists/filters/ranges.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useAddress } from '../lists/use-address.ts'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { useMay, useSees } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { RangeFilter } from '../ui/RangeFilter.tsx'
import { NONE } from '../ui/values/format.ts'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import { DeliveryDrawer } from './DeliveryDrawer.tsx'
import {
  CHANNEL_CHOICES,
  DELIVERY_STATE_CHOICES,
  REASON_CHOICES,
  reasonOf,
  TOPIC_CHOICES,
  topicOf,
} from './notification-labels.ts'
import { useResend } from './use-resend.ts'

const COLUMNS: readonly GridColumn<NotificationDelivery>[] = [
  column.time('created_at', 'Time', 168, { sort: true }),
  column.choice('channel', 'Channel', 95, CHANNEL_CHOICES),
  column.text('recipient', 'Recipient', 210, { sort: true }),
  {
    id: 'topic',
    header: 'Topic',
    width: 150,
    fields: ['topic', 'kind'],
    cell: topicOf,
    filter: ({ topic }) => (topic === null ? undefined : ['topic', topic]),
  },
  column.text('subject', 'Subject', 320),
  {
    id: 'state',
    header: 'State',
    width: 110,
    cell: ({ state }) => <StatusLabel choices={DELIVERY_STATE_CHOICES} value={state} />,
    filter: ({ state }) => ['state', state],
  },
  {
    id: 'reason',
    header: 'Reason or answer',
    width: 240,
    fields: ['reason', 'last_answer'],
    cell: (row) => reasonOf(row) || row.last_answer || NONE,
  },
  column.integer('attempts', 'Attempts', 90),
  {
    id: 'rule_name',
    header: 'Rule',
    width: 140,
    cell: ({ rule_id, rule_name }) =>
      rule_id === null ? (
        NONE
      ) : (
        <Link to={paths.admin.notificationRules.edit(rule_id)}>{rule_name}</Link>
      ),
  },
  column.choice('severity', 'Severity', 100, SEVERITY_CHOICES, { hidden: true }),
  column.integer('event_count', 'Events', 80, { hidden: true }),
  column.time('next_try_at', 'Next try', 160, { hidden: true }),
  column.time('sent_at', 'Sent', 160, { hidden: true }),
  column.mono('message_id', 'Message ID', 280, { hidden: true }),
]

const ALL_COLUMNS: readonly GridColumn<NotificationDelivery>[] = [
  ...COLUMNS,
  column.text('owner_name', 'Owner', 140, { hidden: true }),
]

const EVER = 'ever'
const TIMES = [{ value: EVER, label: 'All times' }, ...RANGES]

export default function DeliveryLogScreen() {
  const list = useListScreen(listNotificationDeliveries)
  const { range, from, to } = list.search
  const isOperator = useSees('operations')
  const mayResend = useMay('notification_deliveries.execute')
  const { address, write } = useAddress()
  const opened = Number(address.delivery)
  const resend = useResend()
  return (
    <>
      <ListPage
        title="Delivery log"
        name="notification-deliveries"
        list={list}
        columns={isOperator ? ALL_COLUMNS : COLUMNS}
        noun={['delivery', 'deliveries']}
        onOpen={({ id }) => write({ delivery: String(id) })}
        {...(mayResend && {
          actions: (row: NotificationDelivery) =>
            row.state === 'WAITING'
              ? []
              : [
                  {
                    label: 'Resend…',
                    icon: <IconRefresh size={15} />,
                    onClick: () => void resend(row),
                  },
                ],
        })}
        empty="No deliveries yet. A notification rule sends events by e-mail or webhook."
        filters={
          <>
            <TextFilter label="Search by subject" search {...list.bind('q')} />
            <TextFilter label="Recipient" width={180} {...list.bind('recipient')} />
            <SelectFilter
              label="State"
              width={125}
              choices={DELIVERY_STATE_CHOICES}
              {...list.bind('state')}
            />
            <SelectFilter
              label="Channel"
              width={120}
              choices={CHANNEL_CHOICES}
              {...list.bind('channel')}
            />
            <SelectFilter
              label="Topic"
              width={170}
              choices={TOPIC_CHOICES}
              {...list.bind('topic')}
            />
            <SelectFilter
              label="Reason"
              width={170}
              choices={REASON_CHOICES}
              {...list.bind('reason')}
            />
            <RangeFilter
              range={range}
              from={from}
              to={to}
              choices={TIMES}
              fallback={EVER}
              onChange={(next) => list.set({ ...next })}
            />
          </>
        }
      />
      {opened > 0 && (
        <DeliveryDrawer
          id={opened}
          onClose={() => write({ delivery: undefined })}
          onResend={resend}
        />
      )}
    </>
  )
}
