// Traffic over a chosen time range, which is in the URL.
import type { ReactNode } from 'react'
import { HOME_RANGES, homeTraffic } from '#contract/console/home.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { useAddress } from '../lists/use-address.ts'
import { ChartGroup } from '../ui/charts/shared-point.tsx'
import { PresetTabs } from '../ui/PresetTabs.tsx'
import styles from './Home.module.css'

export interface Traffic {
  readonly points: AnswerOf<typeof homeTraffic>
  /** How long a point is. */
  readonly note: string
  /** The last point still grows. */
  readonly unfinished: boolean
}

type Range = (typeof HOME_RANGES)[number]

/** Sums of a week are slow to compute and hardly change. */
const RANGES: Readonly<Record<Range, { label: string; note: string; every_ms: number }>> = {
  '6h': { label: '6 hours', note: '15 min', every_ms: 5000 },
  '24h': { label: '24 hours', note: '15 min', every_ms: 5000 },
  '7d': { label: '7 days', note: '1 hour', every_ms: 60_000 },
}
const CHOICES = HOME_RANGES.map((value) => ({ value, label: RANGES[value].label }))
const DEFAULT_RANGE: Range = '24h'

export function TrafficPanel({ children }: { children: (traffic: Traffic) => ReactNode }) {
  const { address, write } = useAddress()
  const range = HOME_RANGES.find((one) => one === address.range) ?? DEFAULT_RANGE
  const { note, every_ms } = RANGES[range]
  const traffic = useOne(homeTraffic, { query: { range } }, { every_ms, keepsLast: true })
  return (
    <div className={styles.traffic}>
      <PresetTabs
        label="Time range of the charts"
        choices={CHOICES}
        value={range}
        onChange={(next) => write({ range: next === DEFAULT_RANGE ? undefined : next })}
      />
      <Loaded query={traffic}>
        {(points) => (
          <ChartGroup>
            <div className={styles.charts}>{children({ points, note, unfinished: true })}</div>
          </ChartGroup>
        )}
      </Loaded>
    </div>
  )
}
