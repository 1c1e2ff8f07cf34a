// The list of time windows, with whether each is open now.

import { getTimeWindowUses } from '#contract/console/uses.ts'
import {
  deleteTimeWindow,
  getTimeWindow,
  listTimeWindows,
  type TimeWindow,
  updateTimeWindow,
} from '#contract/routing/time-windows.ts'
import { useRowActions } from '../actions/use-row-actions.tsx'
import { useStatusActions } from '../actions/use-status-actions.tsx'
import * as column from '../columns/common-columns.tsx'
import { STATUSES } from '../fields/statuses.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { StateNow } from './StateNow.tsx'

const COLUMNS: readonly GridColumn<TimeWindow>[] = [
  column.name(180, paths.admin.timeWindows.edit),
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
  column.status(100),
  column.integer('used_by_count', 'Used by', 90, { sort: true }),
  column.text('description', 'Description', 200, { hidden: true }),
  column.created,
]

export default function TimeWindowsScreen() {
  const list = useListScreen(listTimeWindows, { every_ms: 30_000 })
  const { block } = useStatusActions(
    updateTimeWindow,
    { block: 'It is always closed: its rules, rates and gateways are not used.' },
    { get: getTimeWindow },
  )
  const rows = useRowActions<TimeWindow>({
    noun: 'time window',
    of: 'time_windows',
    pages: paths.admin.timeWindows,
    remove: {
      endpoint: deleteTimeWindow,
      uses: getTimeWindowUses,
      effect: 'This cannot be undone.',
      block,
    },
  })

  return (
    <ListPage
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
