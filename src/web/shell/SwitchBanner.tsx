// Says plainly when the switch does not run, or runs with a hole, and what to do about it.
import { IconAlertTriangle } from '@tabler/icons-react'
import { systemInfo } from '#contract/settings.ts'
import { useOne } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import styles from './SwitchBanner.module.css'

const POLL_MS = 5000

const SAYS = {
  stopped: 'is stopped',
  missing: 'is not installed',
  failing: 'keeps failing',
} as const

export function SwitchBanner() {
  const may = useMay('system.view')
  const { data } = useOne(systemInfo, {}, { every_ms: POLL_MS, enabled: may })
  const down = (data?.processes ?? []).flatMap((process) =>
    process.state in SAYS ? [{ ...process, says: SAYS[process.state as keyof typeof SAYS] }] : [],
  )
  const warned = (data?.processes ?? []).filter(
    ({ state, detail }) => state === 'running' && detail !== '',
  )
  if (down.length + warned.length === 0) return null
  return (
    <div role="alert" className={styles.banner}>
      <IconAlertTriangle size={17} aria-hidden />
      <div>
        {down.length > 0 && <strong>The switch is not running.</strong>}
        {warned.map(({ name, detail }) => (
          <div key={name}>
            <b>{name}</b> runs, but {detail}
          </div>
        ))}
        {down.map((process) => (
          <div key={process.name}>
            <b>{process.name}</b> {process.says}
            {process.detail && `: ${process.detail}`}
          </div>
        ))}
      </div>
    </div>
  )
}
