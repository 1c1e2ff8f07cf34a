// Adds and changes a gateway.
import { Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import {
  createGateway,
  type Gateway,
  gatewayForm,
  getGateway,
  updateGateway,
} from '#contract/gateways.ts'
import { DEFAULT_CODECS } from '#core/codec.ts'
import { LimitFields } from '../accounts/AccountSections.tsx'
import { paths } from '../areas/paths.ts'
import { useIdParam } from '../areas/use-id-param.ts'
import { FormPage } from '../forms/FormPage.tsx'
import { formValues } from '../forms/form-values.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { type Blank, useEntityForm } from '../forms/use-entity-form.ts'
import { useChange, useOneToEdit } from '../http/use-endpoint.ts'
import { MediaFields } from '../pickers/MediaFields.tsx'
import { SettlementPicker } from '../pickers/SettlementPicker.tsx'
import { DurationField, NumberField, PortField } from '../ui/form/NumberField.tsx'
import { Section, Wide } from '../ui/form/Section.tsx'
import { type Choice, SelectField } from '../ui/form/SelectField.tsx'
import { DigitsExample } from './DigitsExample.tsx'
import { GATEWAY_EFFECTS, GATEWAY_STATUSES } from './gateway-words.ts'

const NEW = {
  name: '',
  settlement_id: null,
  status: 'active',
  host: '',
  port: 5060,
  transport: 'UDP',
  channel_limit: null,
  cps_limit: null,
  strip_digits: 0,
  prepend: '',
  codecs: [...DEFAULT_CODECS],
  media_mode: 'PROXY',
  invite_timeout: 4,
  ring_timeout: 60,
  description: '',
} satisfies Blank<z.input<typeof gatewayForm>>

const TRANSPORTS: readonly Choice<Gateway['transport']>[] = [
  { value: 'UDP', label: 'UDP' },
  { value: 'TCP', label: 'TCP' },
]

export default function GatewayForm() {
  const id = useIdParam()
  return id === undefined ? <Fields /> : <Existing key={id} id={id} />
}

function Existing({ id }: { id: number }) {
  const gateway = useOneToEdit(getGateway, { params: { id } })
  return <Loaded query={gateway}>{(found) => <Fields gateway={found} />}</Loaded>
}

function useGatewayForm(gateway: Gateway | undefined) {
  const navigate = useNavigate()
  const create = useChange(createGateway, { errors: 'form', done: 'The gateway is added.' })
  const update = useChange(updateGateway, { errors: 'form', done: 'The gateway is saved.' })
  return useEntityForm({
    schema: gatewayForm,
    initial: gateway ? formValues(gatewayForm, gateway) : NEW,
    save: (body) =>
      gateway
        ? update.mutateAsync({
            params: { id: gateway.id },
            body: { ...body, version: gateway.version },
          })
        : create.mutateAsync({ body }),
    onSaved: (again) => {
      if (!again) void navigate({ to: paths.admin.gateways.list })
    },
  })
}

function Fields({ gateway }: { gateway?: Gateway }) {
  const form = useGatewayForm(gateway)
  const { bind } = form
  const { gateways } = paths.admin
  const [status, setStatus] = useState<Gateway['status']>(gateway?.status ?? NEW.status)
  form.form.watch('status', ({ value }) => setStatus(value))
  return (
    <FormPage
      title={gateway ? gateway.name : 'Add gateway'}
      trail={[{ label: 'Gateways', to: gateways.list }]}
      form={form}
      back={gateways.list}
      addAnother={!gateway}
    >
      <Section title="Gateway" help="A machine of a carrier that takes our calls.">
        <TextInput label="Name" {...bind('name')} />
        <SettlementPicker
          label="Carrier"
          placeholder="Settlement account"
          {...bind('settlement_id')}
        />
        <SelectField
          label="Status"
          choices={GATEWAY_STATUSES}
          description={GATEWAY_EFFECTS[status]}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...bind('status')}
        />
      </Section>
      <Section title="Address" help="Where it waits for calls.">
        <TextInput
          label="Host"
          placeholder="192.0.2.7 or sip.example.net"
          autoComplete="off"
          spellCheck={false}
          {...bind('host')}
        />
        <PortField label="Port" {...bind('port')} />
        <SelectField label="Transport" choices={TRANSPORTS} {...bind('transport')} />
      </Section>
      <Section
        title="Digits"
        help="The number as this carrier wants it. Prices do not depend on it."
      >
        <NumberField
          label="Strip from the front"
          unit="digits"
          min={0}
          max={15}
          {...bind('strip_digits')}
        />
        <TextInput label="Then prepend (optional)" {...bind('prepend')} />
        <Wide>
          <DigitsExample form={form.form} />
        </Wide>
      </Section>
      <Section title="Limits" help="A gateway that is full is left out, and the next one is tried.">
        <LimitFields bind={bind} />
      </Section>
      <Section title="Timers" help="After these the next gateway of the route plan is tried.">
        <DurationField label="Without any answer" min={1} max={180} {...bind('invite_timeout')} />
        <DurationField label="Ringing" min={1} max={180} {...bind('ring_timeout')} />
      </Section>
      <Section title="Media" help="It gets calls of clients with which it shares a codec.">
        <MediaFields bind={bind} />
      </Section>
      <Section title="Description">
        <Wide>
          <Textarea label="Description (optional)" autosize minRows={2} {...bind('description')} />
        </Wide>
      </Section>
    </FormPage>
  )
}
