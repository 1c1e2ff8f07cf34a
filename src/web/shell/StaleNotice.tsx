import { browserNow } from '../ui/browser-clock.ts'
import { useKit } from '../ui/Kit.tsx'
import { formatTime } from '../ui/values/format.ts'
import styles from './SwitchBanner.module.css'

/** The server does not answer: what is on the page is from then. */
export function StaleNotice({ updated_at }: { updated_at: number }) {
  const { timeZone, now } = useKit()
  const at = new Date(updated_at + (now() - browserNow()))
  return (
    <div role="status" className={styles.stale}>
      The server does not respond. Last update {formatTime(at, timeZone)}, retrying.
    </div>
  )
}
