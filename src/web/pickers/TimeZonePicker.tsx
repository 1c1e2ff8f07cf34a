// A time zone by its IANA name. The browser knows them all, so no request is needed.
import { Select, type SelectProps } from '@mantine/core'

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]
/** More than a person reads; what is typed narrows them. */
const SHOWN = 60

export function TimeZonePicker(props: Omit<SelectProps, 'data'>) {
  // A name that only the server knows is shown as well.
  const given = props.value ?? props.defaultValue
  const data = given && !ZONES.includes(given) ? [given, ...ZONES] : ZONES
  return (
    <Select
      searchable
      limit={SHOWN}
      allowDeselect={false}
      checkIconPosition="right"
      nothingFoundMessage="No time zone found"
      {...props}
      data={data}
    />
  )
}
