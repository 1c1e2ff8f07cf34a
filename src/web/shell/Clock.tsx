import { useEffect, useState } from 'react'
import { formatClock } from '../ui/format.ts'
import { useKit } from '../ui/Kit.tsx'
import styles from './TopBar.module.css'

const TICK_MS = 1000

/** The server's time zone, and its date and time by the offset measured at start-up. */
export function Clock() {
  const { timeZone, now } = useKit()
  const [at, setAt] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), TICK_MS)
    return () => clearInterval(timer)
  }, [now])
  return (
    <div className={styles.clock}>
      <span className="muted">{timeZone}</span>
      <time dateTime={new Date(at).toISOString()}>{formatClock(new Date(at), timeZone)}</time>
    </div>
  )
}
