// Adds and changes a wholesale client; what exists shows its money and its addresses too.

import { listClientIps } from '#contract/ip-list.ts'
import {
  createWholesaleClient,
  getWholesaleClient,
  updateWholesaleClient,
  type WholesaleClient,
} from '#contract/wholesale-clients.ts'
import { ClientFigures } from '../accounts/ClientFigures.tsx'
import { ClientPackages } from '../accounts/ClientPackages.tsx'
import { ClientSections } from '../accounts/ClientSections.tsx'
import { useClientForm } from '../accounts/use-client-form.ts'
import { paths } from '../areas/paths.ts'
import { useIdParam } from '../areas/use-id-param.ts'
import { FormPage } from '../forms/FormPage.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useList, useOneToEdit } from '../http/use-endpoint.ts'
import { WarningNote } from '../ui/WarningNote.tsx'
import { ClientIps } from './ClientIps.tsx'

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

/** What it cannot call without. */
function Missing({ client }: { client: WholesaleClient }) {
  const list = useList(listClientIps, { query: { account_id: client.id } })
  const missing = [
    ...(client.route_plan_id === null ? ['a route plan'] : []),
    ...(list.data?.page.total === 0 ? ['an address'] : []),
  ]
  if (missing.length === 0) return null
  return <WarningNote>Calls are refused until it has {missing.join(' and ')}.</WarningNote>
}
