// Whether the switch runs, and what waits to be written; the tiles lead to Management.
import { Link } from '@tanstack/react-router'
import { systemInfo } from '#contract/machine.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { formatDecimal, formatDuration, NONE } from '../ui/format.ts'
import { StatTile, StatTiles } from '../ui/StatTile.tsx'

const POLL_MS = 30_000

export function SwitchTiles() {
  const call = { query: { details: 'true' } } as const
  const info = useOne(systemInfo, call, { every_ms: POLL_MS })
  const link = (text: string) => <Link to={paths.admin.management}>{text}</Link>
  return (
    <Loaded query={info}>
      {({ processes, unclosed_calls, details }) => {
        const running = processes.filter(({ state }) => state === 'running').length
        const peak = details?.calls_peak_today ?? null
        const { charging_operations = 0, outbox_events = 0 } = details?.queues ?? {}
        const lag = details?.queues.record_lag_seconds ?? 0
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
              value={link(formatDecimal(charging_operations + (outbox_events ?? 0)))}
              note={`${formatDecimal(details?.queues.traffic_additions ?? 0)} sums to add up`}
            />
            <StatTile
              label="Lag of records"
              value={link(formatDuration(lag))}
              tone={lag > 0 ? 'danger' : undefined}
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
  )
}
