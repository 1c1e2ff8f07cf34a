// Adds and changes a retail client; what exists shows its money and its SIP users too.
import {
  createRetailClient,
  getRetailClient,
  getRetailClientDefaults,
  type RetailClient,
  updateRetailClient,
} from '#contract/accounts/retail-clients.ts'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { EntityFormPage } from '../forms/EntityFormPage.tsx'
import { formValues } from '../forms/form-values.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOneToEdit } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { ClientFigures } from './ClientFigures.tsx'
import { ClientPackages } from './ClientPackages.tsx'
import { ClientSections } from './ClientSections.tsx'
import { Readiness } from './Readiness.tsx'
import { SipUsers } from './sip-users/SipUsers.tsx'
import { type ClientPreset, clientKind, useClientForm } from './use-client-form.ts'
import { usePresetInCurrency } from './use-preset-in-currency.ts'

const { retailClients } = paths.admin

const KIND = clientKind({
  entity: 'retail_client',
  list: { label: 'Retail clients', to: retailClients.list },
  edit: retailClients.edit,
  get: getRetailClient,
  create: createRetailClient,
  update: updateRetailClient,
  next: 'Add its SIP users next.',
})

export default function RetailClientForm() {
  return (
    <AddOrEdit get={getRetailClient}>
      {(found) => (found ? <Fields client={found} /> : <New />)}
    </AddOrEdit>
  )
}

function New() {
  const defaults = useOneToEdit(getRetailClientDefaults, { query: {} })
  return (
    <Loaded query={defaults}>
      {(found) => <Fields preset={formValues(getRetailClientDefaults.answer, found)} />}
    </Loaded>
  )
}

interface FieldsProps {
  readonly client?: RetailClient
  readonly preset?: ClientPreset
}

function Fields({ client, preset }: FieldsProps) {
  const form = useClientForm(KIND, client, preset)
  usePresetInCurrency(form, preset)
  return (
    <EntityFormPage
      of={KIND}
      addTitle="Add retail client"
      found={client}
      form={form}
      beside={
        client && (
          <>
            <SipUsers account_id={client.id} />
            <ClientPackages client={client} resource="retail-clients" />
          </>
        )
      }
    >
      {client && <Readiness id={client.id} get={getRetailClient} />}
      {client && <ClientFigures id={client.id} get={getRetailClient} back={retailClients.list} />}
      <ClientSections form={form} isNew={!client} />
    </EntityFormPage>
  )
}
