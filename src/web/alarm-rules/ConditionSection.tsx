// When the condition is true: the bound in its unit, the window, and how many calls it needs.
import { CONDITIONS, canCompare } from '#core/alarm/conditions.ts'
import { conditionInWords } from '../fields/alarm-labels.ts'
import type { Bind } from '../ui/form/bind.ts'
import { MeasureField } from '../ui/form/DecimalField.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { Section } from '../ui/form/Section.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { COMPARED_CHOICES, COMPARISON_CHOICES, UNIT_LABELS } from './rule-labels.ts'
import type { RuleValues } from './rule-values.ts'

interface ConditionSectionProps {
  readonly values: RuleValues
  readonly bind: Bind<RuleValues>
}

export function ConditionSection({ values, bind }: ConditionSectionProps) {
  const { topic, compares_with, bound } = values
  const { unit, has_window, source, comparisons } = CONDITIONS[topic]
  const sentence = conditionInWords({ ...values, bound: bound || '…' })
  // A state is true or not, and has no bound.
  if (unit === 'STATE') return <p className="muted">{sentence}</p>
  const isUsual = compares_with === 'SAME_HOUR'
  return (
    <Section title="Bound" help={`${sentence}.`}>
      {comparisons.length > 1 && (
        <SelectField
          label="It fires when the value is"
          choices={COMPARISON_CHOICES}
          {...bind('comparison')}
        />
      )}
      {canCompare(topic) && (
        <SelectField
          label="Compared with"
          description="The usual value is the mean of the same hour of the last four weeks"
          choices={COMPARED_CHOICES}
          {...bind('compares_with')}
        />
      )}
      <MeasureField
        label={isUsual ? 'Deviation' : 'Bound'}
        unit={isUsual ? '%' : UNIT_LABELS[unit]}
        {...(isUsual && { description: 'Off the usual value' })}
        {...bind('bound')}
      />
      {has_window && (
        <NumberField
          label="Window"
          unit="minutes"
          description="Whole quarters of an hour, up to a day"
          {...bind('window_minutes')}
        />
      )}
      {source === 'TRAFFIC' && (
        <NumberField
          label="Calls at least"
          unit="calls"
          description="Fewer calls within the window decide nothing"
          {...bind('min_calls')}
        />
      )}
    </Section>
  )
}
