import { Select } from '@mantine/core'
import { useState } from 'react'
import { lookupTimeZones } from '#contract/console/lookups.ts'
import { setTimezone } from '#contract/console/settings.ts'
import { useChange, useOne } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'

/** It is saved as soon as it is chosen: the clock above shows at once whether it was meant. */
export function TimeZoneSection({ timezone }: { timezone: string }) {
  const mayEdit = useMay('settings.edit')
  const [typed, setTyped] = useState('')
  const isSearch = typed !== '' && typed !== timezone
  const zones = useOne(lookupTimeZones, { query: isSearch ? { q: typed } : {} })
  const change = useChange(setTimezone, {
    also: ['initial-data', 'me'],
    done: 'Time zone changed.',
  })
  const options = (zones.data ?? []).map(({ id, offset }) => ({
    value: id,
    label: id,
    hint: offset,
  }))
  const shown = options.some((one) => one.value === timezone)
    ? options
    : [{ value: timezone, label: timezone, hint: '' }, ...options]
  return (
    <Select
      label="Time zone"
      searchable
      disabled={!mayEdit || change.isPending}
      data={shown}
      value={timezone}
      onSearchChange={setTyped}
      filter={({ options: all }) => all}
      renderOption={({ option }) => (
        <span>
          {option.label}{' '}
          <span className="muted">{shown.find((one) => one.value === option.value)?.hint}</span>
        </span>
      )}
      onChange={(next) => {
        if (next && next !== timezone) change.mutate({ body: { timezone: next } })
      }}
      allowDeselect={false}
      nothingFoundMessage="No time zone found"
    />
  )
}
