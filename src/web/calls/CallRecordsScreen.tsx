// Call records of one kind, all of them or only those that were not answered.
import { useSearch } from '@tanstack/react-router'
import { type CallRecord, listCallRecords } from '#contract/calls/call-records.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import type { RecordKind } from '../navigation/paths.ts'
import { CallFilters } from './CallFilters.tsx'
import { CallRecordTotals } from './CallTotals.tsx'
import { CALL_COLUMNS, FAILED_CALL_COLUMNS } from './call-record-columns.tsx'
import { useCallDrawer } from './use-call-drawer.tsx'

interface CallRecordsScreenProps {
  readonly kind: RecordKind
  /** Only the calls that were not answered. */
  readonly failed: boolean
  /** Where it is not that of the kind. */
  readonly title?: string
}

const TITLES: Readonly<Record<RecordKind, readonly [all: string, failed: string]>> = {
  all: ['All calls', 'All failed calls'],
  wholesale: ['Wholesale calls', 'Wholesale failed calls'],
  retail: ['Retail calls', 'Retail failed calls'],
}

// A settlement account has a row for each attempt that was sent to it.
const rowIdOf = ({ call_id, attempt_no, sent_at, ended_at }: CallRecord) =>
  `${call_id} ${attempt_no ?? `${sent_at} ${ended_at}`}`

export default function CallRecordsScreen({ kind, failed, title }: CallRecordsScreenProps) {
  const { status }: { status?: unknown } = useSearch({ strict: false })
  const isNarrower = status === 'CANCELLED' || status === 'REJECTED'
  const list = useListScreen(listCallRecords, {
    fixed: { type: kind, ...(failed && !isNarrower ? { status: 'FAILED' as const } : {}) },
  })
  const { open, drawer } = useCallDrawer(list.rows)

  return (
    <>
      <ListPage
        title={title ?? TITLES[kind][failed ? 1 : 0]}
        name={`${failed ? 'failed-calls' : 'call-records'}-${kind}`}
        list={list}
        columns={failed ? FAILED_CALL_COLUMNS : CALL_COLUMNS}
        noun={['call', 'calls']}
        rowId={rowIdOf}
        onOpen={open}
        empty={failed ? 'No failed calls today.' : 'No calls today.'}
        filters={<CallFilters list={list} kind={kind} failed={failed} />}
      >
        <CallRecordTotals list={list} type={kind} failed={failed} />
      </ListPage>
      {drawer}
    </>
  )
}
