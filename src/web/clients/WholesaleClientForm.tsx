// Adds and changes a wholesale client; what exists shows its money and its addresses too.

import { listClientIps } from '#contract/ip-list.ts'
import {
  createWholesaleClient,
  getWholesaleClient,
  updateWholesaleClient,
  type WholesaleClient,
} from '#contract/wholesale-clients.ts'
import { FormPage } from '../forms/FormPage.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useList, useOneToEdit } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { CannotCall } from './CannotCall.tsx'
import { ClientFigures } from './ClientFigures.tsx'
import { ClientIps } from './ClientIps.tsx'
import { ClientPackages } from './ClientPackages.tsx'
import { ClientSections } from './ClientSections.tsx'
import { useClientForm } from './use-client-form.ts'

const { wholesaleClients } = paths.admin

const KIND = {
  create: createWholesaleClient,
  get: getWholesaleClient,
  update: updateWholesaleClient,
  paths: wholesaleClients,
  next: 'Add its IP addresses next.',
}

export default function WholesaleClientForm() {
  const id = useIdParam()
  return id === undefined ? <Fields /> : <Existing key={id} id={id} />
}

function Existing({ id }: { id: number }) {
  const client = useOneToEdit(getWholesaleClient, { params: { id } })
  return <Loaded query={client}>{(found) => <Fields client={found} />}</Loaded>
}

function Fields({ client }: { client?: WholesaleClient }) {
  const form = useClientForm(KIND, client)
  return (
    <FormPage
      title={client ? client.name : 'Add client'}
      trail={[{ label: 'Wholesale clients', to: wholesaleClients.list }]}
      form={form}
      back={wholesaleClients.list}
      addAnother={!client}
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
    </FormPage>
  )
}

function Missing({ client }: { client: WholesaleClient }) {
  const { data } = useList(listClientIps, { query: { account_id: client.id } })
  return <CannotCall client={client} source="an address" sources={data?.page.total} />
}
