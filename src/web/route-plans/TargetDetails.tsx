// The seldom-used settings of a target: its digits, limit, dates, and how its cost counts.
import { TextInput } from '@mantine/core'
import { lookupTranslations } from '#contract/console/lookups.ts'
import { LookupPicker } from '../pickers/LookupPicker.tsx'
import { DateTimeField } from '../ui/form/DateTimeField.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import styles from './RoutePlan.module.css'
import { asksForCost } from './route-plan-labels.ts'
import type { TargetProps } from './target-props.ts'

export function TargetDetails(props: TargetProps & { readonly name: string }) {
  const { target, mode, errors, name, onChange, onEntity } = props
  return (
    <fieldset className={styles.details} aria-label={`More about ${name}`}>
      <NumberField
        label="Strip digits"
        unit="digits"
        value={target.strip_digits}
        error={errors.strip_digits}
        onChange={(digits) => onChange({ strip_digits: digits ?? 0 })}
      />
      <TextInput
        label="Prepend (optional)"
        maxLength={20}
        autoComplete="off"
        classNames={{ input: 'mono' }}
        value={target.prepend}
        error={errors.prepend}
        onChange={(event) => onChange({ prepend: event.currentTarget.value.trim() })}
      />
      <LookupPicker
        endpoint={lookupTranslations}
        label="Translation (optional)"
        placeholder="None"
        clearable
        value={target.translation_id}
        error={errors.translation_id}
        onChange={(translation_id) => onChange({ translation_id })}
        onPick={({ id, name: word }) => onEntity({ kind: 'translation', id, name: word })}
      />
      <NumberField
        label="Max calls (optional)"
        unit="calls"
        placeholder="No limit"
        value={target.channel_limit}
        error={errors.channel_limit}
        onChange={(channel_limit) => onChange({ channel_limit })}
      />
      {asksForCost(mode) && (
        <TextInput
          label="Cost factor"
          inputMode="decimal"
          autoComplete="off"
          rightSection={<span className={styles.unit}>×</span>}
          rightSectionWidth={46}
          value={target.cost_multiplier}
          error={errors.cost_multiplier}
          onChange={(event) => onChange({ cost_multiplier: event.currentTarget.value.trim() })}
        />
      )}
      <DateTimeField
        label="From (optional)"
        value={target.valid_from}
        error={errors.valid_from}
        onChange={(valid_from) => onChange({ valid_from })}
      />
      <DateTimeField
        label="Until (optional)"
        value={target.valid_until}
        error={errors.valid_until}
        onChange={(valid_until) => onChange({ valid_until })}
      />
    </fieldset>
  )
}
