// Days as the clock on a wall shows them.

/** The calendar day, YYYY-MM-DD, of an instant (epoch milliseconds) in a zone of the IANA list. */
export function dayIn(timezone: string, at_ms: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(at_ms)
}
