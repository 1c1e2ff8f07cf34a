// Adds, copies and changes a rule of alarms. Its fields follow from its condition.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  type AlarmRule,
  alarmRuleForm,
  createAlarmRule,
  getAlarmRule,
  updateAlarmRule,
} from '#contract/alarms/alarm-rules.ts'
import { CONDITIONS } from '#core/alarm/conditions.ts'
import type { AlarmTopic } from '#core/notification/topics.ts'
import { useCopiedId } from '../actions/use-copy-action.tsx'
import { ALARM_TOPIC_CHOICES, SEVERITY_CHOICES } from '../fields/alarm-labels.ts'
import { AddOrEdit } from '../forms/AddOrEdit.tsx'
import { EntityFormPage } from '../forms/EntityFormPage.tsx'
import { formValues } from '../forms/form-values.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useCrudForm } from '../forms/use-crud-form.ts'
import { useOneToEdit } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { useMay } from '../session/session.ts'
import { DurationField } from '../ui/form/NumberField.tsx'
import { Section } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { ConditionSection } from './ConditionSection.tsx'
import { RULE_STATUSES } from './rule-labels.ts'
import type { RuleValues } from './rule-values.ts'
import { SubjectsSection } from './SubjectsSection.tsx'
import { TryRule } from './TryRule.tsx'

const NEW: RuleValues = {
  ...{ name: '', topic: 'ASR', severity: 'WARNING', status: 'active', subject_kind: 'GATEWAY' },
  ...{ subject_ids: [], destinations: [], comparison: 'BELOW', compares_with: 'BOUND' },
  ...{ bound: '', window_minutes: 60, min_calls: 50, pending_seconds: 60, clear_seconds: 300 },
}

const RULE = {
  noun: 'alarm rule',
  entity: 'alarm_rule',
  list: { label: 'Alarm rules', to: paths.admin.alarmRules.list },
  get: getAlarmRule,
  create: createAlarmRule,
  update: updateAlarmRule,
  schema: alarmRuleForm,
  also: ['alarms'],
}

export default function AlarmRuleForm() {
  const copy = useCopiedId()
  return (
    <AddOrEdit get={getAlarmRule}>
      {(found) =>
        found === undefined && copy !== undefined ? (
          <CopyOf id={copy} />
        ) : (
          <Fields rule={found} blank={NEW} known={found?.subjects ?? []} />
        )
      }
    </AddOrEdit>
  )
}

/** The values of another rule, which has the name alone. */
function CopyOf({ id }: { id: number }) {
  const query = useOneToEdit(getAlarmRule, { params: { id } })
  return (
    <Loaded query={query}>
      {(rule) => {
        const values = formValues(alarmRuleForm, { ...rule }) as RuleValues
        const blank = { ...values, name: `${rule.name} copy`.slice(0, 80) }
        return <Fields rule={undefined} blank={blank} known={rule.subjects} />
      }}
    </Loaded>
  )
}

interface FieldsProps {
  readonly rule: AlarmRule | undefined
  readonly blank: RuleValues
  /** The names of the chosen subjects. */
  readonly known: AlarmRule['subjects']
}

function Fields({ rule, blank, known }: FieldsProps) {
  const [values, setValues] = useState<RuleValues>(
    rule ? (formValues(alarmRuleForm, { ...rule }) as RuleValues) : blank,
  )
  const form = useCrudForm(RULE, rule, { blank, onChange: setValues })
  const mayAdd = useMay('alarm_rules.create')
  const { bind } = form
  const set = (next: Partial<RuleValues>) => form.form.setValues(next)
  const topicField = bind('topic')
  /** Each condition has its own subjects and its own usual comparison. */
  const changeTopic = (topic: AlarmTopic) => {
    const { subject_kinds, comparisons, unit } = CONDITIONS[topic]
    const fits = subject_kinds.includes(values.subject_kind)
    set({
      topic,
      ...(fits ? {} : { ...NO_SUBJECTS, subject_kind: subject_kinds[0] ?? 'SWITCH' }),
      comparison: comparisons[0] ?? 'ABOVE',
      compares_with: 'BOUND',
      bound: unit === 'STATE' ? '0' : '',
    })
  }
  const kindField = bind('subject_kind')
  return (
    <EntityFormPage of={RULE} found={rule} form={form}>
      <Section title="Rule" help="Each subject of which the condition is true has one alarm.">
        <TextInput label="Name" {...bind('name')} />
        <SelectField
          label="Condition"
          searchable
          choices={ALARM_TOPIC_CHOICES}
          {...topicField}
          onChange={(topic) => changeTopic(topic as AlarmTopic)}
        />
        <SelectField
          label="Severity"
          description="Critical ones are shown above every screen"
          choices={SEVERITY_CHOICES}
          {...bind('severity')}
        />
        <SelectField label="Status" choices={RULE_STATUSES} {...bind('status')} />
      </Section>
      <ConditionSection values={values} bind={bind} />
      <SubjectsSection
        values={values}
        bind={bind}
        known={known}
        onKind={(kind) => {
          kindField.onChange?.(kind)
          set(NO_SUBJECTS)
        }}
      />
      <Section title="Time" help="So that what comes and goes does not alarm each time.">
        <DurationField
          label="True before it fires"
          description="Until then it is pending; 0 fires immediately"
          {...bind('pending_seconds')}
        />
        <DurationField
          label="Not true before it clears"
          description="0 clears immediately"
          {...bind('clear_seconds')}
        />
      </Section>
      {mayAdd && <TryRule values={values} />}
    </EntityFormPage>
  )
}

const NO_SUBJECTS: Pick<RuleValues, 'subject_ids' | 'destinations'> = {
  subject_ids: [],
  destinations: [],
}
