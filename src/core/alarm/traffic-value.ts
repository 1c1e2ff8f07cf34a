// The figure of a topic out of the sums of traffic.
import type { AlarmTopic } from '../notification/topics.ts'

/** Sums over calls, or over the attempts of a gateway or a carrier. */
export interface TrafficSums {
  readonly calls: number
  readonly answered: number
  readonly short_calls: number
  readonly effective: number
  readonly duration_ms: number
  readonly pdd_ms: number
  readonly pdds: number
  /** Calls whose media was measured, and their sums: tenths, and percent. */
  readonly quality_calls: number
  readonly mos: number
  readonly loss: number
  readonly one_way_calls: number
  /** Millionths of the system currency. */
  readonly revenue: bigint
  readonly cost: bigint
}

const WHOLE = 1_000_000
/** Without revenue a cost is the lowest margin that there is: -10,000 %. */
const MARGIN_MIN = -100 * WHOLE

const share = (part: number, of: number): number | null =>
  of > 0 ? Math.round((part / of) * WHOLE) : null

const mean = (sum: number, count: number): number | null =>
  count > 0 ? Math.round(sum / count) : null

function margin({ revenue, cost }: TrafficSums): number | null {
  if (revenue <= 0n) return cost > 0n ? MARGIN_MIN : null
  const earned = Number(((revenue - cost) * BigInt(WHOLE)) / revenue)
  return Math.max(MARGIN_MIN, earned)
}

/** In the unit of the topic; null where there is nothing to divide by. */
export function trafficValue(topic: AlarmTopic, sums: TrafficSums): number | null {
  switch (topic) {
    case 'ASR':
      return share(sums.answered, sums.calls)
    case 'NER':
      return share(sums.effective, sums.calls)
    case 'SHORT_CALLS':
      return share(sums.short_calls, sums.answered)
    case 'ACD':
      return mean(sums.duration_ms / 1000, sums.answered)
    case 'PDD':
      return mean(sums.pdd_ms, sums.pdds)
    case 'MOS':
      return mean(sums.mos * 1000, sums.quality_calls)
    case 'LOSS':
      return mean((sums.loss * WHOLE) / 100, sums.quality_calls)
    case 'ONE_WAY_AUDIO':
      return share(sums.one_way_calls, sums.answered)
    case 'MARGIN':
      return margin(sums)
    case 'CALLS':
      return sums.calls
    default:
      return null
  }
}
