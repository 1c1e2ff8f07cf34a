// The name of an exported file: what it is, whose, of which time, and in which zone.
import { toWallClock } from '../../ui/wall-clock.ts'

interface Exported {
  readonly title: string
  readonly of: string | undefined
  readonly search: Readonly<Record<string, string>>
  readonly zone: string
  readonly at_ms: number
}

/** Letters and digits of any script, with hyphens between: every system takes that. */
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

export function fileNameOf({ title, of, search, zone, at_ms }: Exported): string {
  const { range, from, to } = search
  const today = toWallClock(new Date(at_ms).toISOString(), zone).slice(0, 10)
  const days = from || to ? [from, to && `to-${to}`].filter(Boolean) : [range, today]
  const parts = [title, of && `of-${of}`, ...days.map((part) => part?.slice(0, 19)), zone]
  return parts
    .map((part) => slug(part ?? ''))
    .filter(Boolean)
    .join('-')
}
