// The rows of a live list from one answer to the next: none of them moves, and what ends is seen to
// end.

export interface LiveRow<Row> {
  readonly row: Row
  /** Came with the last answer. */
  readonly isNew: boolean
  /** Was there a moment ago; it is shown once more, struck through. */
  readonly isOver: boolean
}

/** The pointer may stay in the list for hours. */
const MAX_ENDED_ROWS = 100

/**
 * Every row stays where it stood, and new ones come to the end. Rows that ended stay for one
 * answer; on `hold`, while a row has the pointer or is selected.
 */
export function nextRows<Row>(
  before: readonly LiveRow<Row>[] | undefined,
  rows: readonly Row[],
  idOf: (row: Row) => string,
  hold: boolean,
): readonly LiveRow<Row>[] {
  if (!before) return rows.map((row) => ({ row, isNew: false, isOver: false }))
  const fresh = new Map(rows.map((row) => [idOf(row), row]))
  const holds = hold && before.filter(({ isOver }) => isOver).length < MAX_ENDED_ROWS
  const stood = before.filter(({ row, isOver }) => holds || !isOver || fresh.has(idOf(row)))
  const known = new Set(stood.map(({ row }) => idOf(row)))
  return [
    ...stood.map(({ row }): LiveRow<Row> => {
      const now = fresh.get(idOf(row))
      return { row: now ?? row, isNew: false, isOver: now === undefined }
    }),
    ...rows
      .filter((row) => !known.has(idOf(row)))
      .map((row): LiveRow<Row> => ({ row, isNew: true, isOver: false })),
  ]
}
