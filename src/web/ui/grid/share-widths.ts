// How wide the columns of a table are: as wide as what is in them, and where that is too much, the
// widest texts shrink first. Values such as figures are never cut.

export interface WantedWidth {
  readonly id: string
  /** As wide as the longest of what is in it. */
  readonly content: number
  /** Chosen by the user. */
  readonly chosen: number | undefined
  readonly is_whole: boolean
  /** Below this width it is not readable. */
  readonly minWidth?: number | undefined
  /** A text that is read whole is not shrunk to less than this, or half of the room. */
  readonly wide?: number | undefined
  /** As wide as its heading, which is not cut either. */
  readonly head?: number | undefined
}

/** As narrow as any other text may get. */
const MIN_WIDTH = 84
/** In a table that scrolls sideways anyway, names get enough width to be distinguished. */
const EASY = 150
/** The rest of a longer text is in its tooltip. */
const MAX_WIDTH = 320

/** Widths by id; together they are as wide as the room, or wider when nothing can give way. */
export function shareWidths(
  wanted: readonly WantedWidth[],
  room: number,
): ReadonlyMap<string, number> {
  const columns = wanted.map((one) => withWide(one, room))
  const widths = new Map(columns.map((one) => [one.id, one.chosen ?? wantedBy(one)]))
  const sum = () => [...widths.values()].reduce((total, width) => total + width, 0)
  const texts = columns.filter((one) => one.chosen === undefined && !one.is_whole)
  const excess = sum() - room
  if (excess > 0) {
    const level = levelFor(texts, excess)
    for (const one of texts) widths.set(one.id, widthAt(level, one))
    return widths
  }
  const growing = columns.filter((one) => one.chosen === undefined)
  const base = growing.reduce((total, one) => total + wantedBy(one), 0)
  for (const one of growing) {
    const width = wantedBy(one)
    widths.set(one.id, width + Math.floor((-excess * width) / base))
  }
  return widths
}

/** Half of the room leaves the others in sight; on a small screen one scrolls to it. */
const withWide = (one: WantedWidth, room: number): WantedWidth =>
  one.wide === undefined
    ? one
    : { ...one, wide: Math.max(MAX_WIDTH, Math.min(one.wide, Math.floor(room / 2))) }

const wantedBy = ({ content, is_whole, wide = MAX_WIDTH }: WantedWidth) =>
  is_whole ? content : Math.min(content, wide)

const widthAt = (level: number, one: WantedWidth) =>
  Math.min(wantedBy(one), Math.max(level, one.wide ?? one.minWidth ?? MIN_WIDTH, one.head ?? 0))

/** To which width those that are wider come down, so that the excess is gone. */
function levelFor(texts: readonly WantedWidth[], excess: number): number {
  const saved = (level: number) =>
    texts.reduce((total, one) => total + wantedBy(one) - widthAt(level, one), 0)
  if (saved(MIN_WIDTH) < excess) return EASY
  let level = Math.max(...texts.map(wantedBy), MIN_WIDTH)
  while (level > MIN_WIDTH && saved(level) < excess) level -= 1
  return level
}
