import styles from './Remaining.module.css'

interface RemainingProps {
  /** The measured quantity, for screen readers. */
  readonly label: string
  readonly left: number
  readonly of: number
  /** Both as they are said. */
  readonly words: string
}

/** Below this share the bar warns. */
const LOW = 0.1

/** The rest of something, as a bar with its words beside it. */
export function Remaining({ label, left, of, words }: RemainingProps) {
  const share = of > 0 ? Math.min(1, left / of) : 0
  return (
    <span className={styles.remaining}>
      {/* Browsers draw meters differently: this one is for screen readers, the bar is visible. */}
      <meter
        className="visually-hidden"
        aria-label={label}
        aria-valuetext={words}
        min={0}
        max={Math.max(of, 1)}
        value={left}
      />
      <span className={styles.track} aria-hidden>
        <span
          className={styles.bar}
          data-low={share < LOW || undefined}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      <span aria-hidden>{words}</span>
    </span>
  )
}
