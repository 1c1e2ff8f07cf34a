// The rows of a live list from one answer to the next: nothing jumps, and what ends is seen to end.

export interface LiveRow<Row> {
  readonly row: Row
  /** Came with the last answer. */
  readonly isNew: boolean
  /** Was there a moment ago; it is shown once more, struck through. */
  readonly isOver: boolean
}

/**
 * Rows that ended stay for one answer where they stood. New rows go where the server has them, or,
 * on `hold`, to the end: while the pointer is over the list, no row may move away under it.
 */
export function nextRows<Row>(
  before: readonly LiveRow<Row>[] | undefined,
  rows: readonly Row[],
  idOf: (row: Row) => string,
  hold: boolean,
): readonly LiveRow<Row>[] {
  if (!before) return rows.map((row) => ({ row, isNew: false, isOver: false }))
  const fresh = new Map(rows.map((row) => [idOf(row), row]))
  const stood = before.filter(({ isOver }) => !isOver)
  const known = new Set(stood.map(({ row }) => idOf(row)))
  const asNow = ({ row }: LiveRow<Row>): LiveRow<Row> => {
    const now = fresh.get(idOf(row))
    return { row: now ?? row, isNew: false, isOver: now === undefined }
  }
  const isNew = (row: Row) => !known.has(idOf(row))
  const added = (row: Row): LiveRow<Row> => ({ row, isNew: true, isOver: false })
  if (hold) return [...stood.map(asNow), ...rows.filter(isNew).map(added)]

  // The server's order, with each row that ended behind the one it stood behind.
  const next = rows.map(
    (row): LiveRow<Row> => (isNew(row) ? added(row) : { row, isNew: false, isOver: false }),
  )
  for (const [at, one] of stood.entries()) {
    if (fresh.has(idOf(one.row))) continue
    const above = stood[at - 1]
    const place = above ? next.findIndex(({ row }) => idOf(row) === idOf(above.row)) + 1 : 0
    next.splice(place, 0, asNow(one))
  }
  return next
}
