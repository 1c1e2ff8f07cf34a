import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { listActiveCalls } from '#contract/calls/active-calls.ts'
import type { ListScreen } from '../../lists/use-list-screen.ts'
import { asFilter } from '../../pickers/LookupPicker.tsx'
import { AccountPicker, GatewayPicker } from '../../pickers/pickers.tsx'
import { SelectFilter, TextFilter } from '../../ui/filters.tsx'
import type { Choice } from '../../ui/form/SelectField.tsx'
import { formatDuration } from '../../ui/values/format.ts'
import { STATE_CHOICES } from '../call-labels.ts'

export type ActiveCallList = ListScreen<typeof listActiveCalls>

const LENGTHS: readonly Choice[] = [
  { value: '60', label: '≥ 1 minute' },
  { value: '300', label: '≥ 5 minutes' },
  { value: '900', label: '≥ 15 minutes' },
  { value: '1800', label: '≥ 30 minutes' },
  { value: '3600', label: '≥ 1 hour' },
  { value: '7200', label: '≥ 2 hours' },
]

/** A URL may contain any length. */
function lengthsWith(seconds: string | undefined): readonly Choice[] {
  if (seconds === undefined || LENGTHS.some(({ value }) => value === seconds)) return LENGTHS
  return [...LENGTHS, { value: seconds, label: `≥ ${formatDuration(Number(seconds))}` }]
}

export function ActiveCallFilters({ list }: { list: ActiveCallList }) {
  const { destination, min_seconds } = list.search
  return (
    <>
      <TextFilter
        label={list.has('account_id') ? 'Number, client, destination' : 'Number, destination'}
        search
        {...list.bind('q')}
      />
      <SelectFilter label="State" choices={STATE_CHOICES} {...list.bind('state')} />
      <SelectFilter
        label="Duration"
        choices={lengthsWith(min_seconds)}
        {...list.bind('min_seconds')}
      />
      {list.has('account_id') && (
        <AccountPicker payment="RECHARGE" {...asFilter('Client', list.bind('account_id'))} />
      )}
      {list.has('gateway_id') && (
        <GatewayPicker {...asFilter('Gateway', list.bind('gateway_id'))} />
      )}
      {list.has('called_number') && (
        <TextFilter label="Called prefix" {...list.bind('called_number')} />
      )}
      {destination !== undefined && (
        <Button
          variant="default"
          rightSection={<IconX size={13} />}
          aria-label={`Remove the filter by destination ${destination}`}
          onClick={() => list.set({ destination: undefined })}
        >
          {destination}
        </Button>
      )}
    </>
  )
}
