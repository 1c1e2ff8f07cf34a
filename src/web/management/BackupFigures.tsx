import { useKit } from '../ui/Kit.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { NONE } from '../ui/values/format.ts'
import { StatTile, StatTiles } from '../ui/values/StatTile.tsx'
import { Ticking } from '../ui/values/Ticking.tsx'
import { type Backups, LOG_LATE_MS, lastPassed, resultOf } from './backup-words.ts'
import { tookOf } from './job-words.ts'
import { formatMachineBytes } from './machine-words.ts'

/** How much would be lost now, how long a restore would take, and whether it has been tried. */
export function BackupFigures({ address, log_stored_until, backups, tests }: Backups) {
  const { now } = useKit()
  const [last] = backups
  const [test] = tests
  const passed = lastPassed(tests)
  const isLate = log_stored_until !== null && now() - Date.parse(log_stored_until) > LOG_LATE_MS
  return (
    <StatTiles label="Backups now" maxColumns={4}>
      <StatTile
        label="Last backup"
        value={last ? <Ticking since={last.ended_at} /> : NONE}
        note={last ? `${formatMachineBytes(last.bytes)} in ${address}` : `None yet in ${address}`}
        tone={last ? undefined : 'danger'}
      />
      <StatTile
        label="Would be lost now"
        value={log_stored_until ? <Ticking since={log_stored_until} /> : NONE}
        note={
          log_stored_until ? (
            <>
              Log stored until <DateTime at={log_stored_until} />
            </>
          ) : (
            'No log is stored yet'
          )
        }
        tone={isLate ? 'danger' : undefined}
      />
      <StatTile
        label="Restore test"
        value={test ? resultOf(test).label : NONE}
        note={
          passed ? (
            <>
              Restored up to <DateTime at={passed.restored_until} />
            </>
          ) : (
            'None has passed yet'
          )
        }
        tone={test && resultOf(test).tone === 'danger' ? 'danger' : undefined}
      />
      <StatTile
        label="A restore takes"
        value={tookOf({ duration_ms: passed?.restore_ms ?? null })}
        note="As the last test has measured"
      />
    </StatTiles>
  )
}
