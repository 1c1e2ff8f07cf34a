import type { AnswerOf } from '#contract/endpoint.ts'
import type { importNumberListItems } from '#contract/number-list-items.ts'
import { count, formatDecimal } from '../ui/format.ts'
import { TableHead } from '../ui/TableHead.tsx'
import styles from './NumberList.module.css'

type Counts = AnswerOf<typeof importNumberListItems>

/** What an import would do, and the lines that it would leave out. */
export function ImportPreview(counts: Counts) {
  const { faults, faults_count } = counts
  return (
    <div role="status">
      <dl className={styles.counts} aria-label="Preview of changes">
        <Figure name="new" value={counts.added} />
        <Figure name="changed" value={counts.changed} />
        <Figure name="unchanged" value={counts.unchanged} />
        <Figure name="removed" value={counts.removed} />
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
