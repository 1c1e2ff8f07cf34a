import { TableHead } from '../ui/TableHead.tsx'
import { count, formatDecimal } from '../ui/values/format.ts'
import styles from './ImportPreview.module.css'

interface ImportPreviewProps {
  /** Words with their numbers of lines. */
  readonly figures: Readonly<Record<string, number>>
  readonly faults: readonly {
    readonly line: number
    readonly text: string
    readonly message: string
  }[]
  readonly faults_count: number
}

/** The changes that an import would make, and the lines that it would skip. */
export function ImportPreview({ figures, faults, faults_count }: ImportPreviewProps) {
  return (
    <div role="status">
      <dl className={styles.counts} aria-label="Preview of changes">
        {Object.entries(figures).map(([name, value]) => (
          <Figure key={name} name={name} value={value} />
        ))}
        <Figure name="skipped" value={faults_count} isBad />
      </dl>
      {faults.length > 0 && (
        <div className={styles.faults}>
          <table aria-label="Skipped lines">
            <TableHead columns={['Line', 'Text', 'Reason']} />
            <tbody>
              {faults.map(({ line, text, message }) => (
                <tr key={line}>
                  <td>{line}</td>
                  <td className="mono">{text.slice(0, 60)}</td>
                  <td>{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {faults_count > faults.length && (
            <p className="muted">
              and {count(faults_count - faults.length, 'more line', 'more lines')}
            </p>
          )}
        </div>
      )}
    </div>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: number
  readonly isBad?: boolean
}

function Figure({ name, value, isBad = false }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isBad && value > 0 ? 'danger' : undefined}>{formatDecimal(value)}</dd>
    </div>
  )
}
