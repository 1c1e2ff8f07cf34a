import { RangeFilter } from '../../ui/RangeFilter.tsx'
import type { TimeRange } from '../../ui/time-range.ts'
import { RANGES } from './ranges.ts'

interface ListRangeFilterProps {
  readonly list: {
    readonly search: Partial<TimeRange>
    readonly set: (next: { [Name in keyof TimeRange]?: string | undefined }) => void
  }
}

/** The time range of a list that grows: today unless another is chosen. */
export function ListRangeFilter({ list }: ListRangeFilterProps) {
  const { range, from, to } = list.search
  return (
    <RangeFilter
      range={range}
      from={from}
      to={to}
      choices={RANGES}
      fallback="today"
      onChange={(next) => list.set({ ...next })}
    />
  )
}
