import styles from './Remaining.module.css'

interface RemainingProps {
  /** What is measured, for those who hear it. */
  readonly label: string
  readonly left: number
  readonly of: number
  /** Both as they are said. */
  readonly words: string
}

/** Below this share the bar warns. */
const LOW = 0.1

/** What is left of something, as a bar with its words beside it. */
export function Remaining({ label, left, of, words }: RemainingProps) {
  return (
    <span className={styles.remaining}>
      <meter
        className={styles.meter}
        aria-label={label}
        aria-valuetext={words}
        min={0}
        max={Math.max(of, 1)}
        low={of * LOW}
        optimum={of}
        value={left}
      />
      <span aria-hidden>{words}</span>
    </span>
  )
}
