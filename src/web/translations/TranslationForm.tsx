// Adds and changes a translation with its rules, and tries them while they are written.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import {
  createTranslation,
  getTranslation,
  translationForm,
  updateTranslation,
  type WholeTranslation,
} from '#contract/routing/translations.ts'
import { STATUSES } from '../fields/statuses.ts'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { EntityFormPage } from '../forms/EntityFormPage.tsx'
import { formValues } from '../forms/form-values.ts'
import { useCrudForm } from '../forms/use-crud-form.ts'
import { paths } from '../navigation/paths.ts'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TranslationRulesField } from './TranslationRulesField.tsx'
import { TrialBox } from './TrialBox.tsx'
import { NEW_TRANSLATION_RULE, type TranslationRuleValues } from './translation-labels.ts'
import { useTrial } from './use-trial.ts'

const NEW: z.input<typeof translationForm> = {
  name: '',
  description: '',
  status: 'active',
  rules: [NEW_TRANSLATION_RULE],
}

const TRANSLATION = {
  noun: 'translation',
  entity: 'translation',
  list: { label: 'Translations', to: paths.admin.translations.list },
  get: getTranslation,
  create: createTranslation,
  update: updateTranslation,
  schema: translationForm,
}

export default function TranslationForm() {
  return <AddOrEdit get={getTranslation}>{(found) => <Fields translation={found} />}</AddOrEdit>
}

function Fields({ translation }: { translation: WholeTranslation | undefined }) {
  const [initial] = useState(() => (translation ? formValues(translationForm, translation) : NEW))
  const [rules, setRules] = useState<readonly TranslationRuleValues[]>(initial.rules)
  const trial = useTrial(rules)
  const form = useCrudForm(TRANSLATION, translation, {
    blank: NEW,
    onChange: (values) => setRules(values.rules),
  })
  const { bind } = form
  return (
    <EntityFormPage
      of={TRANSLATION}
      found={translation}
      form={form}
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
        wide
      >
        <TranslationRulesField
          rules={rules}
          errors={{ ...trial.errors, ...form.form.errors }}
          trial={trial.trial}
          onChange={(next) => form.setList('rules', next)}
        />
      </Section>
    </EntityFormPage>
  )
}
