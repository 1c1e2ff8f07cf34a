// The filters that all views of a payment report share.
import { DAY_RANGES, ONE_YEAR } from '../lists/filters/ranges.ts'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { AccountPicker } from '../pickers/pickers.tsx'
import { SelectFilter } from '../ui/filters.tsx'
import { RangeFilter } from '../ui/RangeFilter.tsx'
import type { TimeRange } from '../ui/time-range.ts'
import type { Direction } from './payment-labels.ts'
import { DIRECTIONS, USUAL_RANGE } from './payment-views.ts'

const RANGES = [...DAY_RANGES, ONE_YEAR]

const THROUGH = [
  { value: 'operator', label: 'Us' },
  { value: 'reseller', label: 'A reseller' },
] as const

interface Binding {
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

interface RangeList {
  readonly search: Partial<TimeRange>
  readonly set: (next: { [Name in keyof TimeRange]?: string | undefined }) => void
}

export const DirectionRange = ({ list }: { readonly list: RangeList }) => (
  <RangeFilter
    range={list.search.range}
    from={list.search.from}
    to={list.search.to}
    choices={RANGES}
    fallback={USUAL_RANGE}
    onChange={(next) => list.set({ ...next })}
  />
)

interface DirectionAccountProps {
  readonly direction: Direction
  readonly list: {
    readonly has: (name: 'account_id') => boolean
    readonly bind: (name: 'account_id') => Binding
  }
}

export function DirectionAccount({ direction, list }: DirectionAccountProps) {
  const { kind, account } = DIRECTIONS[direction]
  if (!list.has('account_id')) return null
  return <AccountPicker payment={kind} {...asFilter(account, list.bind('account_id'))} />
}

interface DirectionFiltersProps {
  readonly direction: Direction
  readonly list: {
    readonly has: (name: 'account_id' | 'through') => boolean
    readonly bind: (name: 'account_id' | 'through') => Binding
  }
  /** The range filter, for a list that has one. */
  readonly range?: RangeList
}

export function DirectionFilters({ direction, list, range }: DirectionFiltersProps) {
  return (
    <>
      {range && <DirectionRange list={range} />}
      <DirectionAccount direction={direction} list={list} />
      {list.has('through') && direction === 'receivable' && (
        <SelectFilter label="Payee" choices={THROUGH} {...list.bind('through')} />
      )}
    </>
  )
}
