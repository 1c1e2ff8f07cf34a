import { useState } from 'react'
import { type LiveRow, nextRows } from './live-rows.ts'

interface LiveRowsOptions<Row> {
  readonly idOf: (row: Row) => string
  /** When the rows came: two answers may be equal. */
  readonly answered_at: number
  /** Rows of other filters are another list: nothing of it is new or over. */
  readonly list: string
  readonly hold: boolean
}

interface Shown<Row> {
  readonly answered_at: number
  readonly list: string
  readonly live: readonly LiveRow<Row>[]
  /** The same rows without their marks, for the table. */
  readonly rows: readonly Row[]
  readonly marks: ReadonlyMap<Row, Mark>
}

type Mark = 'new' | 'over'

/** The rows of a polled list as they are shown, and which of them are new or over. */
export function useLiveRows<Row>(
  rows: readonly Row[] | undefined,
  { idOf, answered_at, list, hold }: LiveRowsOptions<Row>,
): { rows: readonly Row[] | undefined; markOf: (row: Row) => Mark | undefined } {
  const [shown, setShown] = useState<Shown<Row>>()
  let current = shown
  if (rows && (shown?.answered_at !== answered_at || shown.list !== list)) {
    const before = shown?.list === list ? shown.live : undefined
    const live = nextRows(before, rows, idOf, hold)
    const marks = new Map(
      live.flatMap(({ row, isNew, isOver }): [Row, Mark][] => {
        if (isOver) return [[row, 'over']]
        return isNew ? [[row, 'new']] : []
      }),
    )
    current = { answered_at, list, live, marks, rows: live.map(({ row }) => row) }
    setShown(current)
  }
  return { rows: rows && current?.rows, markOf: (row) => current?.marks.get(row) }
}
