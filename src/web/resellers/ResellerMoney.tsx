import { Button, Group } from '@mantine/core'
import { getReseller } from '#contract/accounts/resellers.ts'
import { OpenPortalButton } from '../actions/OpenPortalButton.tsx'
import { StopCallsButton } from '../actions/StopCallsButton.tsx'
import { spentFigures } from '../fields/spent-figures.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { usePayment } from '../payments/use-payment.tsx'
import { useSees } from '../session/session.ts'
import { Amount } from '../ui/values/Amount.tsx'
import { Figures } from '../ui/values/Figures.tsx'
import { formatDecimal, NONE } from '../ui/values/format.ts'

/** The balance of a reseller now; calls change it while the form is open. */
export function ResellerMoney({ id }: { id: number }) {
  const { data: reseller } = useOne(getReseller, { params: { id } }, { every_ms: 5000 })
  const { pay, dialog } = usePayment('RECHARGE')
  const seesBalance = useSees('sale')
  const shown = (value: (known: NonNullable<typeof reseller>) => React.ReactNode) =>
    reseller ? value(reseller) : NONE
  const amount = (of: 'balance' | 'held' | 'lent' | 'available') =>
    shown((one) => <Amount value={one[of]} currency={one.currency} />)
  return (
    <Figures
      label="Money"
      figures={[
        ...(seesBalance
          ? [
              { label: 'Balance', value: amount('balance') },
              { label: 'Reserved', value: amount('held') },
              { label: 'Lent', value: amount('lent') },
              { label: 'Available', value: amount('available') },
            ]
          : []),
        ...(reseller ? spentFigures(reseller) : []),
        { label: 'Children', value: shown((one) => formatDecimal(one.children_count)) },
        { label: 'Clients', value: shown((one) => formatDecimal(one.clients_count)) },
        { label: 'Active calls', value: shown((one) => formatDecimal(one.active_calls)) },
      ]}
    >
      <Group gap="xs">
        {reseller && <OpenPortalButton account={reseller} />}
        {reseller && (
          <StopCallsButton account={reseller} back={paths.admin.resellers(reseller.level).list} />
        )}
        {reseller && pay && (
          <Button variant="default" onClick={() => pay(reseller)}>
            Recharge
          </Button>
        )}
      </Group>
      {dialog}
    </Figures>
  )
}
