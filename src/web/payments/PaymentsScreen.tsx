// What clients and resellers have paid, to us or to the reseller above them, or what we have paid
// to settlement accounts: one screen, two places.
import { IconArrowBackUp, IconList } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { getPaymentTotals, listPayments, type Payment } from '#contract/payments.ts'
import { useOne } from '../http/use-endpoint.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths, withSearch } from '../navigation/paths.ts'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { AccountPicker } from '../pickers/pickers.tsx'
import { useMay } from '../session/session.ts'
import { Amount } from '../ui/Amount.tsx'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { PaymentDialog } from './PaymentDialog.tsx'
import { type Direction, KIND_CHOICES, PAYMENT_COLUMNS } from './payment-columns.tsx'
import { METHODS } from './payment-labels.ts'
import { ReversalDialog } from './ReversalDialog.tsx'

const LABELS = {
  payable: {
    title: 'Payment Report',
    kind: 'PAYMENT_MADE',
    account: 'Settlement account',
    add: 'Record payment',
    empty: 'No payments yet. Payments to settlement accounts reduce what we owe.',
  },
  receivable: {
    title: 'Received Report',
    kind: 'RECHARGE',
    account: 'Client or reseller',
    add: 'Recharge',
    empty: 'No receipts yet. A recharge adds to the balance of a client or reseller.',
  },
} as const

const THROUGH = [
  { value: 'operator', label: 'Us' },
  { value: 'reseller', label: 'A reseller' },
] as const

export default function PaymentsScreen({ direction }: { direction: Direction }) {
  const words = LABELS[direction]
  const list = useListScreen(listPayments, { fixed: { direction } })
  const navigate = useNavigate()
  const mayPay = useMay('payments.create')
  const mayReverse = useMay('payments.edit')
  const [paying, setPaying] = useState(false)
  const [reversing, setReversing] = useState<Payment>()
  const { q, kind, account_id, method, through } = list.query
  const filters = { direction, q, kind, account_id, method, through }
  const { data: totals = [] } = useOne(getPaymentTotals, { query: filters }, list.live)

  const actionsOf = (row: Payment) => [
    {
      label: 'Ledger of the account',
      icon: <IconList size={15} />,
      onClick: () =>
        void navigate({ to: withSearch(paths.admin.ledger, { account_id: row.account_id }) }),
    },
    ...(mayReverse && row.kind !== 'REVERSAL' && !row.is_reversed
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
        noun={['payment', 'payments']}
        add={mayPay ? { label: words.add, to: () => setPaying(true) } : undefined}
        actions={actionsOf}
        empty={words.empty}
        totals={{
          at: 'Total',
          kind: totals
            .filter(({ reversed }) => reversed > 0)
            .map(({ currency, reversed }) => (
              <div key={currency} className="muted">
                <Amount value={reversed} currency={currency} /> reversed
              </div>
            )),
          amount: totals.map(({ currency, net }) => (
            <div key={currency}>
              <Amount value={net} currency={currency} />
            </div>
          )),
        }}
        filters={
          <>
            <TextFilter label="Search payments" search {...list.bind('q')} />
            <AccountPicker
              payment={words.kind}
              {...asFilter(words.account, list.bind('account_id'))}
            />
            {direction === 'receivable' && (
              <SelectFilter label="Payee" choices={THROUGH} {...list.bind('through')} />
            )}
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
