// Adds and changes a wholesale client; what exists shows its money and its addresses too.
import { useNavigate } from '@tanstack/react-router'
import type { z } from 'zod'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  createWholesaleClient,
  getWholesaleClient,
  updateWholesaleClient,
  type WholesaleClient,
  wholesaleClientForm,
} from '#contract/wholesale-clients.ts'
import { DEFAULT_CODECS } from '#core/codec.ts'
import {
  ContactsSection,
  LimitFields,
  LoginSection,
  NotesSection,
  ProfileSection,
} from '../accounts/AccountSections.tsx'
import { BILLING_TYPES, NEW_PROFILE } from '../accounts/account-words.ts'
import { paths } from '../areas/paths.ts'
import { useIdParam } from '../areas/use-id-param.ts'
import { FormPage } from '../forms/FormPage.tsx'
import { formValues } from '../forms/form-values.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { type Blank, useEntityForm } from '../forms/use-entity-form.ts'
import { useChange, useOneToEdit } from '../http/use-endpoint.ts'
import { MediaFields } from '../pickers/MediaFields.tsx'
import { ResellerPicker } from '../pickers/ResellerPicker.tsx'
import { RoutePlanPicker } from '../pickers/RoutePlanPicker.tsx'
import { TariffPicker } from '../pickers/TariffPicker.tsx'
import { MoneyField, PercentField, RateField } from '../ui/form/DecimalField.tsx'
import { DurationField } from '../ui/form/NumberField.tsx'
import { Section } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { ClientFigures } from './ClientFigures.tsx'
import { ClientIps } from './ClientIps.tsx'

const NEW = {
  ...NEW_PROFILE,
  parent_id: null,
  billing_type: 'PREPAID',
  credit_limit: '0',
  vat_percent: '0',
  tariff_id: null,
  route_plan_id: null,
  max_call_duration: 7200,
  max_sell_rate: null,
  codecs: [...DEFAULT_CODECS],
  media_mode: 'PROXY',
} satisfies Blank<Partial<z.input<typeof wholesaleClientForm>>>

// Adding a client asks for a password, changing one does not; but for that they are the same.
const addForm = createWholesaleClient.body as unknown as typeof wholesaleClientForm
type AddBody = BodyOf<typeof createWholesaleClient>

export default function WholesaleClientForm() {
  const id = useIdParam()
  return id === undefined ? <Fields /> : <Existing key={id} id={id} />
}

function Existing({ id }: { id: number }) {
  const client = useOneToEdit(getWholesaleClient, { params: { id } })
  return <Loaded query={client}>{(found) => <Fields client={found} />}</Loaded>
}

function useClientForm(client: WholesaleClient | undefined) {
  const navigate = useNavigate()
  const { wholesaleClients } = paths.admin
  const create = useChange(createWholesaleClient, {
    errors: 'form',
    done: 'The client is added. Its addresses come next.',
  })
  const update = useChange(updateWholesaleClient, {
    errors: 'form',
    done: 'The client is saved.',
  })
  return useEntityForm({
    schema: client ? wholesaleClientForm : addForm,
    initial: client ? formValues(wholesaleClientForm, client) : NEW,
    save: (body) =>
      client
        ? update.mutateAsync({
            params: { id: client.id },
            body: { ...body, version: client.version },
          })
        : create.mutateAsync({ body: body as AddBody }),
    onSaved: (again, { id }) => {
      if (again) return
      void navigate({ to: client ? wholesaleClients.list : wholesaleClients.edit(id) })
    },
  })
}

function Fields({ client }: { client?: WholesaleClient }) {
  const form = useClientForm(client)
  const { bind } = form
  const { wholesaleClients } = paths.admin
  return (
    <FormPage
      title={client ? client.name : 'Add client'}
      trail={[{ label: 'Wholesale Clients', to: wholesaleClients.list }]}
      form={form}
      back={wholesaleClients.list}
      addAnother={!client}
      beside={client && <ClientIps account_id={client.id} />}
    >
      {client && <ClientFigures id={client.id} />}
      <ProfileSection bind={bind} help="A client that is not active makes no calls." />
      <Section
        title="Billing"
        help="Prepaid clients use up their balance; the credit limit says how far below zero."
      >
        <ResellerPicker
          label="Reseller (optional)"
          placeholder="None: it pays us"
          clearable
          {...bind('parent_id')}
        />
        <SelectField label="Billing type" choices={BILLING_TYPES} {...bind('billing_type')} />
        <MoneyField label="Credit limit" {...bind('credit_limit')} />
        <TariffPicker label="Tariff" kind="SELL" {...bind('tariff_id')} />
        <PercentField label="VAT" {...bind('vat_percent')} />
      </Section>
      <Section title="Routing" help="Which gateways take its calls, and what it may not do.">
        <RoutePlanPicker
          label="Route plan (optional)"
          placeholder="None: no calls"
          clearable
          {...bind('route_plan_id')}
        />
        <DurationField label="Longest call" min={1} {...bind('max_call_duration')} />
        <RateField
          label="Highest rate (optional)"
          nullable
          placeholder="Any"
          {...bind('max_sell_rate')}
        />
        <LimitFields bind={bind} />
      </Section>
      <Section title="Media" help="The codecs are offered to gateways in this order.">
        <MediaFields bind={bind} />
      </Section>
      <LoginSection bind={bind} isNew={!client} />
      <ContactsSection bind={bind} />
      <NotesSection bind={bind} />
    </FormPage>
  )
}
