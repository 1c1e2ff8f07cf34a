// The filters of call records: time, numbers and client in sight, the others on demand.
import type { listCallRecords } from '#contract/call-records.ts'
import type { RecordKind } from '../areas/paths.ts'
import { RANGES } from '../lists/ranges.ts'
import type { FilterName, ListScreen } from '../lists/use-list-screen.ts'
import { AccountPicker } from '../pickers/AccountPicker.tsx'
import { GatewayPicker } from '../pickers/GatewayPicker.tsx'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { MoreFilters } from '../ui/MoreFilters.tsx'
import { PresetTabs } from '../ui/PresetTabs.tsx'
import { RangeFilter } from '../ui/RangeFilter.tsx'
import { REFUSAL_CHOICES } from './call-words.ts'
import { SIP_CHOICES } from './sip-codes.ts'

type List = ListScreen<typeof listCallRecords>

const PRESETS = [
  { value: '', label: 'All' },
  { value: 'ANSWERED', label: 'Answered' },
  { value: 'FAILED', label: 'Failed' },
]
const FAILED_PRESETS = [
  { value: '', label: 'All failed' },
  { value: 'CANCELLED', label: 'Cancelled' },
  { value: 'REJECTED', label: 'Rejected' },
]

const CLIENT_TYPES = { wholesale: 'WHOLESALE', retail: 'RETAIL' } as const

interface CallFiltersProps {
  readonly list: List
  readonly kind: RecordKind
  readonly failed: boolean
}

export function CallFilters({ list, kind, failed }: CallFiltersProps) {
  const { range, from, to } = list.search
  return (
    <>
      <PresetTabs
        label="Result"
        choices={failed ? FAILED_PRESETS : PRESETS}
        {...list.bind('status')}
      />
      <RangeFilter
        range={range}
        from={from}
        to={to}
        choices={RANGES}
        fallback="today"
        onChange={(next) => list.set({ ...next })}
      />
      <TextFilter label="Number or call id" search {...list.bind('q')} />
      <AccountPicker
        aria-label="Client"
        placeholder="Client"
        type={CLIENT_TYPES[kind]}
        {...asFilter(list.bind('account_id'))}
      />
      <GatewayPicker
        aria-label="Gateway"
        placeholder="Gateway"
        {...asFilter(list.bind('gateway_id'))}
      />
      <MoreFilters filters={seldomFilters(list)} />
    </>
  )
}

function seldomFilters(list: List) {
  const filter = (name: FilterName<typeof listCallRecords>, label: string) => ({
    label,
    isSet: list.search[name] !== undefined,
    binding: { label, ...list.bind(name) },
  })
  const settlement = filter('settlement_id', 'Settlement')
  const caller = filter('caller_number', 'Caller starts with')
  const called = filter('called_number', 'Called starts with')
  const sip = filter('sip_code', 'SIP answer')
  const refusal = filter('refusal', 'Refusal')
  const shortest = filter('min_duration', 'Seconds at least')
  return [
    {
      ...settlement,
      field: (
        <AccountPicker
          aria-label="Settlement"
          placeholder="Settlement"
          type="SETTLEMENT"
          {...asFilter(settlement.binding)}
        />
      ),
    },
    { ...caller, field: <TextFilter {...caller.binding} /> },
    { ...called, field: <TextFilter {...called.binding} /> },
    { ...sip, field: <SelectFilter {...sip.binding} choices={SIP_CHOICES} width={200} /> },
    {
      ...refusal,
      field: <SelectFilter {...refusal.binding} choices={REFUSAL_CHOICES} width={220} />,
    },
    { ...shortest, field: <TextFilter {...shortest.binding} /> },
  ]
}
