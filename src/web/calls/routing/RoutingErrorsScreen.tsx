// Calls that were refused, could not be connected or were cut, and why.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { listRoutingErrors } from '#contract/calls/routing-logs.ts'
import { PICKED } from '../../lists/export/picked-fields.tsx'
import { FilterChips } from '../../lists/filters/FilterChips.tsx'
import { addToFilter, type FilterField } from '../../lists/filters/filter-field.ts'
import { ListRangeFilter } from '../../lists/filters/ListRangeFilter.tsx'
import { ListPage } from '../../lists/ListPage.tsx'
import { useListScreen } from '../../lists/use-list-screen.ts'
import { AccountPicker } from '../../pickers/pickers.tsx'
import { TextFilter } from '../../ui/filters.tsx'
import { CALLED, DESTINATION, SOURCE_IP } from '../call-fields.ts'
import { REFUSAL_CHOICES } from '../call-labels.ts'
import { useCallDrawer } from '../use-call-drawer.tsx'
import { RoutingErrorCounts } from './RoutingErrorCounts.tsx'
import { ROUTING_ERROR_COLUMNS, STAGE_CHOICES } from './routing-error-columns.tsx'

const FIELDS: readonly FilterField[] = [
  { kind: 'chosen', name: 'stage', label: 'Stage', choices: STAGE_CHOICES },
  { kind: 'chosen', name: 'refusal', label: 'Reason', choices: REFUSAL_CHOICES },
  PICKED.client,
  PICKED.gateway,
  PICKED.routePlan,
  CALLED,
  DESTINATION,
  SOURCE_IP,
]

export default function RoutingErrorsScreen() {
  const [counted, setCounted] = useState(true)
  const list = useListScreen(listRoutingErrors)
  const { open, drawer } = useCallDrawer(list.rows)
  return (
    <>
      <ListPage
        name="routing-errors"
        list={list}
        columns={ROUTING_ERROR_COLUMNS}
        noun={['routing error', 'routing errors']}
        rowId={(row) => row.call_id}
        onOpen={open}
        tools={
          <Button variant="default" aria-pressed={counted} onClick={() => setCounted(!counted)}>
            Summary
          </Button>
        }
        empty="No routing errors today."
        filters={
          <>
            <ListRangeFilter list={list} />
            <TextFilter label="Number, IP address or call id" search {...list.bind('q')} />
            <AccountPicker {...addToFilter('Client', list.filterState, 'account_id')} />
            <FilterChips state={list.filterState} fields={FIELDS} />
          </>
        }
      >
        {counted && <RoutingErrorCounts list={list} />}
      </ListPage>
      {drawer}
    </>
  )
}
