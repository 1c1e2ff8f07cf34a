// The names of PostgreSQL's log segments, of 16 MB each.

/** Timeline, log and segment, in hexadecimal digits. */
const SEGMENT = /^[0-9A-F]{24}$/
const HISTORY = /^[0-9A-F]{8}\.history$/
const LAST_IN_LOG = 0xff

export const isSegment = (name: string): boolean => SEGMENT.test(name)

/** A file that a restore needs of an archive: a segment, or where timelines branched off. */
export const isLogFile = (name: string): boolean => SEGMENT.test(name) || HISTORY.test(name)

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')

/** The segment that follows on the same timeline. */
export function nextSegment(name: string): string {
  if (!isSegment(name)) throw new Error(`${name} is no log segment`)
  const partAt = (at: number) => Number.parseInt(name.slice(at, at + 8), 16)
  const [log, segment] = [partAt(8), partAt(16)]
  const isLast = segment === LAST_IN_LOG
  return name.slice(0, 8) + hex(log + (isLast ? 1 : 0)) + hex(isLast ? 0 : segment + 1)
}

/** From the first to the last, both included. */
export function segmentsBetween(first: string, last: string): string[] {
  const names = [first]
  for (let name = first; name < last; names.push(name)) name = nextSegment(name)
  return names
}
