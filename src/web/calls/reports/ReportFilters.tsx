// The filters of a traffic report: its time range, what it is grouped by, and the calls it counts.
import { Switch } from '@mantine/core'
import type { listTrafficReport, ReportGroup } from '#contract/traffic/traffic-reports.ts'
import { PICKED } from '../../lists/export/picked-fields.tsx'
import { FilterChips } from '../../lists/filters/FilterChips.tsx'
import { addToFilter, type FilterField } from '../../lists/filters/filter-field.ts'
import type { ListScreen } from '../../lists/use-list-screen.ts'
import type { ReportKind } from '../../navigation/paths.ts'
import { AccountPicker } from '../../pickers/pickers.tsx'
import { useUser } from '../../session/session.ts'
import { SelectFilter, TextFilter } from '../../ui/filters.tsx'
import { RangeFilter } from '../../ui/RangeFilter.tsx'
import { CODEC_CHOICES, COUNTRY, DESTINATION, PREFIX } from '../call-fields.ts'
import { REFUSAL_CHOICES } from '../call-labels.ts'
import { SIP_CHOICES } from '../sip-codes.ts'
import { groupingsOf, REPORTS } from './report-kinds.ts'

type List = ListScreen<typeof listTrafficReport>

/** By what each field narrows a report: a user filters by what he may group by. */
const FIELDS: Readonly<Partial<Record<ReportGroup, FilterField>>> = {
  client: PICKED.client,
  reseller: PICKED.reseller,
  settlement: PICKED.settlement,
  gateway: PICKED.gateway,
  destination: DESTINATION,
  country: COUNTRY,
  prefix: PREFIX,
  sip_code: { kind: 'chosen', name: 'sip_code', label: 'SIP code', choices: SIP_CHOICES },
  refusal: { kind: 'chosen', name: 'refusal', label: 'Refusal', choices: REFUSAL_CHOICES },
  codec: { kind: 'chosen', name: 'codec', label: 'Codec', choices: CODEC_CHOICES },
}

const CLIENT_TYPES = [
  { value: 'wholesale', label: 'Wholesale' },
  { value: 'retail', label: 'Retail' },
]

const isCount = (text: string) => /^\d{1,9}$/.test(text)

interface ReportFiltersProps {
  readonly kind: ReportKind
  readonly list: List
  /** The first key of each row: the unit of the report, or the tab of the summary. */
  readonly lead: ReportGroup
}

export function ReportFilters({ kind, list, lead }: ReportFiltersProps) {
  const { field_rights } = useUser()
  const { range, ranges } = REPORTS[kind]
  const groupings = groupingsOf(field_rights)
  const sees = (group: ReportGroup) => groupings.some((one) => one.group === group)
  const fields = groupings.flatMap(({ group }) => FIELDS[group] ?? [])
  const { search } = list
  return (
    <>
      <RangeFilter
        range={search.range}
        from={search.from}
        to={search.to}
        choices={ranges}
        fallback={range}
        onChange={(next) => list.set({ ...next })}
      />
      <Groups list={list} lead={lead} isTabbed={kind === 'summary'} />
      {sees('client') && (
        <>
          <SelectFilter label="Client type" choices={CLIENT_TYPES} {...list.bind('client_type')} />
          <AccountPicker {...addToFilter('Client', list.filterState, 'account_id')} />
        </>
      )}
      <FilterChips state={list.filterState} fields={fields} />
      {search.reseller_id !== undefined && (
        <Switch
          label="With resellers below"
          checked={search.with_children === 'true'}
          onChange={({ currentTarget }) =>
            list.set({ with_children: currentTarget.checked ? 'true' : undefined })
          }
        />
      )}
      <TextFilter label="Min calls" width={100} accepts={isCount} {...list.bind('min_calls')} />
    </>
  )
}

interface GroupsProps {
  readonly list: List
  readonly lead: ReportGroup
  /** The first key is a tab, beside which this is already the second choice. */
  readonly isTabbed: boolean
}

/** Two further keys beside the first. */
function Groups({ list, lead, isTabbed }: GroupsProps) {
  const { field_rights } = useUser()
  const [, first, second] = (list.search.group ?? '').split(',')
  const choices = groupingsOf(field_rights)
    .filter(({ group }) => group !== lead)
    .map(({ group, one }) => ({ value: group, label: one }))
  const choose = (...keys: (string | undefined)[]) =>
    list.bind('group').onChange([lead, ...keys.filter(Boolean)].join(','))
  return (
    <>
      <SelectFilter
        label={isTabbed ? 'Then by' : 'Group by'}
        choices={choices.filter(({ value }) => value !== second)}
        value={first}
        onChange={(next) => choose(next ?? second, next ? second : undefined)}
      />
      {first && (
        <SelectFilter
          label={isTabbed ? 'And by' : 'Then by'}
          choices={choices.filter(({ value }) => value !== first)}
          value={second}
          onChange={(next) => choose(first, next)}
        />
      )}
    </>
  )
}
