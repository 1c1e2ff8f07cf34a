// What each reseller paid for the calls below it, and was paid: one row per call and reseller.
import { useMemo } from 'react'
import { listResellerRecords } from '#contract/reseller-records.ts'
import { FilterChips } from '../lists/FilterChips.tsx'
import { addToFilter } from '../lists/filter-field.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { PICKED } from '../lists/picked-fields.tsx'
import { RANGES } from '../lists/ranges.ts'
import { useListScreen } from '../lists/use-list-screen.ts'
import { AccountPicker, ResellerPicker } from '../pickers/pickers.tsx'
import { SelectFilter } from '../ui/filters.tsx'
import { RangeFilter } from '../ui/RangeFilter.tsx'
import { CallDrawer } from './CallDrawer.tsx'
import { ResellerCallTotals } from './CallTotals.tsx'
import { CALLED } from './call-fields.ts'
import { RESELLER_RECORD_COLUMNS } from './reseller-record-columns.tsx'
import { useOpenedCall } from './use-opened-call.ts'

const LEVELS = [1, 2, 3, 4, 5].map((level) => ({ value: String(level), label: `Level ${level}` }))

interface ResellerRecordsScreenProps {
  /** Only the calls that were not answered. */
  readonly failed: boolean
}

const FIELDS = [PICKED.reseller, PICKED.client, CALLED]

export default function ResellerRecordsScreen({ failed }: ResellerRecordsScreenProps) {
  const list = useListScreen(listResellerRecords, {
    fixed: failed ? { status: 'FAILED' as const } : {},
  })
  const { opened, open, close } = useOpenedCall()
  const ids = useMemo(() => [...new Set(list.rows?.map((row) => row.call_id) ?? [])], [list.rows])
  const { range, from, to } = list.search
  return (
    <>
      <ListPage
        title={failed ? 'Reseller failed calls' : 'Reseller calls'}
        name={failed ? 'failed-calls-reseller' : 'call-records-reseller'}
        list={list}
        columns={RESELLER_RECORD_COLUMNS}
        noun={['reseller call', 'reseller calls']}
        rowId={(row) => `${row.call_id} ${row.reseller_id}`}
        onOpen={(row) => open(row.call_id)}
        empty={failed ? 'No failed reseller calls today.' : 'No reseller calls today.'}
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
            <ResellerPicker {...addToFilter('Reseller', list.filterState, 'reseller_id')} />
            <SelectFilter label="Level" choices={LEVELS} {...list.bind('level')} />
            <AccountPicker {...addToFilter('Client', list.filterState, 'account_id')} />
            <FilterChips state={list.filterState} fields={FIELDS} />
          </>
        }
      >
        <ResellerCallTotals list={list} failed={failed} />
      </ListPage>
      {opened && <CallDrawer call_id={opened} ids={ids} onOpen={open} onClose={close} />}
    </>
  )
}
