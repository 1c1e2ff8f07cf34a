// Adds and changes a translation with its rules, and tries them while they are written.
import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import {
  createTranslation,
  getTranslation,
  translationForm,
  updateTranslation,
  type WholeTranslation,
} from '#contract/translations.ts'
import { FormPage } from '../forms/FormPage.tsx'
import { formValues } from '../forms/form-values.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { editedBy, useEntityForm } from '../forms/use-entity-form.ts'
import { withoutErrorsOf } from '../forms/without-errors.ts'
import { send } from '../http/client.ts'
import { useChange, useOneToEdit } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useIdParam } from '../navigation/use-id-param.ts'
import { BELOW, Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { RulesField } from './RulesField.tsx'
import { TrialBox } from './TrialBox.tsx'
import { NEW_RULE, type RuleValues, STATUSES } from './translation-labels.ts'
import { useTrial } from './use-trial.ts'

const NEW: z.input<typeof translationForm> = {
  name: '',
  description: '',
  status: 'active',
  rules: [NEW_RULE],
}

export default function TranslationForm() {
  const id = useIdParam()
  return id === undefined ? <Fields /> : <Existing key={id} id={id} />
}

function Existing({ id }: { id: number }) {
  const translation = useOneToEdit(getTranslation, { params: { id } })
  return <Loaded query={translation}>{(found) => <Fields translation={found} />}</Loaded>
}

function Fields({ translation }: { translation?: WholeTranslation }) {
  const navigate = useNavigate()
  const { translations } = paths.admin
  const create = useChange(createTranslation, {
    errors: 'form',
    done: 'Translation added.',
  })
  const update = useChange(updateTranslation, {
    errors: 'form',
    done: 'Translation saved.',
  })
  const [initial] = useState(() => (translation ? formValues(translationForm, translation) : NEW))
  const [rules, setRules] = useState<readonly RuleValues[]>(initial.rules)
  const trial = useTrial(rules)
  const form = useEntityForm({
    schema: translationForm,
    initial,
    onChange: (values) => setRules(values.rules),
    edited: editedBy(
      translation,
      ({ id }) => send(getTranslation, { params: { id } }),
      (newest) => formValues(translationForm, newest),
    ),
    save: (body, version) =>
      translation
        ? update.mutateAsync({
            params: { id: translation.id },
            body: { ...body, version },
          })
        : create.mutateAsync({ body }),
    onSaved: (again) => {
      if (!again) void navigate({ to: translations.list })
    },
  })
  const { bind } = form
  const writeRules = (next: RuleValues[]) => {
    form.form.setErrors(withoutErrorsOf(form.form.errors, 'rules'))
    form.form.setFieldValue('rules', next)
  }
  return (
    <FormPage
      title={translation ? translation.name : 'Add translation'}
      trail={[{ label: 'Translations', to: translations.list }]}
      form={form}
      back={translations.list}
      addAnother={!translation}
      beside={<TrialBox {...trial} />}
    >
      <Section
        title="Translation"
        help="Used by clients for incoming calls, by gateways and route plan targets for outgoing
          calls."
      >
        <TextInput label="Name" {...bind('name')} />
        <SelectField
          label="Status"
          choices={STATUSES}
          description="A blocked translation is not applied."
          inputWrapperOrder={BELOW}
          {...bind('status')}
        />
        <Wide>
          <TextInput label="Description (optional)" {...bind('description')} />
        </Wide>
      </Section>
      <Section
        title="Rules"
        help="Applied in order, each to the result of the previous rule. Alt+↑ or Alt+↓ moves a
          rule."
      >
        <Wide>
          <RulesField
            rules={rules}
            errors={{ ...trial.errors, ...form.form.errors }}
            trial={trial.trial}
            onChange={writeRules}
          />
        </Wide>
      </Section>
    </FormPage>
  )
}
