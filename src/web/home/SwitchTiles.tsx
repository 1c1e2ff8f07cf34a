// Whether the switch runs, and what waits to be written; the tiles lead to Management.

import { switchLoad, systemInfo } from '#contract/machine/machine.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { formatDecimal, formatDuration, NONE } from '../ui/values/format.ts'
import { StatTile, StatTiles } from '../ui/values/StatTile.tsx'

const BANNER_POLL_MS = 5000
const POLL_MS = 30_000

export function SwitchTiles() {
  // The banner above every screen has the same answer.
  const info = useOne(systemInfo, {}, { every_ms: BANNER_POLL_MS })
  const load = useOne(switchLoad, {}, { every_ms: POLL_MS })
  return (
    <Loaded query={info}>
      {({ processes, unclosed_calls }) => (
        <Loaded query={load}>
          {({ calls_peak_today: peak, queues }) => {
            const running = processes.filter(({ state }) => state === 'running').length
            return (
              <StatTiles label="Switch" maxColumns={5}>
                <StatTile
                  label="Peak calls today"
                  value={link(peak === null ? NONE : formatDecimal(peak))}
                />
                <StatTile
                  label="Processes running"
                  value={link(`${running} of ${processes.length}`)}
                  tone={running < processes.length ? 'danger' : undefined}
                />
                <StatTile
                  label="Records in the queue"
                  value={link(
                    formatDecimal(queues.charging_operations + (queues.outbox_events ?? 0)),
                  )}
                  note={`${formatDecimal(queues.traffic_additions)} sums to add up`}
                />
                <StatTile
                  label="Lag of records"
                  value={link(formatDuration(queues.record_lag_seconds))}
                  tone={queues.record_lag_seconds > 0 ? 'danger' : undefined}
                />
                <StatTile
                  label="Calls not closed"
                  value={link(formatDecimal(unclosed_calls.count))}
                  tone={unclosed_calls.count > 0 ? 'danger' : undefined}
                />
              </StatTiles>
            )
          }}
        </Loaded>
      )}
    </Loaded>
  )
}

const link = (text: string) => <Link to={paths.admin.management}>{text}</Link>
