// The list of time windows, with whether each is open now.
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  deleteTimeWindow,
  getTimeWindow,
  listTimeWindows,
  type TimeWindow,
  timeWindowForm,
  updateTimeWindow,
} from '#contract/time-windows.ts'
import { getTimeWindowUses } from '#contract/uses.ts'
import { formValues } from '../forms/form-values.ts'
import { useDelete } from '../forms/use-delete.tsx'
import { blocking, useSetStatus } from '../forms/use-set-status.ts'
import { send } from '../http/client.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { useMay } from '../session/session.ts'
import { StatusDot } from '../ui/Badge.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { labelFor } from '../ui/form/labels.ts'
import { formatDecimal, NONE } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { StateNow } from './StateNow.tsx'
import { STATUSES } from './time-window-labels.ts'

const COLUMNS: readonly GridColumn<TimeWindow>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 180,
    sort: 'name',
    name: (row) => row.name,
    cell: (row, name) => <Link to={paths.admin.timeWindows.edit(row.id)}>{name}</Link>,
  },
  {
    id: 'current_state',
    header: 'Now',
    width: 250,
    cell: (row) => <StateNow window={row} />,
  },
  { id: 'hours', header: 'Hours', width: 280, cell: (row) => row.hours },
  {
    id: 'timezone',
    header: 'Time zone',
    width: 150,
    sort: 'timezone',
    cell: (row) => row.timezone,
  },
  {
    id: 'status',
    header: 'Status',
    width: 100,
    sort: 'status',
    cell: (row) => (
      <StatusDot tone={row.status === 'active' ? 'success' : 'danger'}>
        {labelFor(STATUSES, row.status)}
      </StatusDot>
    ),
  },
  {
    id: 'used_by_count',
    header: 'Used by',
    width: 90,
    align: 'end',
    sort: 'used_by_count',
    cell: (row) => formatDecimal(row.used_by_count),
  },
  {
    id: 'description',
    header: 'Description',
    width: 200,
    hidden: true,
    cell: (row) => row.description || NONE,
  },
  {
    id: 'created_at',
    header: 'Created',
    width: 160,
    sort: 'created_at',
    hidden: true,
    cell: (row) => <DateTime at={row.created_at} />,
  },
]

const BLOCK_EFFECT = 'It is always closed: its rules, rates and gateways are not used.'

export default function TimeWindowsScreen() {
  const list = useListScreen(listTimeWindows, { every_ms: 30_000 })
  const navigate = useNavigate()
  const mayEdit = useMay('time_windows.edit')
  const remove = useDelete(deleteTimeWindow, 'time window', { uses: getTimeWindowUses })
  const setStatus = useSetStatus(updateTimeWindow, timeWindowForm, async ({ id }) => {
    const window = await send(getTimeWindow, { params: { id } })
    return { version: window.version, values: formValues(timeWindowForm, window) }
  })
  const { timeWindows } = paths.admin
  const edit = (row: TimeWindow) => void navigate({ to: timeWindows.edit(row.id) })

  const actionsOf = (row: TimeWindow) => [
    { label: 'Edit', icon: <IconPencil size={15} />, onClick: () => edit(row) },
    {
      label: 'Delete',
      icon: <IconTrash size={15} />,
      danger: true,
      onClick: () =>
        void remove(row, {
          effect: 'This cannot be undone.',
          block:
            row.status === 'active'
              ? () => void setStatus(row, blocking(row.name, BLOCK_EFFECT))
              : undefined,
        }),
    },
  ]

  return (
    <ListPage
      title="Time windows"
      name="time-windows"
      list={list}
      columns={COLUMNS}
      noun={['time window', 'time windows']}
      rowId={(row) => String(row.id)}
      add={mayEdit ? { label: 'Add time window', to: timeWindows.add } : undefined}
      {...(mayEdit ? { onOpen: edit, actions: actionsOf } : {})}
      empty="No time windows yet. A time window is the hours when a rule, rate or gateway is used."
      filters={
        <>
          <TextFilter label="Search by name" search {...list.bind('q')} />
          <SelectFilter label="Status" choices={STATUSES} {...list.bind('status')} />
        </>
      }
    />
  )
}
