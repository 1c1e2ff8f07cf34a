import type { BulkFault } from '#contract/bulk-changes/bulk-changes.ts'
import { fieldInWords } from '../forms/history/changes-in-words.ts'
import { count } from '../ui/values/format.ts'
import styles from './BulkChange.module.css'

interface FaultListProps {
  /** The first of them. */
  readonly faults: readonly BulkFault[]
  readonly total: number
}

/** The things that are not changed, and why. */
export function FaultList({ faults, total }: FaultListProps) {
  const more = total - faults.length
  return (
    <ul className={styles.faults} aria-label="Not changed">
      {faults.map(({ id, name, field, message }) => (
        <li key={id}>
          <strong>{name}</strong> {field && `${fieldInWords(field)}: `}
          {message}
        </li>
      ))}
      {more > 0 && <li className="muted">and {count(more, 'other', 'others')}</li>}
    </ul>
  )
}
