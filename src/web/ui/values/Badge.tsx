import type { ReactNode } from 'react'
import type { AccentName } from '../theme/tokens.ts'
import styles from './Badge.module.css'

export type Tone = AccentName | 'neutral'

/** A word on a quiet ground. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}

/** A state is a dot and a word, never a colour alone. */
export function StatusDot({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles.status} data-tone={tone}>
      {children}
    </span>
  )
}
