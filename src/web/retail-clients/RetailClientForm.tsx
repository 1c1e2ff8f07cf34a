// Adds and changes a retail client; what exists shows its money and its SIP users too.
import {
  createRetailClient,
  getRetailClient,
  type RetailClient,
  updateRetailClient,
} from '#contract/retail-clients.ts'
import { ClientFigures } from '../accounts/ClientFigures.tsx'
import { ClientPackages } from '../accounts/ClientPackages.tsx'
import { ClientSections } from '../accounts/ClientSections.tsx'
import { useClientForm } from '../accounts/use-client-form.ts'
import { paths } from '../areas/paths.ts'
import { useIdParam } from '../areas/use-id-param.ts'
import { FormPage } from '../forms/FormPage.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useOneToEdit } from '../http/use-endpoint.ts'
import { SipUsers } from './SipUsers.tsx'

const { retailClients } = paths.admin

const KIND = {
  create: createRetailClient,
  update: updateRetailClient,
  paths: retailClients,
  next: 'Its SIP users come next.',
}

export default function RetailClientForm() {
  const id = useIdParam()
  return id === undefined ? <Fields /> : <Existing key={id} id={id} />
}

function Existing({ id }: { id: number }) {
  const client = useOneToEdit(getRetailClient, { params: { id } })
  return <Loaded query={client}>{(found) => <Fields client={found} />}</Loaded>
}

function Fields({ client }: { client?: RetailClient }) {
  const form = useClientForm(KIND, client)
  return (
    <FormPage
      title={client ? client.name : 'Add client'}
      trail={[{ label: 'Retail Clients', to: retailClients.list }]}
      form={form}
      back={retailClients.list}
      addAnother={!client}
      beside={
        client && (
          <>
            <SipUsers account_id={client.id} />
            <ClientPackages client={client} resource="retail-clients" />
          </>
        )
      }
    >
      {client && <ClientFigures id={client.id} get={getRetailClient} />}
      <ClientSections form={form} isNew={!client} />
    </FormPage>
  )
}
