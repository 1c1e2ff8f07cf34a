import { Button } from '@mantine/core'
import { getSettlement, type Settlement } from '#contract/accounts/settlements.ts'
import { OpenPortalButton } from '../actions/OpenPortalButton.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { paths } from '../navigation/paths.ts'
import { usePayment } from '../payments/use-payment.tsx'
import { Link } from '../session/Link.tsx'
import { useSees } from '../session/session.ts'
import { Figures } from '../ui/values/Figures.tsx'
import { count, formatDecimal, NONE } from '../ui/values/format.ts'
import { Debt } from './Debt.tsx'
import { Netting } from './Netting.tsx'
import { useNetting } from './use-netting.tsx'

/** Our debt now; calls change it while the form is open. */
export function SettlementFigures({ id }: { id: number }) {
  const { data: account } = useOne(getSettlement, { params: { id } }, { every_ms: 5000 })
  const { pay, dialog } = usePayment('PAYMENT_MADE')
  const { netting, dialog: nettingDialog } = useNetting()
  const sees = { debt: useSees('purchase'), clientBalance: useSees('sale') }
  const net = account && netting(account)
  return (
    <Figures label="Money and gateways" figures={account ? figuresOf(account, sees) : NOTHING_YET}>
      {account && <OpenPortalButton account={account} />}
      {account && pay && (
        <Button variant="default" onClick={() => pay(account)}>
          Pay
        </Button>
      )}
      {net && (
        <Button variant="default" onClick={net}>
          Net balances
        </Button>
      )}
      {dialog}
      {nettingDialog}
    </Figures>
  )
}

const NOTHING_YET = [{ label: 'Active calls', value: NONE }]

interface Seen {
  readonly debt: boolean
  readonly clientBalance: boolean
}

function figuresOf(account: Settlement, sees: Seen) {
  const { minutes_this_month, monthly_minutes_cap } = account
  const cap = monthly_minutes_cap === null ? '' : ` / ${formatDecimal(monthly_minutes_cap)}`
  return [
    ...(sees.debt
      ? [{ label: 'Balance', value: <Debt value={account.balance} currency={account.currency} /> }]
      : []),
    ...(account.client_id === null
      ? []
      : [
          ...(sees.debt && sees.clientBalance
            ? [{ label: 'Net balance', value: <Netting account={account} /> }]
            : []),
          {
            label: 'Inbound client account',
            value: (
              <Link to={paths.admin.wholesaleClients.edit(account.client_id)}>
                {account.client_name}
              </Link>
            ),
          },
        ]),
    { label: 'Minutes this month', value: `${formatDecimal(minutes_this_month)}${cap}` },
    { label: 'Active calls', value: formatDecimal(account.active_calls) },
    {
      label: 'Gateways',
      value: (
        <ListLink to={paths.admin.gateways.list} filters={{ settlement_id: account.id }}>
          {count(account.gateways_count, 'gateway', 'gateways')}
        </ListLink>
      ),
    },
  ]
}
