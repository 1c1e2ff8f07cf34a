// Adds and changes a firewall zone; its countries and networks have screens of their own.
import { MultiSelect, type MultiSelectProps, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import {
  createFirewallZone,
  type FirewallZone,
  firewallZoneForm,
  getFirewallZone,
  updateFirewallZone,
} from '#contract/machine/firewall-zones.ts'
import type { ZoneService } from '#core/firewall/firewall-zone.ts'
import { STATUSES } from '../fields/statuses.ts'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { EntityFormPage } from '../forms/EntityFormPage.tsx'
import { useCrudForm } from '../forms/use-crud-form.ts'
import { paths } from '../navigation/paths.ts'
import { NumberField } from '../ui/form/NumberField.tsx'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { useFieldValue } from '../ui/form/use-field-value.ts'
import { ZONE_POLICY_CHOICES, ZONE_SERVICE_CHOICES } from './zone-labels.ts'

const { firewallZones } = paths.admin

const NEW: z.input<typeof firewallZoneForm> = {
  name: '',
  description: '',
  policy: 'DENY',
  requests_per_second: null,
  services: ['SIP_REGISTER', 'SIP_INVITE'],
  status: 'active',
}

const ZONE = {
  noun: 'firewall zone',
  entity: 'firewall_zone',
  list: { label: 'Firewall zones', to: firewallZones.list },
  get: getFirewallZone,
  create: createFirewallZone,
  update: updateFirewallZone,
  schema: firewallZoneForm,
  next: 'Add its countries and networks.',
}

export default function FirewallZoneForm() {
  return <AddOrEdit get={getFirewallZone}>{(found) => <Fields zone={found} />}</AddOrEdit>
}

function Fields({ zone }: { zone: FirewallZone | undefined }) {
  const [policy, setPolicy] = useState(zone?.policy ?? NEW.policy)
  const form = useCrudForm(ZONE, zone, {
    blank: NEW,
    onChange: (values) => {
      setPolicy(values.policy)
      if (values.policy !== 'RATE_LIMIT' && values.requests_per_second !== null) {
        form.form.setFieldValue('requests_per_second', null)
      }
    },
  })
  const { bind } = form
  const links = zone && [
    { label: `Countries (${zone.countries.length})`, to: firewallZones.countries(zone.id) },
    { label: `Networks (${zone.networks_count})`, to: firewallZones.networks(zone.id) },
  ]
  return (
    <EntityFormPage of={ZONE} found={zone} form={form} {...(links && { links })}>
      <Section
        title="Zone"
        help="The first active zone with the country or network of an address decides. Addresses
          of clients and gateways are always allowed."
      >
        <TextInput label="Name" {...bind('name')} />
        <SelectField label="Policy" choices={ZONE_POLICY_CHOICES} {...bind('policy')} />
        {policy === 'RATE_LIMIT' && (
          <NumberField
            label="Limit of each address"
            unit="requests per second"
            {...bind('requests_per_second')}
          />
        )}
        <SelectField label="Status" choices={STATUSES} {...bind('status')} />
        <Wide>
          <ServicesField
            label="Services"
            description="Requests of active calls always pass"
            {...bind('services')}
          />
        </Wide>
        <Wide>
          <TextInput label="Description (optional)" {...bind('description')} />
        </Wide>
      </Section>
    </EntityFormPage>
  )
}

interface ServicesFieldProps
  extends Omit<MultiSelectProps, 'data' | 'value' | 'defaultValue' | 'onChange'> {
  readonly value?: ZoneService[]
  readonly defaultValue?: ZoneService[]
  readonly onChange?: (services: ZoneService[]) => void
}

function ServicesField({ value, defaultValue, onChange, ...rest }: ServicesFieldProps) {
  const [services, change] = useFieldValue<ZoneService[]>({ value, defaultValue, onChange }, [])
  return (
    <MultiSelect
      checkIconPosition="right"
      {...rest}
      data={[...ZONE_SERVICE_CHOICES]}
      value={services}
      onChange={(chosen) => change(chosen as ZoneService[])}
    />
  )
}
