// Adds and changes a tunnel.
import { Alert, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { z } from 'zod'
import {
  createTunnel,
  getTunnel,
  type Tunnel,
  tunnelForm,
  updateTunnel,
} from '#contract/machine/tunnels.ts'
import { STATUSES } from '../fields/statuses.ts'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { EntityFormPage } from '../forms/EntityFormPage.tsx'
import { useCrudForm } from '../forms/use-crud-form.ts'
import { paths } from '../navigation/paths.ts'
import { PortField } from '../ui/form/NumberField.tsx'
import { OptionalTextField } from '../ui/form/OptionalTextField.tsx'
import { PlainTextField } from '../ui/form/PlainTextField.tsx'
import { Section } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { PRESENCE, TUNNEL_KINDS } from './tunnel-labels.ts'

const NEW: z.input<typeof tunnelForm> = {
  name: '',
  kind: 'BIND_IP',
  local_ip: '',
  sip_port: 5060,
  advertised_ip: null,
  interface: '',
  status: 'active',
  description: '',
}

const TUNNEL = {
  noun: 'tunnel',
  entity: 'tunnel',
  list: { label: 'Tunnels', to: paths.admin.tunnels.list },
  get: getTunnel,
  create: createTunnel,
  update: updateTunnel,
  schema: tunnelForm,
}

const LOCAL_SIDE =
  'Local address that calls are sent from. While the switch begins to listen on a new one, SIP ' +
  'pauses for a second or two; active calls continue.'

export default function TunnelForm() {
  return <AddOrEdit get={getTunnel}>{(found) => <Fields tunnel={found} />}</AddOrEdit>
}

function Fields({ tunnel }: { tunnel: Tunnel | undefined }) {
  const form = useCrudForm(TUNNEL, tunnel, { blank: NEW })
  const { bind } = form
  return (
    <EntityFormPage of={TUNNEL} found={tunnel} form={form}>
      {tunnel && tunnel.presence !== 'HERE' && (
        <Alert color="warning" role="status" icon={<IconAlertTriangle size={16} />} maw={1080}>
          {tunnel.local_ip}: {PRESENCE[tunnel.presence].word}. No calls can use it until the
          interface is up.
        </Alert>
      )}
      <Section
        title="Tunnel"
        help="A local interface or address that gateways can use for outgoing calls."
      >
        <TextInput label="Name" {...bind('name')} />
        <SelectField
          label="Kind"
          choices={TUNNEL_KINDS}
          description="A VPN is configured in the operating system, not here"
          {...bind('kind')}
        />
        <SelectField label="Status" choices={STATUSES} {...bind('status')} />
      </Section>
      <Section title="Local side" help={LOCAL_SIDE}>
        <PlainTextField label="Local address" placeholder="192.0.2.7" {...bind('local_ip')} />
        <PortField label="SIP port" {...bind('sip_port')} />
        <PlainTextField
          label="Interface"
          placeholder="Any; a VPN needs one, such as wg0"
          {...bind('interface')}
        />
        <OptionalTextField
          label="Advertised address (optional)"
          placeholder="Local address"
          description="Public address behind NAT"
          {...bind('advertised_ip')}
        />
      </Section>
      <Section title="Description" wide>
        <Textarea label="Description (optional)" autosize minRows={2} {...bind('description')} />
      </Section>
    </EntityFormPage>
  )
}
