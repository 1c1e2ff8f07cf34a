// Between an instant and what a clock on the wall of a time zone shows.

/** `2026-11-20T14:03:07`, as an input of the type datetime-local has it. */
export function toWallClock(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone,
  }).format(new Date(instant))
  return parts.replace(' ', 'T')
}

/**
 * The instant at which the clock shows this; undefined when the text is no time. In an hour that
 * comes twice it is the first, and a time that is skipped becomes the one an hour later.
 */
export function fromWallClock(text: string, timeZone: string): string | undefined {
  const asUtc = Date.parse(`${text.length === 16 ? `${text}:00` : text}Z`)
  if (Number.isNaN(asUtc)) return undefined
  const offsetAt = (at: number) =>
    Date.parse(`${toWallClock(new Date(at).toISOString(), timeZone)}Z`) -
    Math.floor(at / 1000) * 1000
  const day = 86_400_000
  // Before and after a change of the clocks the offset differs; the day around holds both.
  const candidates = [offsetAt(asUtc - day), offsetAt(asUtc + day)].map((offset) => asUtc - offset)
  const exact = candidates.filter((at) => at + offsetAt(at) === asUtc)
  const at = exact.length > 0 ? Math.min(...exact) : Math.max(...candidates)
  return new Date(at).toISOString()
}
