// The payments themselves, newest first.
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconList } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { getPaymentTotals, listPayments, type Payment } from '#contract/payments/payments.ts'
import { useSendDialog } from '../document-mails/use-send-dialog.tsx'
import { useHistory } from '../forms/history/History.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { SelectionBar } from '../lists/SelectionBar.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { useSelection } from '../lists/use-selection.ts'
import { paths, withSearch } from '../navigation/paths.ts'
import { useMay, useUser } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { Amount } from '../ui/values/Amount.tsx'
import { DirectionFilters } from './DirectionFilters.tsx'
import { PaymentDialog } from './PaymentDialog.tsx'
import { PAYMENT_COLUMNS } from './payment-columns.tsx'
import { METHODS, PAYMENT_KIND_CHOICES } from './payment-labels.ts'
import { DIRECTIONS, type PaymentViewProps, USUAL_RANGE } from './payment-views.ts'
import { ReversalDialog } from './ReversalDialog.tsx'

const NOUN = ['payment', 'payments'] as const
const OF_PAYMENTS = {
  idOf: ({ id }: Payment) => String(id),
  nameOf: ({ id }: Payment) => `payment ${id}`,
}

export function PaymentList({ direction, tabs, tools }: PaymentViewProps) {
  const words = DIRECTIONS[direction]
  const defaults = { range: USUAL_RANGE }
  const list = useListScreen(listPayments, { fixed: { direction }, defaults })
  const navigate = useNavigate()
  const mayRecord = useMay('payments.create')
  const seesCarriers = useMay('settlements.view')
  const mayPay = mayRecord && (direction === 'receivable' || seesCarriers)
  const mayReverse = useMay('payments.edit')
  const mayLedger = useMay('ledger.view')
  const [paying, setPaying] = useState(false)
  const [reversing, setReversing] = useState<Payment>()
  const mails = useSendDialog('RECEIPT', { onSent: () => clear() })
  const own_id = useUser().account_id
  const { chosen, selection, clear } = useSelection(list.rows, {
    ...OF_PAYMENTS,
    canSelect: ({ account_id }) => account_id !== own_id,
  })
  const history = useHistory<Payment>('payment', (row) => `payment ${row.id}`)
  const { data: totals = [] } = useOne(getPaymentTotals, { query: list.filters }, list.live)

  const actionsOf = (row: Payment) => [
    ...(mayLedger
      ? [
          {
            label: 'Ledger of the account',
            icon: <IconList size={15} />,
            onClick: () =>
              void navigate({ to: withSearch(paths.admin.ledger, { account_id: row.account_id }) }),
          },
        ]
      : []),
    ...(row.account_id === own_id ? [] : mails.actionOf(row.id)),
    ...history.actions(row),
    ...(mayReverse && row.is_own_record && row.kind !== 'REVERSAL' && !row.is_reversed
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
        tools={tools}
        name={`payments-${direction}`}
        list={list}
        columns={PAYMENT_COLUMNS}
        noun={NOUN}
        add={mayPay ? { label: words.add, to: () => setPaying(true) } : undefined}
        {...(mails.open && {
          selection,
          selectionBar: chosen.length > 0 && (
            <SelectionBar chosen={chosen.length} noun={NOUN} onClear={clear}>
              <Button variant="default" onClick={() => mails.open?.(chosen.map(({ id }) => id))}>
                Send {chosen.length} by e-mail…
              </Button>
            </SelectionBar>
          ),
        })}
        {...((mayReverse || mayLedger || mails.open || history.may) && { actions: actionsOf })}
        empty={list.has('account_id') ? words.empty : words.none}
        totals={{
          at: 'Total',
          kind: totals
            .filter(({ reversed }) => reversed > 0)
            .map(({ currency, reversed }) => (
              <div key={currency} className="muted">
                <Amount value={reversed} currency={currency} places="paid" /> reversed
              </div>
            )),
          amount: totals.map(({ currency, net }) => (
            <div key={currency}>
              <Amount value={net} currency={currency} places="paid" />
            </div>
          )),
        }}
        filters={
          <>
            {tabs}
            <TextFilter label="Search payments" search {...list.bind('q')} />
            <DirectionFilters direction={direction} list={list} range={list} />
            <SelectFilter label="Method" choices={METHODS} {...list.bind('method')} />
            <SelectFilter label="Kind" choices={PAYMENT_KIND_CHOICES} {...list.bind('kind')} />
          </>
        }
      />
      {history.dialog}
      {mails.dialog}
      {paying && <PaymentDialog kind={words.kind} onClose={() => setPaying(false)} />}
      {reversing && <ReversalDialog payment={reversing} onClose={() => setReversing(undefined)} />}
    </>
  )
}
