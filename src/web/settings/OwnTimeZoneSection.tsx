import { useQueryClient } from '@tanstack/react-query'
import { setOwnTimezone } from '#contract/people/session.ts'
import { useChange } from '../http/use-endpoint.ts'
import { TimeZonePicker } from '../pickers/TimeZonePicker.tsx'
import { useServerZone, useUser } from '../session/session.ts'

/** The time zone of the user; saved as soon as it is chosen. */
export function OwnTimeZoneSection() {
  const { own_timezone } = useUser()
  const serverZone = useServerZone()
  const queries = useQueryClient()
  const change = useChange(setOwnTimezone, {
    done: 'Time zone changed.',
    // Every list with a time range is another one now.
    onDone: () => void queries.invalidateQueries(),
  })
  return (
    <TimeZonePicker
      label="Your time zone"
      placeholder={`As the switch, ${serverZone}`}
      clearable
      // Reached by the keyboard too: it is the only way back.
      clearButtonProps={{ 'aria-label': 'As the switch', 'aria-hidden': false, tabIndex: 0 }}
      disabled={change.isPending}
      value={own_timezone}
      onChange={(timezone) => {
        if (timezone !== own_timezone) change.mutate({ body: { timezone } })
      }}
    />
  )
}
