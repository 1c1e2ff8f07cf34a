// What clients have paid us, or what we have paid to settlement accounts: one screen, two places.
import { IconArrowBackUp, IconList } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { getPaymentTotals, listPayments, type Payment } from '#contract/payments.ts'
import { PaymentDialog } from '../accounts/PaymentDialog.tsx'
import { METHODS } from '../accounts/payment-words.ts'
import { paths, withSearch } from '../areas/paths.ts'
import { useOne } from '../http/use-endpoint.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { AccountPicker } from '../pickers/AccountPicker.tsx'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { formatAmount } from '../ui/format.ts'
import { type Direction, KIND_CHOICES, PAYMENT_COLUMNS } from './payment-columns.tsx'
import { ReversalDialog } from './ReversalDialog.tsx'

const WORDS = {
  payable: {
    title: 'Payment report',
    kind: 'PAYMENT_MADE',
    account: 'Settlement account',
    type: 'SETTLEMENT',
    add: 'Pay an account',
    empty: 'Nothing is paid yet. Payments to settlement accounts lower what we owe them.',
  },
  receivable: {
    title: 'Received report',
    kind: 'RECHARGE',
    account: 'Client',
    type: 'WHOLESALE',
    add: 'Recharge a client',
    empty: 'Nothing is received yet. A recharge raises the balance of a client.',
  },
} as const

export default function PaymentsScreen({ direction }: { direction: Direction }) {
  const words = WORDS[direction]
  const list = useListScreen(listPayments, { fixed: { direction } })
  const navigate = useNavigate()
  const mayEdit = useMay('payments.edit')
  const [paying, setPaying] = useState(false)
  const [reversing, setReversing] = useState<Payment>()
  const { q, kind, account_id, method } = list.query
  const filters = { direction, q, kind, account_id, method }
  const { data: totals } = useOne(getPaymentTotals, { query: filters })

  const actionsOf = (row: Payment) => [
    {
      label: 'Ledger of the account',
      icon: <IconList size={15} />,
      onClick: () =>
        void navigate({ to: withSearch(paths.admin.ledger, { account_id: row.account_id }) }),
    },
    ...(mayEdit && row.kind !== 'REVERSAL' && !row.is_reversed
      ? [
          {
            label: 'Reverse',
            icon: <IconArrowBackUp size={15} />,
            danger: true,
            onClick: () => setReversing(row),
          },
        ]
      : []),
  ]

  return (
    <>
      <ListPage
        title={words.title}
        name={`payments-${direction}`}
        list={list}
        columns={PAYMENT_COLUMNS}
        rowId={(row) => String(row.id)}
        add={mayEdit ? { label: words.add, to: () => setPaying(true) } : undefined}
        actions={actionsOf}
        empty={words.empty}
        {...(totals
          ? {
              totals: {
                at: 'All that match',
                kind: totals.reversed > 0 && (
                  <span className="muted">{formatAmount(totals.reversed)} reversed</span>
                ),
                amount: formatAmount(totals.net),
              },
            }
          : {})}
        filters={
          <>
            <TextFilter label="Search payments" search {...list.bind('q')} />
            <AccountPicker
              aria-label={words.account}
              placeholder={words.account}
              type={words.type}
              {...asFilter(list.bind('account_id'))}
            />
            <SelectFilter label="Method" choices={METHODS} {...list.bind('method')} />
            <SelectFilter label="Kind" choices={KIND_CHOICES[direction]} {...list.bind('kind')} />
          </>
        }
      />
      {paying && <PaymentDialog kind={words.kind} onClose={() => setPaying(false)} />}
      {reversing && <ReversalDialog payment={reversing} onClose={() => setReversing(undefined)} />}
    </>
  )
}
