// Adds and changes a retail client; what exists shows its money and its SIP users too.
import {
  createRetailClient,
  getRetailClient,
  getRetailClientDefaults,
  type RetailClient,
  updateRetailClient,
} from '#contract/retail-clients.ts'
import { listSipUsers } from '#contract/sip-users.ts'
import { FormPage } from '../forms/FormPage.tsx'
import { formValues } from '../forms/form-values.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useList, useOneToEdit } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { CannotCall } from './CannotCall.tsx'
import { ClientFigures } from './ClientFigures.tsx'
import { ClientPackages } from './ClientPackages.tsx'
import { ClientSections } from './ClientSections.tsx'
import { SipUsers } from './SipUsers.tsx'
import { type ClientPreset, useClientForm } from './use-client-form.ts'
import { usePresetInCurrency } from './use-preset-in-currency.ts'

const { retailClients } = paths.admin

const KIND = {
  create: createRetailClient,
  get: getRetailClient,
  update: updateRetailClient,
  paths: retailClients,
  next: 'Add its SIP users next.',
}

export default function RetailClientForm() {
  const id = useIdParam()
  return id === undefined ? <New /> : <Existing key={id} id={id} />
}

function New() {
  const defaults = useOneToEdit(getRetailClientDefaults, { query: {} })
  return (
    <Loaded query={defaults}>
      {(found) => <Fields preset={formValues(getRetailClientDefaults.answer, found)} />}
    </Loaded>
  )
}

function Existing({ id }: { id: number }) {
  const client = useOneToEdit(getRetailClient, { params: { id } })
  return <Loaded query={client}>{(found) => <Fields client={found} />}</Loaded>
}

interface FieldsProps {
  readonly client?: RetailClient
  readonly preset?: ClientPreset
}

function Fields({ client, preset }: FieldsProps) {
  const form = useClientForm(KIND, client, preset)
  usePresetInCurrency(form, preset)
  return (
    <FormPage
      title={client ? client.name : 'Add client'}
      trail={[{ label: 'Retail clients', to: retailClients.list }]}
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
      {client && <Missing client={client} />}
      {client && <ClientFigures id={client.id} get={getRetailClient} back={retailClients.list} />}
      <ClientSections form={form} isNew={!client} />
    </FormPage>
  )
}

function Missing({ client }: { client: RetailClient }) {
  const { data } = useList(listSipUsers, { query: { account_id: client.id } })
  return <CannotCall client={client} source="a SIP user" sources={data?.page.total} />
}
