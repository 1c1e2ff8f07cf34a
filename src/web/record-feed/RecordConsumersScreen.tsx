// The list of consumers of the record feed: how far each is, and why it fails.
import { IconKey, IconRotate, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import {
  deleteRecordConsumer,
  listRecordConsumers,
  type RecordConsumer,
  renewConsumerSecret,
  testRecordConsumer,
  updateRecordConsumer,
} from '#contract/record-feed/record-consumers.ts'
import { WAITING_RECORDS_MAX } from '#core/call/fed-record.ts'
import { usePauseAction } from '../actions/use-pause-action.tsx'
import { useRowActions } from '../actions/use-row-actions.tsx'
import { alert } from '../alerts/alerts.ts'
import * as column from '../columns/common-columns.tsx'
import { useChange } from '../http/use-endpoint.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn, RowAction } from '../ui/grid/column.ts'
import { StatusDot } from '../ui/values/Badge.tsx'
import { formatDecimal, NONE } from '../ui/values/format.ts'
import { NewSecretDialog } from '../ui/values/NewSecretDialog.tsx'
import {
  CONSUMER_KINDS,
  CONSUMER_STATUSES,
  consumerFormatOf,
  consumerStateOf,
  consumerTargetOf,
} from './consumer-labels.ts'
import { RestartDialog } from './RestartDialog.tsx'

const COLUMNS: readonly GridColumn<RecordConsumer>[] = [
  column.name(150, paths.admin.recordConsumers.edit),
  column.choice('kind', 'Kind', 140, CONSUMER_KINDS, { sort: true }),
  {
    id: 'state',
    header: 'State',
    width: 110,
    cell: (row) => (
      <StatusDot tone={consumerStateOf(row).tone}>{consumerStateOf(row).word}</StatusDot>
    ),
  },
  column.duration('lag_seconds', 'Lag', 90),
  {
    id: 'waiting_count',
    header: 'Waiting',
    width: 90,
    align: 'end',
    cell: ({ waiting_count: waiting }) =>
      `${formatDecimal(waiting)}${waiting === WAITING_RECORDS_MAX ? '+' : ''}`,
  },
  column.integer('delivered_count', 'Delivered', 100),
  column.time('last_delivered_at', 'Last delivered', 160, { sort: true }),
  column.text('error', 'Failure', 240),
  column.time('next_try_at', 'Next try', 160, { hidden: true }),
  {
    id: 'test',
    header: 'Last test',
    width: 200,
    cell: ({ is_test_asked, tested_at, test_error }) =>
      is_test_asked ? 'under way' : test_error || (tested_at ? 'accepted' : NONE),
  },
  {
    id: 'format',
    header: 'Format',
    width: 110,
    cell: (row) => consumerFormatOf(row) ?? NONE,
  },
  {
    id: 'target',
    header: 'Target',
    width: 220,
    cell: (row) => <span className="mono">{consumerTargetOf(row)}</span>,
  },
  column.created,
]

export default function RecordConsumersScreen() {
  const list = useListScreen(listRecordConsumers, { every_ms: 5000 })
  const actions = useConsumerActions()
  const rows = useRowActions<RecordConsumer>({
    noun: 'consumer',
    of: 'record_feed',
    pages: paths.admin.recordConsumers,
    more: actions.of,
    remove: {
      endpoint: deleteRecordConsumer,
      effect: 'It gets nothing more. Files that were written stay.',
    },
  })
  return (
    <>
      <ListPage
        name="record-consumers"
        list={list}
        columns={COLUMNS}
        noun={['consumer', 'consumers']}
        {...rows}
        empty="No consumers yet. A consumer gets every closed record, as messages, rows or files."
        filters={
          <>
            <TextFilter label="Search by name or target" search {...list.bind('q')} />
            <SelectFilter label="Kind" choices={CONSUMER_KINDS} {...list.bind('kind')} />
            <SelectFilter label="Status" choices={CONSUMER_STATUSES} {...list.bind('status')} />
          </>
        }
      />
      {actions.dialogs}
    </>
  )
}

function useConsumerActions() {
  const [restarted, setRestarted] = useState<RecordConsumer>()
  const [secret, setSecret] = useState<string>()
  const test = useChange(testRecordConsumer, { done: 'A test is sent. See Last test.' })
  const renew = useChange(renewConsumerSecret, { onDone: (answer) => setSecret(answer.secret) })
  async function askToRenew({ id, name }: RecordConsumer): Promise<void> {
    const sure = await alert.confirm('The old secret signs nothing from now on.', {
      title: `Make a new secret for ${name}?`,
      yes: 'Make a new one',
      no: 'Cancel',
      dangerous: true,
    })
    if (sure) renew.mutate({ params: { id } })
  }
  const pause = usePauseAction<RecordConsumer>(updateRecordConsumer, {
    pause: 'It gets nothing until it is resumed, and then all that it has missed.',
    resume: 'It gets all that it has missed, in order.',
  })
  const of = (row: RecordConsumer): readonly RowAction[] => [
    pause(row),
    {
      label: 'Send a test',
      icon: <IconSend size={15} />,
      onClick: () => test.mutate({ params: { id: row.id } }),
    },
    ...(row.kind === 'WEBHOOK'
      ? [
          {
            label: 'New secret…',
            icon: <IconKey size={15} />,
            onClick: () => void askToRenew(row),
          },
        ]
      : []),
    {
      label: 'Begin again…',
      icon: <IconRotate size={15} />,
      onClick: () => setRestarted(row),
    },
  ]
  const dialogs = (
    <>
      {restarted && <RestartDialog consumer={restarted} onClose={() => setRestarted(undefined)} />}
      {secret && <NewSecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  )
  return { of, dialogs }
}
