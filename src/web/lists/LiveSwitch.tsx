// Shows whether the list is live, and pauses it.
import { ActionIcon, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { browserNow } from '../ui/browser-clock.ts'
import { useKit } from '../ui/Kit.tsx'
import { StatusDot } from '../ui/values/Badge.tsx'
import { formatTime } from '../ui/values/format.ts'

interface LiveSwitchProps {
  readonly list: {
    /** The error of the last try. */
    readonly error: Error | null
    /** When the rows came, by the browser's clock. */
    readonly updated_at: number
  }
  readonly every_ms: number
  readonly paused: boolean
  readonly onChange: (paused: boolean) => void
}

export function LiveSwitch(props: LiveSwitchProps) {
  const { paused, onChange } = props
  const toggle = () => onChange(!paused)
  useHotkeys([['.', toggle]])
  const label = paused ? 'Resume' : 'Pause'
  return (
    <>
      <span role="status">
        <State {...props} />
      </span>
      <Tooltip label={`${label} (.)`}>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={label}
          aria-keyshortcuts="."
          onClick={toggle}
        >
          {paused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
        </ActionIcon>
      </Tooltip>
    </>
  )
}

function State({ list: { error, updated_at }, every_ms, paused }: LiveSwitchProps) {
  const { timeZone, now } = useKit()
  if (error) {
    const at = new Date(updated_at + (now() - browserNow()))
    const last = updated_at > 0 ? `last update ${formatTime(at, timeZone)}` : 'never updated'
    return <StatusDot tone="warning">Stale · {last}</StatusDot>
  }
  if (paused) return <StatusDot tone="neutral">Paused</StatusDot>
  return <StatusDot tone="success">Live · {every_ms / 1000} s</StatusDot>
}
