// The notes of the dispute, oldest first.
import type { OneReconciliation } from '#contract/reconciliations/reconciliations.ts'
import { DateTime } from '../ui/values/DateTime.tsx'
import styles from './Reconciliation.module.css'

export function DisputeNotes({ reconciliation }: { reconciliation: OneReconciliation }) {
  const { notes } = reconciliation
  if (notes.length === 0) return null
  return (
    <section aria-label="Notes of the dispute">
      <ul className={styles.notes}>
        {notes.map(({ id, text, created_by, created_at }) => (
          <li key={id}>
            <span className="muted">
              <DateTime at={created_at} />, {created_by}:
            </span>{' '}
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}
