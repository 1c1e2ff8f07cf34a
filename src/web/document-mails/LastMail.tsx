// Where a document was sent last, with the way to its delivery.
import type { Invoice } from '#contract/invoices/invoices.ts'
import { paths, withSearch } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { DateTime } from '../ui/values/DateTime.tsx'
import { NONE } from '../ui/values/format.ts'

type Mailed = Pick<Invoice, 'mail_id' | 'mail_to' | 'mail_state' | 'mail_at'>

const WORDS: Readonly<Record<NonNullable<Mailed['mail_state']>, string>> = {
  WAITING: 'Waiting for',
  SENT: 'Sent to',
  FAILED: 'Failed to',
  SUPPRESSED: 'Not sent to',
}

export function LastMail({ mail_id, mail_to, mail_state, mail_at }: Mailed) {
  // Users without the right have none of these fields.
  if (!mail_id || !mail_state) return NONE
  return (
    <Link to={withSearch(paths.admin.notificationDeliveries, { delivery: mail_id })}>
      {WORDS[mail_state]} {mail_to} <DateTime at={mail_at} />
    </Link>
  )
}

export const lastMailColumn = <Row extends Mailed>(): GridColumn<Row> => ({
  id: 'mail_to',
  header: 'E-mail',
  width: 260,
  fields: ['mail_to', 'mail_state', 'mail_at'],
  cell: (row) => <LastMail {...row} />,
})
