import { useEffect, useState } from 'react'
import { useServerZone } from '../session/session.ts'
import { useKit } from '../ui/Kit.tsx'
import { formatClock, formatTime } from '../ui/values/format.ts'
import styles from './TopBar.module.css'

const TICK_MS = 1000

/**
 * The server's time zone, and its date and time by the offset measured at start-up. Times of the
 * screens may be in another one, that of the user.
 */
export function Clock() {
  const { timeZone, now } = useKit()
  const serverZone = useServerZone()
  const [at, setAt] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), TICK_MS)
    return () => clearInterval(timer)
  }, [now])
  return (
    <div
      className={styles.clock}
      {...(timeZone !== serverZone && {
        title: `Server time. Your time zone, ${timeZone}: ${formatTime(new Date(at), timeZone)}`,
      })}
    >
      <span className="muted">{serverZone}</span>
      <time dateTime={new Date(at).toISOString()}>{formatClock(new Date(at), serverZone)}</time>
    </div>
  )
}
