import { Button } from '@mantine/core'
import { getWholesaleClient } from '#contract/wholesale-clients.ts'
import { Amount } from '../accounts/Amount.tsx'
import { usePayment } from '../accounts/use-payment.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { Figures } from '../ui/Figures.tsx'
import { formatAmount, formatDecimal, NONE } from '../ui/format.ts'

/** The money of a client as it is now: calls move it while somebody edits. */
export function ClientFigures({ id }: { id: number }) {
  const { data: client } = useOne(getWholesaleClient, { params: { id } }, { every_ms: 5000 })
  const { pay, dialog } = usePayment('RECHARGE')
  return (
    <Figures
      label="Money"
      figures={[
        { label: 'Balance', value: client ? <Amount value={client.balance} /> : NONE },
        { label: 'Held', value: client ? formatAmount(client.held) : NONE },
        { label: 'Available', value: client ? <Amount value={client.available} /> : NONE },
        { label: 'Active calls', value: client ? formatDecimal(client.active_calls) : NONE },
      ]}
    >
      {client && pay && (
        <Button variant="default" onClick={() => pay(client)}>
          Recharge
        </Button>
      )}
      {dialog}
    </Figures>
  )
}
