// A tile for each class of rows, with the money that both sides differ by.
import { UnstyledButton } from '@mantine/core'
import type { OneReconciliation } from '#contract/reconciliations/reconciliations.ts'
import { Amount } from '../ui/values/Amount.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { count } from '../ui/values/format.ts'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import styles from './Reconciliation.module.css'
import { CLASSES, DISPUTES } from './reconciliation-labels.ts'

interface ClassSumsProps {
  readonly reconciliation: OneReconciliation
  /** Filters the rows. */
  readonly onClass: (kind: string) => void
}

export function ClassSums({ reconciliation, onClass }: ClassSumsProps) {
  const { classes, currency, from_at, until_at, difference } = reconciliation
  const { dispute_state, dispute_amount } = reconciliation
  const outside = classes.find((one) => one.class === 'OUTSIDE')
  return (
    <section aria-label="Classes">
      <p>
        <DateTime at={from_at} /> to <DateTime at={until_at} />. Difference (theirs − ours):{' '}
        <Amount value={difference} currency={currency} bad="more" />.
        {dispute_state !== null && (
          <>
            {' '}
            Dispute of <Amount value={dispute_amount} currency={currency} />:{' '}
            <StatusLabel choices={DISPUTES} value={dispute_state} />
          </>
        )}
      </p>
      {outside && (
        <p className="muted">
          {count(outside.rows_count, 'row of the file lies', 'rows of the file lie')} outside of
          this period and {outside.rows_count === 1 ? 'is' : 'are'} not compared. To compare them
          too, set the period under “Change options”.
        </p>
      )}
      <div className={styles.tiles}>
        {CLASSES.map(({ value, label }) => {
          const sums = classes.find((one) => one.class === value)
          if (!sums) return null
          const isCompared = value !== 'OUTSIDE' && value !== 'INVALID'
          return (
            <UnstyledButton
              key={value}
              className={styles.tile}
              onClick={() => onClass(value)}
              title={`Show rows: ${label}`}
            >
              <strong>{label}</strong>
              <span>{count(sums.rows_count, 'row', 'rows')}</span>
              {isCompared && <Amount value={sums.difference} currency={currency} bad="more" />}
            </UnstyledButton>
          )
        })}
      </div>
    </section>
  )
}
