// Adds and changes a gateway group.
import { Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  createGatewayGroup,
  gatewayGroupForm,
  getGatewayGroup,
  updateGatewayGroup,
  type WholeGatewayGroup,
} from '#contract/gateway-groups.ts'
import { FormPage } from '../forms/FormPage.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { editedBy, useEntityForm } from '../forms/use-entity-form.ts'
import { withoutErrorsOf } from '../forms/without-errors.ts'
import { send } from '../http/client.ts'
import { useChange, useOneToEdit } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { GROUP_STATUSES, type GroupValues, type MemberValues } from './group-values.ts'
import { MembersField } from './MembersField.tsx'

const NEW: GroupValues = { name: '', description: '', status: 'active', members: [] }

export default function GatewayGroupForm() {
  const id = useIdParam()
  return id === undefined ? <Fields /> : <Existing key={id} id={id} />
}

function Existing({ id }: { id: number }) {
  const group = useOneToEdit(getGatewayGroup, { params: { id } })
  return <Loaded query={group}>{(found) => <Fields group={found} />}</Loaded>
}

/** The form's own part of what was read. */
const valuesOf = ({ name, description, status, members }: WholeGatewayGroup): GroupValues => ({
  name,
  description,
  status,
  members: members.map(({ gateway_id, priority, weight }) => ({ gateway_id, priority, weight })),
})

const gatewaysOf = (group: WholeGatewayGroup | undefined) =>
  (group?.members ?? []).map(
    ({ gateway_id, gateway_name, gateway_status }) =>
      [gateway_id, { name: gateway_name, status: gateway_status }] as const,
  )

function Fields({ group }: { group?: WholeGatewayGroup }) {
  const navigate = useNavigate()
  const { gatewayGroups } = paths.admin
  const done = (what: string) => `Gateway group ${what}.`
  const create = useChange(createGatewayGroup, { errors: 'form', done: done('added') })
  const update = useChange(updateGatewayGroup, { errors: 'form', done: done('saved') })
  const [initial] = useState(() => (group ? valuesOf(group) : NEW))
  const [members, setMembers] = useState<readonly MemberValues[]>(initial.members)
  const [gateways, setGateways] = useState(() => new Map(gatewaysOf(group)))
  const form = useEntityForm({
    schema: gatewayGroupForm,
    initial,
    onChange: (values) => setMembers(values.members),
    edited: editedBy(
      group,
      ({ id }) => send(getGatewayGroup, { params: { id } }),
      (newest) => valuesOf(newest),
    ),
    save: (body, version) =>
      group
        ? update.mutateAsync({
            params: { id: group.id },
            body: { ...body, version },
          })
        : create.mutateAsync({ body }),
    onSaved: () => void navigate({ to: gatewayGroups.list }),
  })
  const { bind } = form
  const writeMembers = (next: MemberValues[]) => {
    form.form.setErrors(withoutErrorsOf(form.form.errors, 'members'))
    form.form.setFieldValue('members', next)
  }
  return (
    <FormPage
      title={group ? group.name : 'Add gateway group'}
      trail={[{ label: 'Gateway groups', to: gatewayGroups.list }]}
      form={form}
      back={gatewayGroups.list}
    >
      <Section title="Gateway group" help="Can be used as a target in route plan rules.">
        <TextInput label="Name" {...bind('name')} />
        <SelectField label="Status" choices={GROUP_STATUSES} {...bind('status')} />
        <Wide>
          <Textarea label="Description (optional)" autosize minRows={1} {...bind('description')} />
        </Wide>
      </Section>
      <Section
        title="Gateways"
        help="Highest priority first. Gateways with equal priority share calls by weight."
      >
        <Wide>
          <MembersField
            members={members}
            gateways={gateways}
            errors={form.form.errors}
            onChange={writeMembers}
            onGateway={(id, gateway) => setGateways((known) => new Map([...known, [id, gateway]]))}
          />
        </Wide>
      </Section>
    </FormPage>
  )
}
