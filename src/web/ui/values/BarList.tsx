// The largest of something as a table with a bar in each row: readable, linkable, and no picture.
import type { ReactNode } from 'react'
import { ScrollBox } from '../ScrollBox.tsx'
import { TableHead } from '../TableHead.tsx'
import styles from './BarList.module.css'

export interface Bar {
  readonly key: string
  readonly label: ReactNode
  /** The value of the bar's length; without it there is no bar. */
  readonly value?: number
  /** The figures behind it, in the order of the columns. */
  readonly figures: readonly ReactNode[]
}

interface BarListProps {
  readonly title: string
  /** The first names what is counted, the others the figures. */
  readonly columns: readonly string[]
  readonly bars: readonly Bar[]
  readonly empty: string
  /** Beside the title. */
  readonly tools?: ReactNode
}

export function BarList({ title, columns, bars, empty, tools }: BarListProps) {
  const most = Math.max(...bars.map((bar) => bar.value ?? 0), Number.EPSILON)
  return (
    <section className={`panel ${styles.panel}`}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {tools}
      </div>
      {bars.length === 0 ? (
        <p className="muted">{empty}</p>
      ) : (
        <ScrollBox label={title}>
          <table>
            <TableHead columns={columns} />
            <tbody>
              {bars.map((bar) => (
                <tr key={bar.key}>
                  <td>
                    {bar.value !== undefined && (
                      <span
                        className={styles.bar}
                        style={{ width: `${Math.max(1, (bar.value / most) * 100)}%` }}
                        aria-hidden
                      />
                    )}
                    <span className={styles.label}>{bar.label}</span>
                  </td>
                  {bar.figures.map((figure, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the column names a figure.
                    <td key={i}>{figure}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </section>
  )
}
