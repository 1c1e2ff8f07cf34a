import type { TimeWindow } from '#contract/routing/time-windows.ts'
import { useKit } from '../ui/Kit.tsx'
import { StatusDot } from '../ui/values/Badge.tsx'
import { formatDate } from '../ui/values/format.ts'

/** Open or closed at this moment, and until when in the user's time zone. */
export function StateNow({
  window,
}: {
  window: Pick<TimeWindow, 'current_state' | 'next_change'>
}) {
  const kit = useKit()
  const { current_state, next_change } = window
  const isOpen = current_state === 'open'
  return (
    <>
      <StatusDot tone={isOpen ? 'success' : 'neutral'}>{isOpen ? 'Open' : 'Closed'}</StatusDot>{' '}
      {next_change && (
        <span className="muted">
          until <time dateTime={next_change}>{formatDate(next_change, 'minute', kit)}</time>
        </span>
      )}
    </>
  )
}
