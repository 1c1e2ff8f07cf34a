// The packages of one client, on its page. Each change is paid and counts at once.
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { GridTools } from '../lists/SectionGrid.tsx'
import { Subscriptions } from '../packages/Subscriptions.tsx'
import { PACKAGES_OF_CLIENT } from '../packages/subscription-columns.tsx'
import { useMay } from '../session/session.ts'
import { Section } from '../ui/form/Section.tsx'
import type { Client } from './client-labels.ts'
import { SubscribeDialog } from './SubscribeDialog.tsx'

interface ClientPackagesProps {
  readonly client: Pick<Client, 'id' | 'currency'>
  /** The resource with its balance, which a purchase lowers. */
  readonly resource: 'wholesale-clients' | 'retail-clients'
}

export function ClientPackages({ client, resource }: ClientPackagesProps) {
  const [is_open, open] = useState(false)
  const mayView = useMay('packages.view')
  const mayEdit = useMay('packages.edit')
  if (!mayView) return null
  return (
    <Section title="Packages" help="Prepaid minutes, used before the balance." wide>
      {mayEdit && (
        <GridTools>
          <Button variant="default" leftSection={<IconPlus size={15} />} onClick={() => open(true)}>
            Add package
          </Button>
        </GridTools>
      )}
      <Subscriptions
        of={{ account_id: client.id }}
        columns={PACKAGES_OF_CLIENT}
        label="Packages"
        empty="No packages. All calls are billed by rate."
      />
      {is_open && (
        <SubscribeDialog client={client} resource={resource} onClose={() => open(false)} />
      )}
    </Section>
  )
}
