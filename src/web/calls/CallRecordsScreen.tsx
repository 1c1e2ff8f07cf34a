// Call records of one kind, all of them or only those that were not answered. While the list is
// live, calls that end come on top, unless the user reads further down or points at a row.
import { useSearch } from '@tanstack/react-router'
import { type UIEvent, useRef, useState } from 'react'
import { type CallRecord, listCallRecords } from '#contract/calls/call-records.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { useOccupied } from '../lists/use-occupied.ts'
import type { RecordKind } from '../navigation/paths.ts'
import { CallFilters } from './CallFilters.tsx'
import { CallRecordTotals } from './CallTotals.tsx'
import { CALL_COLUMNS, FAILED_CALL_COLUMNS } from './call-record-columns.tsx'
import styles from './live/LiveCalls.module.css'
import { LiveCallsTools } from './live/LiveCallsTools.tsx'
import { useLiveCalls } from './live/use-live-calls.ts'
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

/** Further down than the first row. */
const READING_PX = 33

export default function CallRecordsScreen({ kind, failed, title }: CallRecordsScreenProps) {
  const { status }: { status?: unknown } = useSearch({ strict: false })
  const isNarrower = status === 'CANCELLED' || status === 'REJECTED'
  const list = useListScreen(listCallRecords, {
    fixed: { type: kind, ...(failed && !isNarrower ? { status: 'FAILED' as const } : {}) },
  })
  const [paused, setPaused] = useState(false)
  const { isOccupied, watch } = useOccupied()
  const { isReading, watchScroll, toTop } = useReading()
  const isHeld = paused || isOccupied || isReading
  const live = useLiveCalls(list, { idOf: rowIdOf, isHeld })
  const { open, drawer } = useCallDrawer(live.rows)
  const showWaiting = () => {
    setPaused(false)
    toTop()
  }

  return (
    <div className={styles.list} {...watch} {...watchScroll}>
      <ListPage
        title={title ?? TITLES[kind][failed ? 1 : 0]}
        name={`${failed ? 'failed-calls' : 'call-records'}-${kind}`}
        list={{ ...list, rows: live.rows }}
        columns={failed ? FAILED_CALL_COLUMNS : CALL_COLUMNS}
        noun={['call', 'calls']}
        rowId={rowIdOf}
        rowClass={(call) => (rowIdOf(call) === live.line ? styles.line : undefined)}
        onOpen={open}
        empty={failed ? 'No failed calls today.' : 'No calls today.'}
        tools={
          <LiveCallsTools live={live} paused={paused} onPause={setPaused} onShow={showWaiting} />
        }
        filters={<CallFilters list={list} kind={kind} failed={failed} />}
      >
        <CallRecordTotals list={list} type={kind} failed={failed} />
        {live.isTooMuch && (
          <p role="status">Too many calls end to show all of them: narrow the filters.</p>
        )}
      </ListPage>
      {drawer}
    </div>
  )
}

/** Whether the user has scrolled the table down, and the way back to its first row. */
function useReading() {
  const scrolled = useRef<Element>(null)
  const [isReading, setReading] = useState(false)
  return {
    isReading,
    watchScroll: {
      onScrollCapture: ({ target }: UIEvent) => {
        if (!(target instanceof Element) || !target.querySelector('table')) return
        scrolled.current = target
        setReading(target.scrollTop > READING_PX)
      },
    },
    toTop: () => scrolled.current?.scrollTo({ top: 0 }),
  }
}
