import { Button } from '@mantine/core'
import { getSettlement } from '#contract/settlements.ts'
import { Debt } from '../accounts/Amount.tsx'
import { usePayment } from '../accounts/use-payment.tsx'
import { paths } from '../areas/paths.ts'
import { useOne } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { Figures } from '../ui/Figures.tsx'
import { count, formatDecimal, NONE } from '../ui/format.ts'

/** What we owe now: calls move it while somebody edits. */
export function SettlementFigures({ id }: { id: number }) {
  const { data: account } = useOne(getSettlement, { params: { id } }, { every_ms: 5000 })
  const { pay, dialog } = usePayment('PAYMENT_MADE')
  return (
    <Figures
      label="Money and gateways"
      figures={[
        { label: 'Balance', value: account ? <Debt value={account.balance} /> : NONE },
        { label: 'Active calls', value: account ? formatDecimal(account.active_calls) : NONE },
        {
          label: 'Gateways',
          value: account ? (
            <ListLink to={paths.admin.gateways.list} filters={{ settlement_id: id }}>
              {count(account.gateways_count, 'gateway', 'gateways')}
            </ListLink>
          ) : (
            NONE
          ),
        },
      ]}
    >
      {account && pay && (
        <Button variant="default" onClick={() => pay(account)}>
          Pay
        </Button>
      )}
      {dialog}
    </Figures>
  )
}
