// Adds and changes a gateway group.
import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  createGatewayGroup,
  gatewayGroupForm,
  getGatewayGroup,
  updateGatewayGroup,
  type WholeGatewayGroup,
} from '#contract/routing/gateway-groups.ts'
import { STATUSES } from '../fields/statuses.ts'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { EntityFormPage } from '../forms/EntityFormPage.tsx'
import { useCrudForm } from '../forms/use-crud-form.ts'
import { paths } from '../navigation/paths.ts'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { type GroupValues, groupValues, type MemberValues } from './group-values.ts'
import { MembersField } from './MembersField.tsx'

const NEW: GroupValues = { name: '', description: '', status: 'active', members: [] }

const GROUP = {
  noun: 'gateway group',
  entity: 'gateway_group',
  list: { label: 'Gateway groups', to: paths.admin.gatewayGroups.list },
  get: getGatewayGroup,
  create: createGatewayGroup,
  update: updateGatewayGroup,
  schema: gatewayGroupForm,
  valuesOf: groupValues,
}

export default function GatewayGroupForm() {
  return <AddOrEdit get={getGatewayGroup}>{(found) => <Fields group={found} />}</AddOrEdit>
}

const gatewaysOf = (group: WholeGatewayGroup | undefined) =>
  (group?.members ?? []).map(
    ({ gateway_id, gateway_name, gateway_status }) =>
      [gateway_id, { name: gateway_name, status: gateway_status }] as const,
  )

function Fields({ group }: { group: WholeGatewayGroup | undefined }) {
  const [initial] = useState(() => (group ? groupValues(group) : NEW))
  const [members, setMembers] = useState<readonly MemberValues[]>(initial.members)
  const [gateways, setGateways] = useState(() => new Map(gatewaysOf(group)))
  const form = useCrudForm(GROUP, group, {
    blank: NEW,
    onChange: (values) => setMembers(values.members),
  })
  const { bind } = form
  return (
    <EntityFormPage of={GROUP} found={group} form={form} addAnother={false}>
      <Section title="Gateway group" help="Can be used as a target in route plan rules.">
        <TextInput label="Name" {...bind('name')} />
        <SelectField label="Status" choices={STATUSES} {...bind('status')} />
        <Wide>
          <Textarea label="Description (optional)" autosize minRows={1} {...bind('description')} />
        </Wide>
      </Section>
      <Section
        title="Gateways"
        help="Highest priority first. Gateways with equal priority share calls by weight."
        wide
      >
        <MembersField
          members={members}
          gateways={gateways}
          errors={form.form.errors}
          onChange={(next) => form.setList('members', next)}
          onGateway={(id, gateway) => setGateways((known) => new Map([...known, [id, gateway]]))}
        />
      </Section>
    </EntityFormPage>
  )
}
