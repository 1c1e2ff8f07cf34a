// The list of notification rules: which events, to whom, and when.
import {
  deleteNotificationRule,
  listNotificationRules,
  type NotificationRule,
  updateNotificationRule,
} from '#contract/notifications/notification-rules.ts'
import { useCopyAction } from '../actions/use-copy-action.tsx'
import { usePauseAction } from '../actions/use-pause-action.tsx'
import { useRowActions } from '../actions/use-row-actions.tsx'
import * as column from '../columns/common-columns.tsx'
import { SEVERITY_CHOICES } from '../fields/alarm-labels.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { useMay, useSees } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn, RowAction } from '../ui/grid/column.ts'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import { SENDER_STATUSES } from './notification-labels.ts'
import { ownerColumn, statusColumn } from './owned-columns.tsx'
import { hoursInWords, recipientsInWords, topicsInWords } from './rule-words.ts'
import { useOwnId } from './use-owner.ts'

const { notificationRules } = paths.admin

const COLUMNS: readonly GridColumn<NotificationRule>[] = [
  column.name(160, notificationRules.edit),
  statusColumn,
  { id: 'topics', header: 'Topics', width: 240, cell: topicsInWords },
  {
    id: 'min_severity',
    header: 'Severity',
    help: 'And worse',
    width: 110,
    sort: 'min_severity',
    cell: ({ min_severity }) => <StatusLabel choices={SEVERITY_CHOICES} value={min_severity} />,
  },
  {
    id: 'accounts',
    header: 'Accounts',
    width: 150,
    cell: ({ accounts }) =>
      accounts.map(({ name }) => name).join(', ') || <span className="muted">all</span>,
  },
  {
    id: 'recipients',
    header: 'Recipients',
    width: 280,
    fields: ['addresses', 'users', 'webhooks', 'to_account_contacts', 'to_settlement_contacts'],
    cell: (rule) => recipientsInWords(rule) || <span className="danger">none</span>,
  },
  {
    id: 'hours',
    header: 'Hours',
    width: 170,
    fields: ['weekdays', 'from_time', 'till_time', 'timezone'],
    cell: hoursInWords,
  },
  column.integer('max_per_hour', 'Per hour', 90, { hidden: true }),
  column.created,
]

const ALL_COLUMNS = [...COLUMNS, ownerColumn]

export default function NotificationRulesScreen() {
  const list = useListScreen(listNotificationRules)
  const isOperator = useSees('operations')
  const rows = useRowActions<NotificationRule>({
    noun: 'notification rule',
    of: 'notification_rules',
    pages: notificationRules,
    more: useRuleActions(),
    remove: {
      endpoint: deleteNotificationRule,
      effect: 'No events are sent by it any more, and no digest of it.',
    },
  })
  return (
    <ListPage
      name="notification-rules"
      list={list}
      columns={isOperator ? ALL_COLUMNS : COLUMNS}
      noun={['notification rule', 'notification rules']}
      {...rows}
      empty="No notification rules yet. A rule sends events, such as alarms, by e-mail or webhook."
      filters={
        <>
          <TextFilter label="Search by name or address" search {...list.bind('q')} />
          <SelectFilter label="Status" choices={SENDER_STATUSES} {...list.bind('status')} />
        </>
      }
    />
  )
}

function useRuleActions() {
  const mayAdd = useMay('notification_rules.create')
  const own_id = useOwnId()
  const pause = usePauseAction<NotificationRule>(updateNotificationRule, {
    pause: 'No events are sent by it.',
    resume: 'Events from now on are sent.',
  })
  const copy = useCopyAction(notificationRules.add)
  return (row: NotificationRule): readonly RowAction[] => [
    pause(row),
    ...(mayAdd && row.owner_id === own_id ? [copy(row)] : []),
  ]
}
