// The filters of call records: time, numbers and client in sight, the others on demand.
import type { ComponentType, ReactNode } from 'react'
import { CALL_PRESETS, type listCallRecords } from '#contract/call-records.ts'
import { CODECS, network } from '#contract/primitives.ts'
import type { RecordKind } from '../areas/paths.ts'
import { RANGES } from '../lists/ranges.ts'
import type { FilterBinding, FilterName, ListScreen } from '../lists/use-list-screen.ts'
import { AccountPicker } from '../pickers/AccountPicker.tsx'
import { GatewayPicker } from '../pickers/GatewayPicker.tsx'
import { asFilter, type PickerProps } from '../pickers/LookupPicker.tsx'
import { ResellerPicker } from '../pickers/ResellerPicker.tsx'
import { RoutePlanPicker } from '../pickers/RoutePlanPicker.tsx'
import { SettlementPicker } from '../pickers/SettlementPicker.tsx'
import { SelectFilter, type SelectFilterProps, TextFilter } from '../ui/filters.tsx'
import { MoreFilters } from '../ui/MoreFilters.tsx'
import { PresetTabs } from '../ui/PresetTabs.tsx'
import { RangeFilter } from '../ui/RangeFilter.tsx'
import { REFUSAL_CHOICES } from './call-words.ts'
import { CAUSE_CHOICES, SIP_CHOICES } from './sip-codes.ts'

type List = ListScreen<typeof listCallRecords>

// Results in capitals, other views of the list in small letters.
const PRESETS = [
  { value: '', label: 'All' },
  { value: 'ANSWERED', label: 'Answered' },
  { value: 'short', label: 'Short' },
  { value: 'rerouted', label: 'Rerouted' },
  { value: 'FAILED', label: 'Failed' },
]
const RETAIL_PRESETS = [...PRESETS, { value: 'package', label: 'Package' }]
const FAILED_PRESETS = [
  { value: '', label: 'All failed' },
  { value: 'CANCELLED', label: 'Cancelled' },
  { value: 'REJECTED', label: 'Rejected' },
  { value: 'not_authorised', label: 'Not authorised' },
  { value: 'bad_routing', label: 'Bad routing' },
]

const CLIENT_TYPES = {
  wholesale: { type: 'WHOLESALE' },
  retail: { type: 'RETAIL' },
  all: {},
} as const

interface CallFiltersProps {
  readonly list: List
  readonly kind: RecordKind
  readonly failed: boolean
}

export function CallFilters({ list, kind, failed }: CallFiltersProps) {
  const { range, from, to, preset, status } = list.search
  return (
    <>
      <PresetTabs
        label="Result"
        choices={failed ? FAILED_PRESETS : kind === 'wholesale' ? PRESETS : RETAIL_PRESETS}
        value={preset ?? status}
        onChange={(value) => list.set(chosen(value))}
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
        {...CLIENT_TYPES[kind]}
        {...asFilter(list.bind('account_id'))}
      />
      <GatewayPicker
        aria-label="Gateway"
        placeholder="Gateway"
        {...asFilter(list.bind('gateway_id'))}
      />
      <MoreFilters filters={seldomFilters(list, kind)} />
    </>
  )
}

/** One tab takes the place of the other, whichever of the two filters it is. */
function chosen(value: string | undefined) {
  const isPreset = CALL_PRESETS.some((preset) => preset === value)
  return { status: isPreset ? undefined : value, preset: isPreset ? value : undefined }
}

const isNetwork = (text: string) => network.safeParse(text).success
const isCount = (text: string) => /^\d{1,9}$/.test(text)

function seldomFilters(list: List, kind: RecordKind) {
  const filter = (
    name: FilterName<typeof listCallRecords>,
    label: string,
    field: (binding: { label: string } & FilterBinding) => ReactNode,
  ) => ({
    label,
    isSet: list.search[name] !== undefined,
    field: field({ label, ...list.bind(name) }),
  })
  const words = (name: FilterName<typeof listCallRecords>, label: string, fits?: Fits) =>
    filter(name, label, (binding) => <TextFilter {...binding} {...(fits && { accepts: fits })} />)
  const one = (
    name: FilterName<typeof listCallRecords>,
    label: string,
    choices: SelectFilterProps['choices'],
  ) => filter(name, label, (binding) => <SelectFilter {...binding} choices={choices} width={220} />)
  const picked = (
    name: FilterName<typeof listCallRecords>,
    label: string,
    Picker: ComponentType<PickerProps>,
  ) =>
    filter(name, label, (binding) => (
      <Picker aria-label={label} placeholder={label} {...asFilter(binding)} />
    ))
  return [
    picked('settlement_id', 'Settlement', SettlementPicker),
    picked('reseller_id', 'Reseller', ResellerPicker),
    picked('route_plan_id', 'Route plan', RoutePlanPicker),
    words('source_ip', 'IP address or network', isNetwork),
    ...(kind === 'wholesale' ? [] : [words('username', 'SIP user')]),
    words('caller_number', 'Caller prefix'),
    words('called_number', 'Called prefix'),
    words('destination', 'Destination'),
    one('sip_code', 'SIP code', SIP_CHOICES),
    one('q850_cause', 'Q.850 cause', CAUSE_CHOICES),
    one('refusal', 'Refusal', REFUSAL_CHOICES),
    one('codec', 'Codec', CODEC_CHOICES),
    words('min_duration', 'Duration ≥ (s)', isCount),
    words('max_duration', 'Duration ≤ (s)', isCount),
  ]
}

type Fits = (text: string) => boolean
const CODEC_CHOICES = CODECS.map((codec) => ({ value: codec, label: codec }))
