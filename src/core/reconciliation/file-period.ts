// The days of a carrier's file: stray rows of other days do not stretch them.

export interface FileDay {
  /** ISO 8601, without a time. */
  readonly day: string
  readonly rows: number
}

/** The largest share of all rows that may be left out. */
const LEFT_OUT_PERCENT_MAX = 1
/**
 * The limit in percent of the mean of the other days: a quiet Sunday at the end of a month has
 * more.
 */
const STRAY_PERCENT_MAX = 5

/**
 * The first and the last day of the rows, without days at either end that hold hardly any.
 * @param days those with rows, ascending
 * @returns nothing if there is none
 */
export function filePeriod(
  days: readonly FileDay[],
): { readonly first: string; readonly last: string } | undefined {
  const total = days.reduce((sum, { rows }) => sum + rows, 0)
  let kept = days
  let kept_rows = total
  while (kept.length > 1) {
    const [first, last] = [kept[0], kept.at(-1)] as [FileDay, FileDay]
    const end = first.rows < last.rows ? first : last
    const others = kept_rows - end.rows
    const isStray = end.rows * 100 * (kept.length - 1) < others * STRAY_PERCENT_MAX
    if (!isStray || (total - others) * 100 > total * LEFT_OUT_PERCENT_MAX) break
    kept = end === first ? kept.slice(1) : kept.slice(0, -1)
    kept_rows = others
  }
  const [first] = kept
  const last = kept.at(-1)
  return first && last && { first: first.day, last: last.day }
}
