import type { ReactNode } from 'react'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import styles from './Management.module.css'

interface PanelProps {
  readonly title: string
  readonly columns: readonly string[]
  /** Shown in place of a table without rows. */
  readonly empty?: string
  readonly children: readonly ReactNode[]
}

/** A table under its title; each child is a row. */
export function Panel({ title, columns, empty, children }: PanelProps) {
  return (
    <section className={`panel ${styles.panel}`} aria-label={title}>
      <h2>{title}</h2>
      {empty !== undefined && children.length === 0 ? (
        <p className="muted">{empty}</p>
      ) : (
        <ScrollBox label={title}>
          <table className={styles.table} aria-label={title}>
            <TableHead columns={columns} />
            <tbody>{children}</tbody>
          </table>
        </ScrollBox>
      )}
    </section>
  )
}
