// The filters of call records: time, numbers and client in sight, the others on demand.
import { CALL_PRESETS, type listCallRecords } from '#contract/calls/call-records.ts'
import { PICKED } from '../lists/export/picked-fields.tsx'
import { FilterChips } from '../lists/filters/FilterChips.tsx'
import { addToFilter, type FilterField } from '../lists/filters/filter-field.ts'
import { ListRangeFilter } from '../lists/filters/ListRangeFilter.tsx'
import type { ListScreen } from '../lists/use-list-screen.ts'
import type { RecordKind } from '../navigation/paths.ts'
import { AccountPicker, GatewayPicker } from '../pickers/pickers.tsx'
import { useMay } from '../session/session.ts'
import { TextFilter } from '../ui/filters.tsx'
import type { Choice } from '../ui/form/SelectField.tsx'
import { PresetTabs } from '../ui/PresetTabs.tsx'
import {
  CALLED,
  CODEC_CHOICES,
  COUNTRY,
  DESTINATION,
  PREFIX,
  SOURCE_IP,
  written,
} from './call-fields.ts'
import { FAULT_CHOICES, REFUSAL_CHOICES } from './call-labels.ts'
import { SILENT_SIDE_CHOICES } from './media/media-words.ts'
import { CAUSE_CHOICES, SIP_CHOICES } from './sip-codes.ts'

type List = ListScreen<typeof listCallRecords>

// Results in capitals, other views of the list in small letters.
const PRESETS = [
  { value: '', label: 'All' },
  { value: 'ANSWERED', label: 'Answered' },
  { value: 'short', label: 'Short' },
  { value: 'rerouted', label: 'Rerouted' },
  { value: 'FAILED', label: 'Failed' },
  { value: 'recorded', label: 'Recorded' },
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
  const { preset, status } = list.search
  const views = failed ? FAILED_PRESETS : kind === 'wholesale' ? PRESETS : RETAIL_PRESETS
  const mayListen = useMay('recordings.view')
  const mayChoose = (value: string) =>
    (value !== 'recorded' || mayListen) &&
    (value === '' || list.reads('preset', value) || list.reads('status', value))
  return (
    <>
      <PresetTabs
        label="Result"
        choices={views.filter(({ value }) => mayChoose(value))}
        value={preset ?? status}
        onChange={(value) => list.set(viewOf(value))}
      />
      <ListRangeFilter list={list} />
      <TextFilter label="Number or call id" search {...list.bind('q')} />
      {list.has('account_id') && (
        <AccountPicker
          {...CLIENT_TYPES[kind]}
          {...addToFilter('Client', list.filterState, 'account_id')}
        />
      )}
      {list.has('gateway_id') && (
        <GatewayPicker {...addToFilter('Gateway', list.filterState, 'gateway_id')} />
      )}
      <FilterChips state={list.filterState} fields={FIELDS[kind]} />
    </>
  )
}

/** One tab takes the place of the other, whichever of the two filters it is. */
function viewOf(value: string | undefined) {
  const isPreset = CALL_PRESETS.some((preset) => preset === value)
  return { status: isPreset ? undefined : value, preset: isPreset ? value : undefined }
}

const chosen = (name: string, label: string, choices: readonly Choice[]): FilterField => ({
  kind: 'chosen',
  name,
  label,
  choices,
})

const CLIENTS = {
  wholesale: PICKED.wholesaleClient,
  retail: PICKED.retailClient,
  all: PICKED.client,
}

const exact = { is: 'is', isNot: 'is not' }

/** Reports lead to calls by these, which count each call once. */
const OF_REPORTS: readonly FilterField[] = [
  { ...PICKED.gateway, name: 'last_gateway_id', label: 'Gateway of the last attempt' },
  { ...PICKED.reseller, name: 'nearest_reseller_id', label: 'Nearest reseller' },
  { ...PICKED.reseller, name: 'reseller_tree_id', label: 'Any reseller in the chain' },
  written('exact_prefix', 'Exact prefix', exact),
  written('exact_destination', 'Exact destination', exact),
  chosen('caller_codec', 'Codec of the caller', CODEC_CHOICES),
]

const fieldsOf = (kind: RecordKind): readonly FilterField[] => [
  CLIENTS[kind],
  // The carrier of the last attempt is the one that is paid for the call.
  { ...PICKED.settlement, name: 'last_settlement_id', label: 'Carrier that was billed' },
  { ...PICKED.settlement, label: 'Carrier of any attempt' },
  PICKED.gateway,
  PICKED.reseller,
  PICKED.routePlan,
  SOURCE_IP,
  written('sip_call_id', 'SIP Call-ID', exact),
  ...(kind !== 'wholesale' ? [written('username', 'SIP user')] : []),
  written('caller_number', 'Caller'),
  CALLED,
  COUNTRY,
  PREFIX,
  DESTINATION,
  chosen('sip_code', 'SIP code', SIP_CHOICES),
  chosen('q850_cause', 'Q.850 cause', CAUSE_CHOICES),
  chosen('refusal', 'Refusal', REFUSAL_CHOICES),
  chosen('fault', 'Fault', FAULT_CHOICES),
  chosen('codec', 'Codec', CODEC_CHOICES),
  chosen('one_way_audio', 'One-way audio', SILENT_SIDE_CHOICES),
  {
    kind: 'between',
    name: 'min_duration_seconds',
    upper: 'max_duration_seconds',
    label: 'Duration',
    unit: 'seconds',
  },
  ...OF_REPORTS,
]

const FIELDS = {
  wholesale: fieldsOf('wholesale'),
  retail: fieldsOf('retail'),
  all: fieldsOf('all'),
}
