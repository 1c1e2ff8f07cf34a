// The list of time windows, with whether each is open now.
import {
  deleteTimeWindow,
  getTimeWindow,
  listTimeWindows,
  type TimeWindow,
  timeWindowForm,
  updateTimeWindow,
} from '#contract/time-windows.ts'
import { getTimeWindowUses } from '#contract/uses.ts'
import { useOpen, useRowActions } from '../actions/use-row-actions.tsx'
import { useStatusActions } from '../actions/use-status-actions.tsx'
import {
  CREATED,
  countColumn,
  nameColumn,
  statusColumn,
  textColumn,
} from '../columns/common-columns.tsx'
import { STATUSES } from '../fields/statuses.ts'
import { wholeBy } from '../forms/use-set-status.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { StateNow } from './StateNow.tsx'

const COLUMNS: readonly GridColumn<TimeWindow>[] = [
  nameColumn(180, paths.admin.timeWindows.edit),
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
  statusColumn(100),
  countColumn('used_by_count', 'Used by', 90, { sort: true }),
  textColumn('description', 'Description', 200, { hidden: true }),
  CREATED,
]

export default function TimeWindowsScreen() {
  const list = useListScreen(listTimeWindows, { every_ms: 30_000 })
  const { timeWindows } = paths.admin
  const { block } = useStatusActions(
    updateTimeWindow,
    timeWindowForm,
    { block: 'It is always closed: its rules, rates and gateways are not used.' },
    wholeBy(getTimeWindow, timeWindowForm),
  )
  const rows = useRowActions<TimeWindow>({
    of: 'time_windows',
    add: { label: 'Add time window', to: timeWindows.add },
    edit: useOpen(timeWindows.edit),
    remove: {
      endpoint: deleteTimeWindow,
      noun: 'time window',
      uses: getTimeWindowUses,
      effect: 'This cannot be undone.',
      block,
    },
  })

  return (
    <ListPage
      title="Time windows"
      name="time-windows"
      list={list}
      columns={COLUMNS}
      noun={['time window', 'time windows']}
      {...rows}
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
