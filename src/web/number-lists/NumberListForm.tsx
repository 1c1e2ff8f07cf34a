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
} from '#contract/number-lists.ts'
import { FormPage } from '../forms/FormPage.tsx'
import { formValues } from '../forms/form-values.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { editedBy, useEntityForm } from '../forms/use-entity-form.ts'
import { send } from '../http/client.ts'
import { useChange, useOneToEdit } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { BELOW, Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { ACTIONS, LIST_MODES, MODE_HELP, MODES, STATUSES } from './number-list-labels.ts'

const NEW: z.input<typeof numberListForm> = {
  name: '',
  description: '',
  status: 'active',
  mode: 'PREFIX',
  default_action: 'ACCEPT',
}

const USUAL = 'Numbers that clients, route plans and gateways accept or reject, or a number pool.'
const HIGH_RISK =
  'Numbers it rejects are refused for clients without high-risk permission. Cannot be deleted.'

export default function NumberListForm() {
  const id = useIdParam()
  return id === undefined ? <Fields /> : <Existing key={id} id={id} />
}

function Existing({ id }: { id: number }) {
  const list = useOneToEdit(getNumberList, { params: { id } })
  return <Loaded query={list}>{(found) => <Fields list={found} />}</Loaded>
}

function Fields({ list }: { list?: NumberList }) {
  const navigate = useNavigate()
  const { numberLists } = paths.admin
  const create = useChange(createNumberList, { errors: 'form', done: 'Number list added.' })
  const update = useChange(updateNumberList, { errors: 'form', done: 'Number list saved.' })
  const [mode, setMode] = useState(list?.mode ?? NEW.mode)
  const form = useEntityForm({
    schema: numberListForm,
    initial: list ? formValues(numberListForm, list) : NEW,
    onChange: (values) => setMode(values.mode),
    edited: editedBy(
      list,
      ({ id }) => send(getNumberList, { params: { id } }),
      (newest) => formValues(numberListForm, newest),
    ),
    save: (body, version) =>
      list
        ? update.mutateAsync({ params: { id: list.id }, body: { ...body, version } })
        : create.mutateAsync({ body }),
    // After adding a list, the user continues with its numbers.
    onSaved: (again, saved) => {
      if (!again) void navigate({ to: list ? numberLists.list : numberLists.items(saved.id) })
    },
  })
  const { bind } = form
  return (
    <FormPage
      title={list ? list.name : 'Add number list'}
      trail={[{ label: 'Number lists', to: numberLists.list }]}
      links={list ? [{ label: 'Items', to: numberLists.items(list.id) }] : []}
      form={form}
      back={numberLists.list}
      addAnother={!list}
    >
      <Section title="Number list" help={list?.is_high_risk ? HIGH_RISK : USUAL}>
        <TextInput label="Name" {...bind('name')} />
        <SelectField
          label="Mode"
          choices={list?.is_high_risk ? LIST_MODES : MODES}
          description={MODE_HELP[mode]}
          inputWrapperOrder={BELOW}
          {...bind('mode')}
        />
        {mode !== 'RANDOM' && (
          <SelectField label="Unmatched numbers" choices={ACTIONS} {...bind('default_action')} />
        )}
        <SelectField
          label="Status"
          choices={STATUSES}
          description={
            mode === 'RANDOM'
              ? 'A blocked pool provides no numbers.'
              : 'A blocked list accepts all numbers.'
          }
          inputWrapperOrder={BELOW}
          {...bind('status')}
        />
        <Wide>
          <TextInput label="Description (optional)" {...bind('description')} />
        </Wide>
      </Section>
    </FormPage>
  )
}
