// Calls whose decision was written down. A row opens the whole call with every step of it.
import { CALL_STATUSES } from '#contract/calls/call-records.ts'
import { listRoutingLogs } from '#contract/calls/routing-logs.ts'
import { PICKED } from '../../lists/export/picked-fields.tsx'
import { FilterChips } from '../../lists/filters/FilterChips.tsx'
import { addToFilter } from '../../lists/filters/filter-field.ts'
import { ListRangeFilter } from '../../lists/filters/ListRangeFilter.tsx'
import { ListPage } from '../../lists/ListPage.tsx'
import { useListScreen } from '../../lists/use-list-screen.ts'
import { AccountPicker, GatewayPicker } from '../../pickers/pickers.tsx'
import { SelectFilter, TextFilter } from '../../ui/filters.tsx'
import { CALLED } from '../call-fields.ts'
import { RESULTS } from '../call-labels.ts'
import { useCallDrawer } from '../use-call-drawer.tsx'
import { ROUTING_LOG_COLUMNS } from './routing-error-columns.tsx'

const STATUS_CHOICES = CALL_STATUSES.map((value) => ({ value, label: RESULTS[value].word }))

const FIELDS = [PICKED.client, PICKED.gateway, CALLED]

export default function RoutingLogsScreen() {
  const list = useListScreen(listRoutingLogs)
  const { open, drawer } = useCallDrawer(list.rows)
  return (
    <>
      <ListPage
        name="routing-logs"
        list={list}
        columns={ROUTING_LOG_COLUMNS}
        noun={['routing log', 'routing logs']}
        rowId={(row) => row.call_id}
        onOpen={open}
        empty="No routing logs today. Set the share of calls logged in Settings."
        filters={
          <>
            <ListRangeFilter list={list} />
            <TextFilter label="Number or call id" search {...list.bind('q')} />
            <SelectFilter label="Result" choices={STATUS_CHOICES} {...list.bind('status')} />
            <AccountPicker {...addToFilter('Client', list.filterState, 'account_id')} />
            <GatewayPicker {...addToFilter('Gateway', list.filterState, 'gateway_id')} />
            <FilterChips state={list.filterState} fields={FIELDS} />
          </>
        }
      />
      {drawer}
    </>
  )
}
