import { Button, Group } from '@mantine/core'
import type { getRetailClient } from '#contract/accounts/retail-clients.ts'
import type { getWholesaleClient } from '#contract/accounts/wholesale-clients.ts'
import { OpenPortalButton } from '../actions/OpenPortalButton.tsx'
import { StopCallsButton } from '../actions/StopCallsButton.tsx'
import { spentFigures } from '../fields/spent-figures.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { usePayment } from '../payments/use-payment.tsx'
import { useSees } from '../session/session.ts'
import { Amount } from '../ui/values/Amount.tsx'
import { Figures } from '../ui/values/Figures.tsx'
import { formatDecimal, NONE } from '../ui/values/format.ts'

interface ClientFiguresProps {
  readonly id: number
  readonly get: typeof getWholesaleClient | typeof getRetailClient
  /** Where to go when the client was stopped: its form shows what it was before. */
  readonly back: string
}

/** The balance of a client now; calls change it while the form is open. */
export function ClientFigures({ id, get, back }: ClientFiguresProps) {
  const { data: client } = useOne(get, { params: { id } }, { every_ms: 5000 })
  const { pay, dialog } = usePayment('RECHARGE')
  const seesBalance = useSees('sale')
  const shown = (of: 'balance' | 'held' | 'available') =>
    client ? <Amount value={client[of]} currency={client.currency} /> : NONE
  return (
    <Figures
      label="Money"
      figures={[
        ...(seesBalance
          ? [
              { label: 'Balance', value: shown('balance') },
              { label: 'Reserved', value: shown('held') },
              { label: 'Available', value: shown('available') },
            ]
          : []),
        ...(client ? spentFigures(client) : []),
        { label: 'Active calls', value: client ? formatDecimal(client.active_calls) : NONE },
      ]}
    >
      <Group gap="xs">
        {client && <OpenPortalButton account={client} />}
        {client && <StopCallsButton account={client} back={back} />}
        {client && pay && (
          <Button variant="default" onClick={() => pay(client)}>
            Recharge
          </Button>
        )}
      </Group>
      {dialog}
    </Figures>
  )
}
