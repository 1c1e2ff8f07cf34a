// Adds and changes a wholesale client; what exists shows its money and its addresses too.

import { clientForm } from '#contract/client-profile.ts'
import { listClientIps } from '#contract/ip-list.ts'
import {
  createWholesaleClient,
  getWholesaleClient,
  updateWholesaleClient,
  type WholesaleClient,
} from '#contract/wholesale-clients.ts'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { EntityFormPage } from '../forms/EntityFormPage.tsx'
import { useList } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { CannotCall } from './CannotCall.tsx'
import { ClientFigures } from './ClientFigures.tsx'
import { ClientIps } from './ClientIps.tsx'
import { ClientPackages } from './ClientPackages.tsx'
import { ClientSections } from './ClientSections.tsx'
import { useClientForm } from './use-client-form.ts'

const { wholesaleClients } = paths.admin

const KIND = {
  noun: 'client',
  list: { label: 'Wholesale clients', to: wholesaleClients.list },
  edit: wholesaleClients.edit,
  get: getWholesaleClient,
  create: createWholesaleClient,
  update: updateWholesaleClient,
  schema: clientForm,
  // Adding a client requires a password, changing one does not; otherwise both are the same.
  addSchema: createWholesaleClient.body as unknown as typeof clientForm,
  next: 'Add its IP addresses next.',
}

export default function WholesaleClientForm() {
  return <AddOrEdit get={getWholesaleClient}>{(found) => <Fields client={found} />}</AddOrEdit>
}

function Fields({ client }: { client: WholesaleClient | undefined }) {
  const form = useClientForm(KIND, client)
  return (
    <EntityFormPage
      of={KIND}
      found={client}
      form={form}
      beside={
        client && (
          <>
            <ClientIps account_id={client.id} />
            <ClientPackages client={client} resource="wholesale-clients" />
          </>
        )
      }
    >
      {client && <Missing client={client} />}
      {client && (
        <ClientFigures id={client.id} get={getWholesaleClient} back={wholesaleClients.list} />
      )}
      <ClientSections form={form} isNew={!client} />
    </EntityFormPage>
  )
}

function Missing({ client }: { client: WholesaleClient }) {
  const { data } = useList(listClientIps, { query: { account_id: client.id } })
  return <CannotCall client={client} source="an address" sources={data?.page.total} />
}
