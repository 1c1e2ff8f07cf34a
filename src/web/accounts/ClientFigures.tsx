import { Button, Group } from '@mantine/core'
import type { getRetailClient } from '#contract/retail-clients.ts'
import type { getWholesaleClient } from '#contract/wholesale-clients.ts'
import { useOne } from '../http/use-endpoint.ts'
import { Figures } from '../ui/Figures.tsx'
import { formatAmount, formatDecimal, NONE } from '../ui/format.ts'
import { Amount } from './Amount.tsx'
import { StopCallsButton } from './StopCallsButton.tsx'
import { spentFigures } from './spent-figures.tsx'
import { usePayment } from './use-payment.tsx'

interface ClientFiguresProps {
  readonly id: number
  readonly get: typeof getWholesaleClient | typeof getRetailClient
  /** Where to go when the client was stopped: its form shows what it was before. */
  readonly back: string
}

/** The money of a client as it is now: calls move it while somebody edits. */
export function ClientFigures({ id, get, back }: ClientFiguresProps) {
  const { data: client } = useOne(get, { params: { id } }, { every_ms: 5000 })
  const { pay, dialog } = usePayment('RECHARGE')
  return (
    <Figures
      label="Money"
      figures={[
        { label: 'Balance', value: client ? <Amount value={client.balance} /> : NONE },
        { label: 'Reserved', value: client ? formatAmount(client.held) : NONE },
        { label: 'Available', value: client ? <Amount value={client.available} /> : NONE },
        ...(client ? spentFigures(client) : []),
        { label: 'Active calls', value: client ? formatDecimal(client.active_calls) : NONE },
      ]}
    >
      <Group gap="xs">
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
