// Days as the clock on a wall shows them.

/** Making one takes longer than a hundred days that it writes. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day, YYYY-MM-DD, of an instant (epoch milliseconds) in a zone of the IANA list. */
export function dayIn(timezone: string, at_ms: number): string {
  const format =
    formats.get(timezone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' })
  formats.set(timezone, format)
  return format.format(at_ms)
}
