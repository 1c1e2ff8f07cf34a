// The text and the recipients of a price notification, before it is made.
import { Button } from '@mantine/core'
import type { CallOf } from '#contract/endpoint.ts'
import {
  createPriceNotification,
  type PriceNotificationPreview,
} from '#contract/price-notifications/price-notifications.ts'
import { prefixName } from '../columns/prefix-name.ts'
import { useChange } from '../http/use-endpoint.ts'
import { Dialog } from '../ui/Dialog.tsx'
import styles from '../ui/form/Form.module.css'
import { labelFor } from '../ui/form/labels.ts'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { TableHead } from '../ui/TableHead.tsx'
import { Price } from '../ui/values/Amount.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { Figures } from '../ui/values/Figures.tsx'
import { count, formatDecimal } from '../ui/values/format.ts'
import table from './NotificationPreview.module.css'
import { changeFigures, NOTIFICATION_KIND_CHOICES } from './notification-columns.tsx'

interface NotificationPreviewProps {
  readonly asked: CallOf<typeof createPriceNotification>
  readonly preview: PriceNotificationPreview
  readonly onBack: () => void
  readonly onClose: () => void
  readonly onMade: (id: number) => void
}

const rowsOf = ({ rows: _, recipients: __, ...counts }: PriceNotificationPreview): number =>
  counts.new_count +
  counts.increase_count +
  counts.decrease_count +
  counts.changed_count +
  counts.removed_count +
  counts.withdrawn_count +
  counts.unchanged_count

export function NotificationPreview(props: NotificationPreviewProps) {
  const { asked, preview, onBack, onClose, onMade } = props
  const make = useChange(createPriceNotification, {
    also: ['price-notifications'],
    onDone: ({ id }) => onMade(id),
  })
  const all = rowsOf(preview)
  const { recipients, recipients_count } = preview
  const more = recipients_count - recipients.length
  return (
    <Dialog
      title="Preview of the price notification"
      width={860}
      onClose={onClose}
      footer={
        <div className={styles.answers}>
          <Button variant="subtle" onClick={onBack}>
            Back
          </Button>
          <Button loading={make.isPending} onClick={() => make.mutate(asked)}>
            Create
          </Button>
        </div>
      }
    >
      <Figures label="Changes" figures={changeFigures(preview)} />
      <p>
        For {count(recipients_count, 'account', 'accounts')}:{' '}
        {recipients.map(({ name }) => name).join(', ')}
        {more > 0 && ` and ${formatDecimal(more)} more`}.
      </p>
      {all === 0 ? (
        <p className="muted">No rate has changed since then.</p>
      ) : (
        <>
          <PreviewRows rows={preview.rows} />
          {all > preview.rows.length && (
            <p className="muted">
              The first {preview.rows.length} of {count(all, 'row', 'rows')}.
            </p>
          )}
        </>
      )}
    </Dialog>
  )
}

const COLUMNS = [
  ...['Change', 'Prefix', 'Destination', 'Old rate per minute', 'Rate per minute', 'Effective'],
]

function PreviewRows({ rows }: Pick<PriceNotificationPreview, 'rows'>) {
  return (
    <ScrollBox label="Rates">
      <table className={table.rates} aria-label="Rates">
        <TableHead columns={COLUMNS} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.number}>
              <td>{labelFor(NOTIFICATION_KIND_CHOICES, row.kind)}</td>
              <td className="mono">{prefixName(row.prefix)}</td>
              <td>{row.destination}</td>
              <td>
                <Price value={row.old_rate} currency={row.currency} />
              </td>
              <td>
                <Price value={row.rate} currency={row.currency} />
              </td>
              <td>
                <DateTime at={row.effective_from} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
