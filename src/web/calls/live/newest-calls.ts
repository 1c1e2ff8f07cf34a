// The calls that end while a list is live: the newest on top, and none of them under the eyes of
// a user who reads further down.

/** A page of a list, and what came on top of it. */
export interface NewestCalls<Row> {
  /** The newest first. */
  readonly shown: readonly Row[]
  /** They come on top as soon as nothing holds them. */
  readonly waiting: readonly Row[]
  /** The id of the row below the line: all above it have come since the user last looked. */
  readonly line: string | undefined
}

/** A list may be live for hours. */
export const NEWEST_MAX = 500

export interface Answer<Row> {
  /** The page of the list below. */
  readonly page: readonly Row[]
  /** Calls that ended lately, in any order. */
  readonly ended: readonly Row[]
  /** The user reads further down, or has paused the list. */
  readonly isHeld: boolean
  readonly idOf: (row: Row) => string
}

/** The calls on top of the page after an answer; of too many, the oldest go. */
export function takeNewest<Row extends { readonly ended_at: string }>(
  before: NewestCalls<Row> | undefined,
  { page, ended, isHeld, idOf }: Answer<Row>,
): NewestCalls<Row> {
  const { line } = before ?? { line: topOf(page, idOf) }
  // A page that was loaded again has what came on top of the one before.
  const paged = new Set(page.map(idOf))
  const isNotPaged = (row: Row) => !paged.has(idOf(row))
  const shown = (before?.shown ?? []).filter(isNotPaged)
  const waiting = (before?.waiting ?? []).filter(isNotPaged)
  const known = new Set([...shown, ...waiting, ...page].map(idOf))
  const fresh = ended
    .filter((row) => !known.has(idOf(row)))
    .toSorted((one, other) => other.ended_at.localeCompare(one.ended_at))
  const all = [...fresh, ...waiting].slice(0, NEWEST_MAX)
  if (isHeld) {
    // The line is drawn once, where the user stopped.
    const stopped = waiting.length === 0 ? topOf([...shown, ...page], idOf) : line
    return { shown, waiting: all, line: all.length > 0 ? stopped : line }
  }
  return { shown: [...all, ...shown].slice(0, NEWEST_MAX), waiting: [], line }
}

const topOf = <Row>(rows: readonly Row[], idOf: (row: Row) => string): string | undefined =>
  rows[0] && idOf(rows[0])
