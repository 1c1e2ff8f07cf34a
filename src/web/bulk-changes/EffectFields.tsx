// When the rates of an import take effect, and which changes need a second confirmation.
import { DateTimeField } from '../ui/form/DateTimeField.tsx'
import { PercentField } from '../ui/form/DecimalField.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { EFFECTIVE, type Effect } from './effect.ts'

interface EffectFieldsProps {
  readonly options: Effect
  readonly errors?: Readonly<Record<string, string>>
  readonly onChange: (part: Partial<Effect>) => void
}

export function EffectFields({ options, errors = {}, onChange }: EffectFieldsProps) {
  return (
    <>
      <SelectField
        label="Effective"
        choices={EFFECTIVE}
        comboboxProps={{ withinPortal: false }}
        value={options.effective}
        onChange={(rule) => onChange({ effective: rule as Effect['effective'] })}
      />
      {options.effective === 'AT_TIME' && (
        <DateTimeField
          label="Effective at"
          way="future"
          value={options.starts_at}
          onChange={(starts_at) => onChange({ starts_at })}
          error={errors.starts_at}
        />
      )}
      {options.effective === 'NOTICE' && (
        <NumberField
          label="Notice"
          unit="days"
          value={options.notice_days}
          onChange={(days) => onChange({ notice_days: days ?? 0 })}
          error={errors.notice_days}
        />
      )}
      <PercentField
        label="Flag changes over"
        value={options.large_percent}
        onChange={(percent) => onChange({ large_percent: percent ?? '' })}
        error={errors.large_percent}
      />
    </>
  )
}
