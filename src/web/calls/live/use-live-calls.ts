import { useState } from 'react'
import { type CallRecord, listCallRecords } from '#contract/calls/call-records.ts'
import type { CallOf } from '#contract/endpoint.ts'
import { useList } from '../../http/use-endpoint.ts'
import { useAddress } from '../../lists/use-address.ts'
import type { ListScreen } from '../../lists/use-list-screen.ts'
import { useKit } from '../../ui/Kit.tsx'
import { type NewestCalls, takeNewest } from './newest-calls.ts'

export const LIVE_EVERY_MS = 2000
/** An answer with more calls leaves some of them out. */
const ANSWER_MAX = 500
/** Several engines write their records, each some moments after its calls have ended. */
const OVERLAP_MS = 10_000
const RANGES_OF_THE_PAST = ['yesterday', 'last_month']

type CallList = ListScreen<typeof listCallRecords>

interface Shown {
  /** Rows of other filters are another list. */
  readonly search: string
  readonly answered_at: number
  readonly isHeld: boolean
  readonly newest: NewestCalls<CallRecord>
  /** The newest calls and the page. */
  readonly rows: readonly CallRecord[]
  /** The last call that has come ended then. */
  readonly last_at: string | undefined
}

interface LiveCallsOptions {
  readonly idOf: (call: CallRecord) => string
  /** The user reads further down, or has paused the list. */
  readonly isHeld: boolean
}

/**
 * The list of calls with those that have ended since it was loaded, every two seconds, while the
 * address has `live`.
 */
export function useLiveCalls(list: CallList, { idOf, isHeld }: LiveCallsOptions) {
  const { now } = useKit()
  const { address, write } = useAddress()
  const [begun, setBegun] = useState(now)
  const [shown, setShown] = useState<Shown>()
  const { range, to } = list.search
  const endsNow = !to && !RANGES_OF_THE_PAST.includes(range ?? '')
  const isLive = address.live === 'yes' && endsNow && !list.search.sort && !address.cursor
  const search = JSON.stringify(list.search)
  const before = shown?.search === search ? shown : undefined
  const last_ms = before?.last_at ? Date.parse(before.last_at) : begun
  const call = { query: { ...list.filters, limit: ANSWER_MAX } } as CallOf<typeof listCallRecords>
  const answer = useList(listCallRecords, call, {
    every_ms: LIVE_EVERY_MS,
    enabled: isLive,
    moving: { ended_after: new Date(last_ms - OVERLAP_MS).toISOString() },
  })
  const ended = answer.isPlaceholderData ? undefined : answer.data
  const answered_at = answer.dataUpdatedAt
  const isNew = before?.answered_at !== answered_at || before.isHeld !== isHeld
  let current = before
  if (isLive && isNew && ended && list.rows && !list.isOutdated) {
    const newest = takeNewest(before?.newest, { page: list.rows, ended: ended.rows, isHeld, idOf })
    const last_at =
      ended.rows
        .map((row) => row.ended_at)
        .toSorted()
        .at(-1) ?? before?.last_at
    const rows = [...newest.shown, ...list.rows]
    current = { search, answered_at, isHeld, newest, rows, last_at }
    setShown(current)
  }
  const setLive = (on: boolean) => {
    setShown(undefined)
    setBegun(now())
    if (on) write({ live: 'yes', sort: undefined, cursor: undefined })
    else write({ live: undefined })
    list.retry()
  }
  return {
    isLive,
    endsNow,
    setLive,
    error: answer.error,
    updated_at: answered_at,
    rows: isLive && current ? current.rows : list.rows,
    waiting: isLive && current ? current.newest.waiting.length : 0,
    line: isLive && current?.newest.shown.length ? current.newest.line : undefined,
    /** More calls end than an answer has. */
    isTooMuch: isLive && ended !== undefined && ended.page.next_cursor !== null,
  }
}
