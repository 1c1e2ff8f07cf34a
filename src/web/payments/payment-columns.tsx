// The columns of payments.
import type { Payment } from '#contract/payments/payments.ts'
import type { Money, Sum } from '#core/money.ts'
import * as column from '../columns/common-columns.tsx'
import { lastMailColumn } from '../document-mails/LastMail.tsx'
import { accountPath } from '../navigation/account-path.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { Amount } from '../ui/values/Amount.tsx'
import { Badge } from '../ui/values/Badge.tsx'
import { METHODS, paymentKindLabel } from './payment-labels.ts'

const pathOf = ({ account_id, account_kind, account_level }: Payment): string =>
  accountPath({ id: account_id, kind: account_kind, level: account_level })

/** The amount in the balance of the reseller that received it. */
function OfParent({ amount, payment }: { amount: Money | Sum | null; payment: Payment }) {
  return <Amount value={amount} currency={payment.parent_currency} places="paid" />
}

function Kind({ payment }: { payment: Payment }) {
  const tone = payment.kind === 'REVERSAL' ? 'warning' : 'neutral'
  return (
    <>
      <Badge tone={tone}>{paymentKindLabel(payment.kind)}</Badge>{' '}
      {payment.is_reversed && <span className="muted">reversed</span>}
    </>
  )
}

export const PAYMENT_COLUMNS: readonly GridColumn<Payment>[] = [
  column.mono('id', 'No.', 70),
  column.time('at', 'Time', 160, { sort: true }),
  column.link('account_name', 'Account', 190, pathOf),
  { id: 'payer_name', header: 'Payer', width: 140, hidden: true, cell: (row) => row.payer_name },
  { id: 'payee_name', header: 'Payee', width: 140, cell: (row) => row.payee_name },
  { id: 'kind', header: 'Kind', width: 160, cell: (row) => <Kind payment={row} /> },
  column.paid('amount', 'Amount', 150, { sort: true }),
  column.money('balance_after', 'Balance after', 130),
  column.choice('method', 'Method', 120, METHODS),
  column.text('reference', 'Reference', 150),
  column.text('note', 'Note', 200),
  { id: 'created_by_name', header: 'By', width: 110, cell: (row) => row.created_by_name },
  column.money('balance_before', 'Balance before', 130, { hidden: true }),
  {
    id: 'parent_amount',
    header: 'Amount of the reseller',
    width: 180,
    align: 'end',
    hidden: true,
    cell: (row) => <OfParent amount={row.parent_amount} payment={row} />,
  },
  {
    id: 'parent_balance_after',
    header: 'Its balance after',
    width: 160,
    align: 'end',
    hidden: true,
    cell: (row) => <OfParent amount={row.parent_balance_after} payment={row} />,
  },
  lastMailColumn(),
  column.text('private_note', 'Private note', 200, { hidden: true }),
]
