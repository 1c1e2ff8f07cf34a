// Hours and days without calls have no row in a report; in a chart they are zero.
import type { TrafficReportRow } from '#contract/traffic/traffic-reports.ts'
import { toSum } from '#core/money.ts'
import { fromWallClock, toWallClock } from '../ui/wall-clock.ts'
import type { Traffic } from './TrafficPanel.tsx'

type Point = Traffic['points'][number]
type Unit = 'hour' | 'day'

interface Period {
  readonly from_at: string
  readonly to_at: string
  readonly zone: string
}

const HOUR_MS = 3_600_000

const QUIET: Omit<Point, 'bucket'> = {
  calls: 0,
  answered: 0,
  seconds: 0,
  revenue: toSum(0),
  cost: toSum(0),
  margin: toSum(0),
  margin_percent: null,
  charged: toSum(0),
  asr: null,
  acd_seconds: null,
  pdd_ms: null,
}

/** The points of a chart: the rows of a report, and zeros for the hours or days between them. */
export function withQuietTimes(
  rows: readonly TrafficReportRow[],
  unit: Unit,
  period: Period,
): Point[] {
  const points = new Map<number, Point>()
  for (const bucket of beginsOf(unit, period)) {
    points.set(Date.parse(bucket), { ...QUIET, bucket })
  }
  for (const row of rows) {
    if (row.time !== null) points.set(Date.parse(row.time), { ...row, bucket: row.time })
  }
  return [...points].toSorted(([a], [b]) => a - b).map(([, point]) => point)
}

/** When the hours or days of a period begin; the first may begin before it. */
function beginsOf(unit: Unit, { from_at, to_at, zone }: Period): string[] {
  const wall = toWallClock(from_at, zone)
  const first = unit === 'day' ? `${wall.slice(0, 10)}T00:00` : `${wall.slice(0, 13)}:00`
  const begins: string[] = []
  let at = fromWallClock(first, zone)
  while (at !== undefined && Date.parse(at) < Date.parse(to_at)) {
    begins.push(at)
    at = nextOf(unit, at, zone)
  }
  return begins
}

function nextOf(unit: Unit, at: string, zone: string): string | undefined {
  if (unit === 'hour') return new Date(Date.parse(at) + HOUR_MS).toISOString()
  const day = new Date(`${toWallClock(at, zone).slice(0, 10)}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + 1)
  return fromWallClock(day.toISOString().slice(0, 16), zone)
}
