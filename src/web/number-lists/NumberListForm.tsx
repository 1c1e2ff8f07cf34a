// Adds and changes a number list; its items have a screen of their own.
import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import {
  createNumberList,
  getNumberList,
  type NumberList,
  numberListForm,
  updateNumberList,
} from '#contract/routing/number-lists.ts'
import { STATUSES } from '../fields/statuses.ts'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { EntityFormPage } from '../forms/EntityFormPage.tsx'
import { useCrudForm } from '../forms/use-crud-form.ts'
import { paths } from '../navigation/paths.ts'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import {
  LIST_ACTION_CHOICES,
  LIST_MODE_CHOICES,
  LIST_MODES,
  NUMBER_LIST_MODE_HELP,
} from './number-list-labels.ts'

const NEW: z.input<typeof numberListForm> = {
  name: '',
  description: '',
  status: 'active',
  mode: 'PREFIX',
  default_action: 'ACCEPT',
}

const HELP = 'Numbers that clients, route plans and gateways accept or reject, or a number pool.'
const HIGH_RISK =
  'Numbers it rejects are refused for clients without high-risk permission. Cannot be deleted.'

const NUMBER_LIST = {
  noun: 'number list',
  entity: 'number_list',
  list: { label: 'Number lists', to: paths.admin.numberLists.list },
  get: getNumberList,
  create: createNumberList,
  update: updateNumberList,
  schema: numberListForm,
}

export default function NumberListForm() {
  return <AddOrEdit get={getNumberList}>{(found) => <Fields list={found} />}</AddOrEdit>
}

function Fields({ list }: { list: NumberList | undefined }) {
  const navigate = useNavigate()
  const { numberLists } = paths.admin
  const [mode, setMode] = useState(list?.mode ?? NEW.mode)
  const form = useCrudForm(NUMBER_LIST, list, {
    blank: NEW,
    onChange: (values) => setMode(values.mode),
    // A new list is empty: its numbers come next.
    leave: ({ id }) => void navigate({ to: list ? numberLists.list : numberLists.items(id) }),
  })
  const { bind } = form
  return (
    <EntityFormPage
      of={NUMBER_LIST}
      found={list}
      form={form}
      links={list ? [{ label: 'Items', to: numberLists.items(list.id) }] : []}
    >
      <Section title="Number list" help={list?.is_high_risk ? HIGH_RISK : HELP}>
        <TextInput label="Name" {...bind('name')} />
        <SelectField
          label="Mode"
          choices={list?.is_high_risk ? LIST_MODES : LIST_MODE_CHOICES}
          description={NUMBER_LIST_MODE_HELP[mode]}
          {...bind('mode')}
        />
        {mode !== 'RANDOM' && (
          <SelectField
            label="Unmatched numbers"
            choices={LIST_ACTION_CHOICES}
            {...bind('default_action')}
          />
        )}
        <SelectField
          label="Status"
          choices={STATUSES}
          description={
            mode === 'RANDOM'
              ? 'A blocked pool provides no numbers.'
              : 'A blocked list accepts all numbers.'
          }
          {...bind('status')}
        />
        <Wide>
          <TextInput label="Description (optional)" {...bind('description')} />
        </Wide>
      </Section>
    </EntityFormPage>
  )
}
