// The subjects of a rule: all of a kind, or only some of them.
import type { ComponentProps } from 'react'
import type { AlarmRule } from '#contract/alarms/alarm-rules.ts'
import { CONDITIONS } from '#core/alarm/conditions.ts'
import type { SubjectKind } from '#core/notification/topics.ts'
import { SUBJECT_WORDS } from '../fields/alarm-labels.ts'
import { AccountsField } from '../pickers/AccountsField.tsx'
import {
  AccountPicker,
  GatewayPicker,
  ResellerPicker,
  SettlementPicker,
} from '../pickers/pickers.tsx'
import type { Bind } from '../ui/form/bind.ts'
import { Section, Wide } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TagsField } from '../ui/form/TagsField.tsx'
import type { RuleValues } from './rule-values.ts'

type Picker = NonNullable<ComponentProps<typeof AccountsField>['Picker']>

const PICKERS: Readonly<Partial<Record<SubjectKind, Picker>>> = {
  GATEWAY: GatewayPicker,
  SETTLEMENT: SettlementPicker,
  CLIENT: AccountPicker,
  RESELLER: ResellerPicker,
}

interface SubjectsSectionProps {
  readonly values: RuleValues
  readonly bind: Bind<RuleValues>
  /** The names of those that were chosen before. */
  readonly known: AlarmRule['subjects']
  readonly onKind: (kind: SubjectKind) => void
}

export function SubjectsSection({ values, bind, known, onKind }: SubjectsSectionProps) {
  const { topic, subject_kind } = values
  const { subject_kinds } = CONDITIONS[topic]
  const [one, many] = SUBJECT_WORDS[subject_kind]
  const Picker = PICKERS[subject_kind]
  const choices = subject_kinds.map((value) => ({ value, label: SUBJECT_WORDS[value][0] }))
  return (
    <Section title="Subjects" help={`The rule is judged for each ${one.toLowerCase()}.`}>
      <SelectField
        label="Kind"
        choices={choices}
        {...bind('subject_kind')}
        onChange={(kind) => onKind(kind as SubjectKind)}
      />
      {Picker && (
        // A picker of another kind has other names.
        <Wide key={subject_kind}>
          <AccountsField
            label="Only these (optional)"
            description={`None is all ${many}`}
            Picker={Picker}
            known={known}
            {...bind('subject_ids')}
          />
        </Wide>
      )}
      {subject_kind === 'DESTINATION' && (
        <Wide>
          <TagsField
            label="Only these (optional)"
            description="Names as in the code deck, Enter after each; none is all destinations"
            splitChars={[';', '\n']}
            {...bind('destinations')}
          />
        </Wide>
      )}
    </Section>
  )
}
