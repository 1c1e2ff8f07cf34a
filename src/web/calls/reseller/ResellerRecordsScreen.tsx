// Amounts that each reseller paid and got for the calls below it: one row per call and reseller.
import { listResellerRecords } from '#contract/calls/reseller-records.ts'
import { PICKED } from '../../lists/export/picked-fields.tsx'
import { FilterChips } from '../../lists/filters/FilterChips.tsx'
import { addToFilter } from '../../lists/filters/filter-field.ts'
import { ListRangeFilter } from '../../lists/filters/ListRangeFilter.tsx'
import { ListPage } from '../../lists/ListPage.tsx'
import { useListScreen } from '../../lists/use-list-screen.ts'
import { AccountPicker, ResellerPicker } from '../../pickers/pickers.tsx'
import { useMay, useSees } from '../../session/session.ts'
import { SelectFilter } from '../../ui/filters.tsx'
import { CallDrawer } from '../CallDrawer.tsx'
import { ResellerCallTotals } from '../CallTotals.tsx'
import { CALLED } from '../call-fields.ts'
import { useCallDrawer } from '../use-call-drawer.tsx'
import { ResellerCallDrawer } from './ResellerCallDrawer.tsx'
import { RESELLER_FAILURE_COLUMNS, RESELLER_RECORD_COLUMNS } from './reseller-record-columns.tsx'

const LEVELS = [1, 2, 3, 4, 5].map((level) => ({ value: String(level), label: `Level ${level}` }))

interface ResellerRecordsScreenProps {
  readonly title: string
  /** Only the calls that were not answered. */
  readonly failed: boolean
}

const FIELDS = [PICKED.reseller, PICKED.clientOrReseller, CALLED]

export default function ResellerRecordsScreen({ title, failed }: ResellerRecordsScreenProps) {
  const list = useListScreen(listResellerRecords, {
    fixed: failed ? { status: 'FAILED' as const } : {},
  })
  // A reseller has its own calls alone.
  const hasMany = list.reads('level', '1')
  const seesWhole = useMay('call_records.view')
  const { open, drawer } = useCallDrawer(list.rows, seesWhole ? CallDrawer : ResellerCallDrawer)
  const seesRefusals = useSees('operations')
  return (
    <>
      <ListPage
        title={title}
        name={failed ? 'failed-calls-reseller' : 'call-records-reseller'}
        list={list}
        columns={failed && !seesRefusals ? RESELLER_FAILURE_COLUMNS : RESELLER_RECORD_COLUMNS}
        noun={['call', 'calls']}
        rowId={(row) => `${row.call_id} ${row.reseller_id}`}
        // Without the right to whole calls, a call of several rows has no row that is its own.
        {...((seesWhole || !hasMany) && { onOpen: open })}
        empty={failed ? 'No failed calls today.' : 'No calls today.'}
        filters={
          <>
            <ListRangeFilter list={list} />
            {hasMany && (
              <>
                <ResellerPicker {...addToFilter('Reseller', list.filterState, 'reseller_id')} />
                <SelectFilter label="Level" choices={LEVELS} {...list.bind('level')} />
              </>
            )}
            <AccountPicker {...addToFilter('Client or reseller', list.filterState, 'account_id')} />
            <FilterChips state={list.filterState} fields={FIELDS} />
          </>
        }
      >
        <ResellerCallTotals list={list} failed={failed} />
      </ListPage>
      {drawer}
    </>
  )
}
