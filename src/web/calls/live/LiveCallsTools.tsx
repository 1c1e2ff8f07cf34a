// Turns the live list of calls on and off, and pauses it.
import { Button, Tooltip } from '@mantine/core'
import { IconActivity } from '@tabler/icons-react'
import { LiveSwitch } from '../../lists/LiveSwitch.tsx'
import { count } from '../../ui/values/format.ts'
import { LIVE_EVERY_MS, type useLiveCalls } from './use-live-calls.ts'

interface LiveCallsToolsProps {
  readonly live: ReturnType<typeof useLiveCalls>
  readonly paused: boolean
  readonly onPause: (paused: boolean) => void
  /** Shows the calls that wait. */
  readonly onShow: () => void
}

export function LiveCallsTools({ live, paused, onPause, onShow }: LiveCallsToolsProps) {
  const { isLive, endsNow, setLive, waiting } = live
  const label = endsNow
    ? 'Calls are added on top as they end'
    : 'Choose a time range that ends now: this one is over'
  return (
    <>
      {/* In the row of the title: above the table it would move the rows under the pointer. */}
      {waiting > 0 && (
        <Button variant="light" size="compact-sm" h={30} onClick={onShow}>
          Show {count(waiting, 'new call', 'new calls')}
        </Button>
      )}
      {isLive && (
        <LiveSwitch list={live} every_ms={LIVE_EVERY_MS} paused={paused} onChange={onPause} />
      )}
      <Tooltip label={label}>
        <Button
          variant={isLive ? 'light' : 'default'}
          size="compact-sm"
          h={30}
          leftSection={<IconActivity size={16} />}
          aria-pressed={isLive}
          aria-disabled={!endsNow}
          onClick={() => endsNow && setLive(!isLive)}
        >
          Live tail
        </Button>
      </Tooltip>
    </>
  )
}
