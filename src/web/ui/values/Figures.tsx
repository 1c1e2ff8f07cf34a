import type { ReactNode } from 'react'
import styles from './Figures.module.css'

interface FiguresProps {
  readonly label: string
  readonly figures: readonly { readonly label: string; readonly value: ReactNode }[]
  /** Behind the figures, such as the button that changes them. */
  readonly children?: ReactNode
}

/** Figures that cannot be typed, over the fields of a form: balances, calls. */
export function Figures({ label, figures, children }: FiguresProps) {
  return (
    <div className={styles.bar}>
      <dl className={styles.figures} aria-label={label}>
        {figures.map((figure) => (
          <div key={figure.label}>
            <dt>{figure.label}</dt>
            <dd>{figure.value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </div>
  )
}
