// How the carrier counts: its clock, its numbers, its rounding, and what may differ.
import type { OneReconciliation } from '#contract/reconciliations/reconciliations.ts'
import { TimeZonePicker } from '../pickers/TimeZonePicker.tsx'
import { MoneyField } from '../ui/form/DecimalField.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { SwitchField } from '../ui/form/SwitchField.tsx'
import { CLOCKS, NUMBERS, ROUNDINGS } from './reconciliation-labels.ts'

type Options = NonNullable<OneReconciliation['options']>
/** With the amount as it is typed. */
export type EditedOptions = Omit<Options, 'amount_tolerance'> & {
  readonly amount_tolerance: string
}

interface OptionFieldsProps {
  readonly options: EditedOptions
  readonly currency: string
  /** The time zone that a header of the file names. */
  readonly zone: string | undefined
  readonly onChange: (part: Partial<EditedOptions>) => void
}

export function OptionFields({ options, currency, zone, onChange }: OptionFieldsProps) {
  const seconds = (
    name: 'time_tolerance' | 'duration_tolerance' | 'first_increment' | 'next_increment',
    label: string,
  ) => (
    <NumberField
      label={label}
      unit="s"
      value={options[name]}
      onChange={(value) => onChange({ [name]: value ?? Number.NaN })}
    />
  )
  return (
    <>
      <TimeZonePicker
        label="Time zone of the file"
        description={zone && `The header names ${zone}, which counts.`}
        value={options.time_zone}
        onChange={(time_zone) => time_zone && onChange({ time_zone })}
      />
      <SelectField
        label="Timestamp is"
        choices={CLOCKS}
        value={options.clock}
        onChange={(clock) => onChange({ clock: clock as Options['clock'] })}
      />
      {seconds('time_tolerance', 'Times may differ by')}
      <SelectField
        label="Number format"
        choices={NUMBERS}
        value={options.number}
        onChange={(number) => onChange({ number: number as Options['number'] })}
      />
      <SelectField
        label="Duration rounding"
        choices={ROUNDINGS}
        value={options.rounding}
        onChange={(rounding) => onChange({ rounding: rounding as Options['rounding'] })}
      />
      {seconds('duration_tolerance', 'Durations may differ by')}
      {seconds('first_increment', 'First increment')}
      {seconds('next_increment', 'Next increment')}
      <MoneyField
        label="Amounts of a call may differ by"
        currency={currency}
        value={options.amount_tolerance}
        onChange={(text) => onChange({ amount_tolerance: text ?? '' })}
      />
      <SwitchField
        label="Amounts include VAT"
        checked={options.with_vat}
        onChange={(event) => onChange({ with_vat: event.currentTarget.checked })}
      />
    </>
  )
}
