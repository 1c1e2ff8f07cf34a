// Adds and changes a tunnel.
import { Alert, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { z } from 'zod'
import {
  createTunnel,
  getTunnel,
  type Tunnel,
  tunnelForm,
  updateTunnel,
} from '#contract/tunnels.ts'
import { FormPage } from '../forms/FormPage.tsx'
import { formValues } from '../forms/form-values.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { editedBy, useEntityForm } from '../forms/use-entity-form.ts'
import { send } from '../http/client.ts'
import { useChange, useOneToEdit } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { PortField } from '../ui/form/NumberField.tsx'
import { OptionalTextField } from '../ui/form/OptionalTextField.tsx'
import { BELOW, Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { PRESENCE, TUNNEL_KINDS, TUNNEL_STATUSES } from './tunnel-labels.ts'

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

export default function TunnelForm() {
  const id = useIdParam()
  return id === undefined ? <Fields /> : <Existing key={id} id={id} />
}

function Existing({ id }: { id: number }) {
  const tunnel = useOneToEdit(getTunnel, { params: { id } })
  return <Loaded query={tunnel}>{(found) => <Fields tunnel={found} />}</Loaded>
}

function Fields({ tunnel }: { tunnel?: Tunnel }) {
  const navigate = useNavigate()
  const { tunnels } = paths.admin
  const create = useChange(createTunnel, { errors: 'form', done: 'Tunnel added.' })
  const update = useChange(updateTunnel, { errors: 'form', done: 'Tunnel saved.' })
  const form = useEntityForm({
    schema: tunnelForm,
    initial: tunnel ? formValues(tunnelForm, tunnel) : NEW,
    edited: editedBy(
      tunnel,
      ({ id }) => send(getTunnel, { params: { id } }),
      (newest) => formValues(tunnelForm, newest),
    ),
    save: (body, version) =>
      tunnel
        ? update.mutateAsync({
            params: { id: tunnel.id },
            body: { ...body, version },
          })
        : create.mutateAsync({ body }),
    onSaved: (again) => {
      if (!again) void navigate({ to: tunnels.list })
    },
  })
  const { bind } = form
  return (
    <FormPage
      title={tunnel ? tunnel.name : 'Add tunnel'}
      trail={[{ label: 'Tunnels', to: tunnels.list }]}
      form={form}
      back={tunnels.list}
      addAnother={!tunnel}
    >
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
          inputWrapperOrder={BELOW}
          {...bind('kind')}
        />
        <SelectField label="Status" choices={TUNNEL_STATUSES} {...bind('status')} />
      </Section>
      <Section title="Local side" help="Local address that calls are sent from.">
        <TextInput
          label="Local address"
          placeholder="192.0.2.7"
          autoComplete="off"
          spellCheck={false}
          {...bind('local_ip')}
        />
        <PortField label="SIP port" {...bind('sip_port')} />
        <TextInput
          label="Interface"
          placeholder="Any; a VPN needs one, such as wg0"
          autoComplete="off"
          spellCheck={false}
          {...bind('interface')}
        />
        <OptionalTextField
          label="Advertised address (optional)"
          placeholder="Local address"
          description="Public address behind NAT"
          inputWrapperOrder={BELOW}
          {...bind('advertised_ip')}
        />
      </Section>
      <Section title="Description">
        <Wide>
          <Textarea label="Description (optional)" autosize minRows={2} {...bind('description')} />
        </Wide>
      </Section>
    </FormPage>
  )
}
