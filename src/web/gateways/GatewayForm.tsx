// Adds and changes a gateway.

import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { NEW_GATEWAY } from '#contract/blank-forms.ts'
import {
  createGateway,
  type Gateway,
  gatewayForm,
  getGateway,
  updateGateway,
} from '#contract/routing/gateways.ts'
import { LimitFields } from '../fields/AccountSections.tsx'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { EntityFormPage } from '../forms/EntityFormPage.tsx'
import { formValues } from '../forms/form-values.ts'
import { useCrudForm } from '../forms/use-crud-form.ts'
import { useIdPreset } from '../forms/use-id-preset.ts'
import { paths } from '../navigation/paths.ts'
import { MediaFields } from '../pickers/MediaFields.tsx'
import { SettlementPicker, TunnelPicker } from '../pickers/pickers.tsx'
import { NumberField, PortField } from '../ui/form/NumberField.tsx'
import { PlainTextField } from '../ui/form/PlainTextField.tsx'
import { Section } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { GatewayFigures } from './GatewayFigures.tsx'
import { GATEWAY_EFFECTS, GATEWAY_STATUSES, TRANSPORTS } from './gateway-labels.ts'
import { type FOLDED, foldingOf } from './gateway-values.ts'
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

const GATEWAY = {
  noun: 'gateway',
  entity: 'gateway',
  list: { label: 'Gateways', to: paths.admin.gateways.list },
  get: getGateway,
  create: createGateway,
  update: updateGateway,
  schema: gatewayForm,
}

export default function GatewayForm() {
  return <AddOrEdit get={getGateway}>{(found) => <Fields gateway={found} />}</AddOrEdit>
}

function Fields({ gateway }: { gateway: Gateway | undefined }) {
  const [initial] = useState(() => (gateway ? formValues(gatewayForm, gateway) : NEW_GATEWAY))
  const preset = useIdPreset('settlement_id')
  const form = useCrudForm(GATEWAY, gateway, { blank: { ...NEW_GATEWAY, ...preset } })
  const { bind } = form
  const { errors } = form.form
  const host = bind('host')
  /** Puts `gw.example.net:5070/tcp` into its three fields; false when there is only a host. */
  const spread = (text: string): boolean => {
    const place = parseHost(text)
    if (place) form.form.setValues(place)
    return place !== undefined
  }
  const [status, setStatus] = useState<Gateway['status']>(initial.status)
  form.form.watch('status', ({ value }) => setStatus(value))
  const folding = (section: keyof typeof FOLDED) => foldingOf(section, initial, errors)
  const prefixError = Object.keys(errors).find((path) => path.startsWith('dst_prefixes'))
  return (
    <EntityFormPage of={GATEWAY} found={gateway} form={form} currency="">
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
          {...bind('status')}
        />
      </Section>
      <Section title="Connection" help="SIP address and outgoing path.">
        <PlainTextField
          label="Host"
          placeholder="192.0.2.7 or sip.example.net"
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
      <Section title="Description" wide>
        <Textarea label="Description (optional)" autosize minRows={2} {...bind('description')} />
      </Section>
    </EntityFormPage>
  )
}
