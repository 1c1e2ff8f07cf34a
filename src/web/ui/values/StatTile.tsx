import type { CSSProperties, ReactNode } from 'react'
import styles from './StatTile.module.css'

interface StatTileProps {
  readonly label: string
  readonly value: ReactNode
  /** Behind the value, smaller. */
  readonly unit?: string
  /** Under the value: what it rests on, or the difference to yesterday. */
  readonly note?: ReactNode
  /** Beside the label: how it went. */
  readonly trend?: ReactNode
  /** Muted is a figure that rests on too little. */
  readonly tone?: 'danger' | 'success' | 'muted' | undefined
}

/** One figure of a home page. */
export function StatTile({ label, value, unit, note, trend, tone }: StatTileProps) {
  return (
    <div className={`panel ${styles.tile}`}>
      <dt>
        {label}
        {trend}
      </dt>
      <dd className={styles.value} data-tone={tone}>
        {value}
        {unit && <small> {unit}</small>}
      </dd>
      {note !== undefined && <dd className={styles.note}>{note}</dd>}
    </div>
  )
}

interface StatTilesProps {
  readonly label: string
  /** The maximum in a row, so that rows are even. */
  readonly maxColumns?: number
  readonly children: ReactNode
}

/** Figures side by side, as many as fit. */
export function StatTiles({ label, maxColumns = 8, children }: StatTilesProps) {
  return (
    <dl
      className={styles.tiles}
      style={{ '--columns': maxColumns } as CSSProperties}
      aria-label={label}
    >
      {children}
    </dl>
  )
}
