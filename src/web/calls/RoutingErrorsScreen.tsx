// Calls that were refused, could not be connected or were cut, and why.
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { listRoutingErrors } from '#contract/routing-logs.ts'
import { FilterChips } from '../lists/FilterChips.tsx'
import { addToFilter, type FilterField } from '../lists/filter-field.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { PICKED } from '../lists/picked-fields.tsx'
import { RANGES } from '../lists/ranges.ts'
import { useListScreen } from '../lists/use-list-screen.ts'
import { AccountPicker } from '../pickers/pickers.tsx'
import { TextFilter } from '../ui/filters.tsx'
import { RangeFilter } from '../ui/RangeFilter.tsx'
import { CallDrawer } from './CallDrawer.tsx'
import { CALLED, DESTINATION, SOURCE_IP } from './call-fields.ts'
import { REFUSAL_CHOICES } from './call-labels.ts'
import { RoutingErrorCounts } from './RoutingErrorCounts.tsx'
import { ROUTING_ERROR_COLUMNS, STAGE_CHOICES } from './routing-error-columns.tsx'
import { useOpenedCall } from './use-opened-call.ts'

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
  const { opened, open, close } = useOpenedCall()
  const ids = useMemo(() => list.rows?.map((row) => row.call_id) ?? [], [list.rows])
  const { range, from, to } = list.search
  return (
    <>
      <ListPage
        title="Routing errors"
        name="routing-errors"
        list={list}
        columns={ROUTING_ERROR_COLUMNS}
        noun={['routing error', 'routing errors']}
        rowId={(row) => row.call_id}
        onOpen={(row) => open(row.call_id)}
        tools={
          <Button variant="default" aria-pressed={counted} onClick={() => setCounted(!counted)}>
            Summary
          </Button>
        }
        empty="No routing errors today."
        filters={
          <>
            <RangeFilter
              range={range}
              from={from}
              to={to}
              choices={RANGES}
              fallback="today"
              onChange={(next) => list.set({ ...next })}
            />
            <TextFilter label="Number, IP address or call id" search {...list.bind('q')} />
            <AccountPicker {...addToFilter('Client', list.filterState, 'account_id')} />
            <FilterChips state={list.filterState} fields={FIELDS} />
          </>
        }
      >
        {counted && <RoutingErrorCounts list={list} />}
      </ListPage>
      {opened && <CallDrawer call_id={opened} ids={ids} onOpen={open} onClose={close} />}
    </>
  )
}
