// Adds and changes a gateway.
import { Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  createGateway,
  type Gateway,
  gatewayForm,
  getGateway,
  updateGateway,
} from '#contract/gateways.ts'
import { LimitFields } from '../fields/AccountSections.tsx'
import { FormPage } from '../forms/FormPage.tsx'
import { formValues } from '../forms/form-values.ts'
import { Loaded } from '../forms/Loaded.tsx'
import type { Blank } from '../forms/use-checked-form.ts'
import { editedBy, useEntityForm } from '../forms/use-entity-form.ts'
import { send } from '../http/client.ts'
import { useChange, useOneToEdit } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { MediaFields } from '../pickers/MediaFields.tsx'
import { SettlementPicker } from '../pickers/SettlementPicker.tsx'
import { TunnelPicker } from '../pickers/TunnelPicker.tsx'
import { NumberField, PortField } from '../ui/form/NumberField.tsx'
import { BELOW, Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { GatewayFigures } from './GatewayFigures.tsx'
import { GATEWAY_EFFECTS, GATEWAY_STATUSES, TRANSPORTS } from './gateway-labels.ts'
import { type FOLDED, foldingOf, type GatewayValues, NEW_GATEWAY } from './gateway-values.ts'
import {
  HealthSection,
  QualitySection,
  RegistrationSection,
  TimersSection,
} from './HealthSections.tsx'
import { parseHost } from './host.ts'
import {
  AcceptedSection,
  CallerIdSection,
  ChoiceSection,
  NumbersSection,
} from './NumberSections.tsx'

export default function GatewayForm() {
  const id = useIdParam()
  return id === undefined ? <Fields /> : <Existing key={id} id={id} />
}

function Existing({ id }: { id: number }) {
  const gateway = useOneToEdit(getGateway, { params: { id } })
  return <Loaded query={gateway}>{(found) => <Fields gateway={found} />}</Loaded>
}

function useGatewayForm(gateway: Gateway | undefined, initial: Blank<GatewayValues>) {
  const navigate = useNavigate()
  const create = useChange(createGateway, { errors: 'form', done: 'Gateway added.' })
  const update = useChange(updateGateway, { errors: 'form', done: 'Gateway saved.' })
  return useEntityForm({
    schema: gatewayForm,
    initial,
    edited: editedBy(
      gateway,
      ({ id }) => send(getGateway, { params: { id } }),
      (newest) => formValues(gatewayForm, newest),
    ),
    save: (body, version) =>
      gateway
        ? update.mutateAsync({
            params: { id: gateway.id },
            body: { ...body, version },
          })
        : create.mutateAsync({ body }),
    onSaved: (again) => {
      if (!again) void navigate({ to: paths.admin.gateways.list })
    },
  })
}

function Fields({ gateway }: { gateway?: Gateway }) {
  const [initial] = useState(() => (gateway ? formValues(gatewayForm, gateway) : NEW_GATEWAY))
  const form = useGatewayForm(gateway, initial)
  const { bind } = form
  const { errors } = form.form
  const host = bind('host')
  /** Puts `gw.example.net:5070/tcp` into its three fields; false when there is only a host. */
  const spread = (text: string): boolean => {
    const place = parseHost(text)
    if (place) form.form.setValues(place)
    return place !== undefined
  }
  const { gateways } = paths.admin
  const [status, setStatus] = useState<Gateway['status']>(initial.status)
  form.form.watch('status', ({ value }) => setStatus(value))
  const folding = (section: keyof typeof FOLDED) => foldingOf(section, initial, errors)
  const prefixError = Object.keys(errors).find((path) => path.startsWith('dst_prefixes'))
  return (
    <FormPage
      title={gateway ? gateway.name : 'Add gateway'}
      trail={[{ label: 'Gateways', to: gateways.list }]}
      form={form}
      currency=""
      back={gateways.list}
      addAnother={!gateway}
    >
      {gateway && <GatewayFigures id={gateway.id} />}
      <Section title="Gateway" help="A carrier's SIP endpoint.">
        <TextInput label="Name" {...bind('name')} />
        <SettlementPicker
          label="Settlement account"
          placeholder="Settlement account"
          {...bind('settlement_id')}
        />
        <SelectField
          label="Status"
          choices={GATEWAY_STATUSES}
          description={GATEWAY_EFFECTS[status]}
          inputWrapperOrder={BELOW}
          {...bind('status')}
        />
      </Section>
      <Section title="Connection" help="SIP address and outgoing path.">
        <TextInput
          label="Host"
          placeholder="192.0.2.7 or sip.example.net"
          autoComplete="off"
          spellCheck={false}
          {...host}
          onPaste={(event) => {
            if (spread(event.clipboardData.getData('text'))) event.preventDefault()
          }}
          onBlur={(event) => {
            if (!spread(event.currentTarget.value)) host.onBlur?.(event)
          }}
        />
        <PortField label="Port" {...bind('port')} />
        <SelectField label="Transport" choices={TRANSPORTS} {...bind('transport')} />
        <TunnelPicker
          label="Tunnel (optional)"
          placeholder="System routing"
          clearable
          {...bind('tunnel_id')}
        />
      </Section>
      <Section title="Limits" help="A full gateway is skipped and the next one is tried.">
        <LimitFields bind={bind} />
        <NumberField
          label="Calls per called number (optional)"
          unit="calls"
          placeholder="No limit"
          {...bind('per_number_channel_limit')}
        />
      </Section>
      <ChoiceSection bind={bind} folding={folding('choice')} />
      <AcceptedSection
        bind={bind}
        folding={folding('accepted')}
        prefixError={prefixError && errors[prefixError]}
      />
      <NumbersSection bind={bind} form={form.form} />
      <CallerIdSection bind={bind} folding={folding('caller')} />
      <TimersSection bind={bind} folding={folding('timers')} />
      <HealthSection bind={bind} folding={folding('health')} />
      <QualitySection bind={bind} folding={folding('quality')} />
      <RegistrationSection
        bind={bind}
        folding={folding('registration')}
        hasPassword={gateway?.has_auth_password ?? false}
      />
      <Section title="Media" help="Gets calls from clients with a codec in common.">
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
