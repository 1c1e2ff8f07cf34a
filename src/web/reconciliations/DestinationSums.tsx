// The destinations with the largest differences, both sides beside each other.
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import {
  listReconciliationSums,
  type OneReconciliation,
} from '#contract/reconciliations/reconciliations.ts'
import { alert } from '../alerts/alerts.ts'
import { messageOf } from '../http/api-error.ts'
import { download } from '../http/download.ts'
import { useOne } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import { Amount } from '../ui/values/Amount.tsx'
import { formatDecimal, formatDuration, NONE } from '../ui/values/format.ts'
import styles from './Reconciliation.module.css'

const SHOWN = 10

export function DestinationSums({ reconciliation }: { reconciliation: OneReconciliation }) {
  const { id, currency } = reconciliation
  const mayExport = useMay('reconciliations.export')
  const { data = [] } = useOne(listReconciliationSums, {
    params: { id },
    query: { limit: SHOWN },
  })
  if (data.length === 0) return null
  const save = () =>
    void download(listReconciliationSums, { params: { id }, query: { format: 'xlsx' } }).catch(
      (error: unknown) => alert.error(messageOf(error), { title: 'The export failed' }),
    )
  return (
    <details className={styles.destinations}>
      <summary>By destination: the largest differences</summary>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Destination</th>
              <th scope="col">Our calls</th>
              <th scope="col">Their calls</th>
              <th scope="col">Our duration</th>
              <th scope="col">Their duration</th>
              <th scope="col">Our amount</th>
              <th scope="col">Their amount</th>
              <th scope="col">Difference</th>
            </tr>
          </thead>
          <tbody>
            {data.map((sum) => (
              <tr key={sum.destination}>
                <th scope="row">{sum.destination || NONE}</th>
                <td>{formatDecimal(sum.our_calls)}</td>
                <td>{formatDecimal(sum.their_calls)}</td>
                <td>{formatDuration(sum.our_seconds)}</td>
                <td>{formatDuration(sum.their_seconds)}</td>
                <td>
                  <Amount value={sum.our_amount} currency={currency} />
                </td>
                <td>
                  <Amount value={sum.their_amount} currency={currency} />
                </td>
                <td>
                  <Amount value={sum.difference} currency={currency} bad="more" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {mayExport && (
        <Button variant="default" size="xs" leftSection={<IconDownload size={15} />} onClick={save}>
          Export all destinations
        </Button>
      )}
    </details>
  )
}
