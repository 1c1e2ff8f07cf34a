// Calls that were refused, could not be connected or were cut, and why.
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { listRoutingErrors } from '#contract/routing-logs.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { RANGES } from '../lists/ranges.ts'
import { useListScreen } from '../lists/use-list-screen.ts'
import { AccountPicker } from '../pickers/AccountPicker.tsx'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { RangeFilter } from '../ui/RangeFilter.tsx'
import { CallDrawer } from './CallDrawer.tsx'
import { REFUSAL_CHOICES } from './call-words.ts'
import { RoutingErrorCounts } from './RoutingErrorCounts.tsx'
import { ROUTING_ERROR_COLUMNS, STAGE_CHOICES } from './routing-error-columns.tsx'
import { useOpenedCall } from './use-opened-call.ts'

export default function RoutingErrorsScreen() {
  const [counted, setCounted] = useState(true)
  const list = useListScreen(listRoutingErrors)
  const { opened, open, close } = useOpenedCall()
  const ids = useMemo(() => list.rows?.map((row) => row.call_id) ?? [], [list.rows])
  const { range, from, to } = list.search
  return (
    <>
      <ListPage
        title="Routing Errors"
        name="routing-errors"
        list={list}
        columns={ROUTING_ERROR_COLUMNS}
        rowId={(row) => row.call_id}
        onOpen={(row) => open(row.call_id)}
        tools={
          <Button variant="default" aria-pressed={counted} onClick={() => setCounted(!counted)}>
            Counts
          </Button>
        }
        empty="Every call of today found its way."
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
            <TextFilter label="Number, address or call id" search {...list.bind('q')} />
            <SelectFilter label="Stage" choices={STAGE_CHOICES} {...list.bind('stage')} />
            <SelectFilter
              label="Reason"
              choices={REFUSAL_CHOICES}
              width={220}
              {...list.bind('refusal')}
            />
            <AccountPicker
              aria-label="Client"
              placeholder="Client"
              {...asFilter(list.bind('account_id'))}
            />
            <TextFilter label="Called starts with" {...list.bind('called_number')} />
          </>
        }
      >
        {counted && <RoutingErrorCounts list={list} />}
      </ListPage>
      {opened && <CallDrawer call_id={opened} ids={ids} onOpen={open} onClose={close} />}
    </>
  )
}
