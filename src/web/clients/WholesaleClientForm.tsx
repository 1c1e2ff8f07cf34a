// Adds and changes a wholesale client; what exists shows its money and its addresses too.

import {
  createWholesaleClient,
  getWholesaleClient,
  updateWholesaleClient,
  type WholesaleClient,
} from '#contract/accounts/wholesale-clients.ts'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { EntityFormPage } from '../forms/EntityFormPage.tsx'
import { paths } from '../navigation/paths.ts'
import { AddressRequests } from './addresses/AddressRequests.tsx'
import { ClientIps } from './addresses/ClientIps.tsx'
import { ClientFigures } from './ClientFigures.tsx'
import { ClientPackages } from './ClientPackages.tsx'
import { ClientSections } from './ClientSections.tsx'
import { Readiness } from './Readiness.tsx'
import { clientKind, useClientForm } from './use-client-form.ts'

const { wholesaleClients } = paths.admin

const KIND = clientKind({
  entity: 'wholesale_client',
  list: { label: 'Wholesale clients', to: wholesaleClients.list },
  edit: wholesaleClients.edit,
  get: getWholesaleClient,
  create: createWholesaleClient,
  update: updateWholesaleClient,
  next: 'Add its IP addresses next.',
})

export default function WholesaleClientForm() {
  return <AddOrEdit get={getWholesaleClient}>{(found) => <Fields client={found} />}</AddOrEdit>
}

function Fields({ client }: { client: WholesaleClient | undefined }) {
  const form = useClientForm(KIND, client)
  return (
    <EntityFormPage
      of={KIND}
      addTitle="Add wholesale client"
      found={client}
      form={form}
      beside={
        client && (
          <>
            <AddressRequests account_id={client.id} />
            <ClientIps account_id={client.id} />
            <ClientPackages client={client} resource="wholesale-clients" />
          </>
        )
      }
    >
      {client && <Readiness id={client.id} get={getWholesaleClient} />}
      {client && (
        <ClientFigures id={client.id} get={getWholesaleClient} back={wholesaleClients.list} />
      )}
      <ClientSections form={form} isNew={!client} />
    </EntityFormPage>
  )
}
