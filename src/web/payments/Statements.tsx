// The balances of accounts before and after a time range, and what moved them in between.
import { Button } from '@mantine/core'
import { IconList, IconReceipt } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type AccountStatement, listAccountStatements } from '#contract/payments/payment-reports.ts'
import * as column from '../columns/common-columns.tsx'
import { lastMailColumn } from '../document-mails/LastMail.tsx'
import { useSendDialog } from '../document-mails/use-send-dialog.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { SelectionBar } from '../lists/SelectionBar.tsx'
import { useAddress } from '../lists/use-address.ts'
import { useListScreen } from '../lists/use-list-screen.ts'
import { useSelection } from '../lists/use-selection.ts'
import { paths, withSearch } from '../navigation/paths.ts'
import { useMay, useUser } from '../session/session.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { currencySums } from './currency-sums.tsx'
import { DirectionFilters } from './DirectionFilters.tsx'
import { partyColumn } from './party-column.tsx'
import { DIRECTIONS, type PaymentViewProps, USUAL_RANGE } from './payment-views.ts'

const COLUMNS: readonly GridColumn<AccountStatement>[] = [
  partyColumn(),
  column.text('currency', 'Currency', 90),
  column.money('opening', 'Opening', 160, { sort: true }),
  column.money('money_in', 'In', 160, { sort: true }),
  column.money('money_out', 'Out', 160, { sort: true }),
  column.money('closing', 'Closing', 160, { sort: true }),
  lastMailColumn(),
]

const FIGURES = ['opening', 'money_in', 'money_out', 'closing'] as const

const keyOf = (row: AccountStatement): string => `${row.account_id}-${row.currency}`

export function Statements({ direction, tabs, tools }: PaymentViewProps) {
  const list = useListScreen(listAccountStatements, {
    fixed: { direction },
    defaults: { range: USUAL_RANGE },
  })
  const query = { ...list.filters, per: 'currency' } as const
  const { data: totals = [] } = useOne(listAccountStatements, { query }, list.live)
  const navigate = useNavigate()
  const mayLedger = useMay('ledger.view')
  const { range = USUAL_RANGE, from, to } = list.search
  const openLedger = ({ account_id }: AccountStatement) => {
    const within = from || to ? { ...(from && { from }), ...(to && { to }) } : { range }
    if (account_id !== null) {
      void navigate({ to: withSearch(paths.admin.ledger, { account_id, ...within }) })
    }
  }
  const mayStatement = useMay('invoices.view')
  const { write } = useAddress()
  const mails = useSendDialog('STATEMENT', {
    range: from || to ? { from, to } : { range },
    onSent: () => clear(),
  })
  const own_id = useUser().account_id
  const { chosen, selection, clear } = useSelection(list.rows, {
    idOf: keyOf,
    nameOf: ({ account_name }) => account_name ?? '',
    canSelect: ({ account_id }) => account_id !== null && account_id !== own_id,
  })
  const openStatement = ({ account_id }: AccountStatement) =>
    write({ view: 'statement', account_id: String(account_id), sort: undefined, cursor: undefined })
  return (
    <>
      <ListPage
        title={DIRECTIONS[direction].title}
        tools={tools}
        name={`statements-${direction}`}
        list={list}
        columns={COLUMNS}
        noun={['account', 'accounts']}
        rowId={keyOf}
        empty="No account has or had a balance in this time range."
        totals={{ currency: 'Total', ...currencySums(FIGURES, totals) }}
        {...(mails.open && {
          selection,
          selectionBar: chosen.length > 0 && (
            <SelectionBar chosen={chosen.length} noun={['account', 'accounts']} onClear={clear}>
              <Button
                variant="default"
                onClick={() => mails.open?.(chosen.flatMap(({ account_id }) => account_id ?? []))}
              >
                Send {chosen.length} by e-mail…
              </Button>
            </SelectionBar>
          ),
        })}
        {...(mayLedger && {
          onOpen: openLedger,
          actions: (row: AccountStatement) => [
            ...(mayStatement
              ? [
                  {
                    label: 'Statement',
                    icon: <IconReceipt size={15} />,
                    onClick: () => openStatement(row),
                  },
                ]
              : []),
            ...(row.account_id === null || row.account_id === own_id
              ? []
              : mails.actionOf(row.account_id)),
            {
              label: 'Ledger of this time range',
              icon: <IconList size={15} />,
              onClick: () => openLedger(row),
            },
          ],
        })}
        filters={
          <>
            {tabs}
            <DirectionFilters direction={direction} list={list} range={list} />
          </>
        }
      />
      {mails.dialog}
    </>
  )
}
