import { Select } from '@mantine/core'
import { useState } from 'react'
import { lookupTimeZones } from '#contract/console/lookups.ts'
import { setTimezone } from '#contract/console/settings.ts'
import { alert } from '../alerts/alerts.ts'
import { useChange, useOne } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'

const EFFECT =
  'Days and months of all users without a time zone of their own, and limits per day or month, ' +
  'begin at another hour from now on: figures of today change, and so may limits of today.'

/** It is for all, and saved as soon as it is confirmed. */
export function TimeZoneSection({ timezone }: { timezone: string }) {
  const mayEdit = useMay('settings.edit')
  const [typed, setTyped] = useState('')
  const isSearch = typed !== '' && typed !== timezone
  const zones = useOne(lookupTimeZones, { query: isSearch ? { q: typed } : {} })
  const change = useChange(setTimezone, {
    also: ['initial-data', 'me'],
    done: 'Time zone changed.',
  })
  async function askToChange(next: string): Promise<void> {
    const sure = await alert.confirm(EFFECT, {
      title: `Change the time zone of the switch to ${next}?`,
      yes: 'Change',
      no: 'Cancel',
    })
    if (sure) change.mutate({ body: { timezone: next } })
  }
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
        if (next && next !== timezone) void askToChange(next)
      }}
      allowDeselect={false}
      nothingFoundMessage="No time zone found"
    />
  )
}
