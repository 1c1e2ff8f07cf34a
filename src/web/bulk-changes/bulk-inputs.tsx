// The inputs by which a bulk change sets a field, by its kind; the screen of each kind of things
// lists its own.
import { TextInput } from '@mantine/core'
import type { ComponentType } from 'react'
import type { BulkField as FieldOfThings } from '#contract/bulk-changes/bulk-changes.ts'
import type { RateChangeField } from '#core/rate-import/rate-change.ts'
import type { PickerProps } from '../pickers/LookupPicker.tsx'
import { GatewayPicker } from '../pickers/pickers.tsx'
import { DateTimeField } from '../ui/form/DateTimeField.tsx'
import type { DecimalFieldProps } from '../ui/form/DecimalField.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { type Choice, SelectField } from '../ui/form/SelectField.tsx'

type BulkField = FieldOfThings | RateChangeField
export type BulkValue = string | number | boolean | null

interface BulkInputProps {
  readonly value: BulkValue
  readonly onChange: (value: BulkValue) => void
  readonly label: string
  readonly error?: string | undefined
}

export interface BulkInput {
  readonly field: BulkField
  readonly label: string
  readonly Input: ComponentType<BulkInputProps>
  /** The targets that the rules have, such as `gateway/7`; only for the field of targets. */
  readonly targets?: readonly Choice[]
}

/** The meaning of an empty field; without it, the field must have a value. */
type Empty = string | undefined

const textOf = (value: BulkValue) => (typeof value === 'string' ? value : null)
const numberOf = (value: BulkValue) => (typeof value === 'number' ? value : null)

export const choiceInput = (
  field: BulkField,
  label: string,
  choices: readonly Choice[],
): BulkInput => ({
  field,
  label,
  Input: ({ value, ...props }) => (
    <SelectField {...props} choices={choices} value={textOf(value)} />
  ),
})

const FLAGS = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

export const flagInput = (field: BulkField, label: string): BulkInput => ({
  field,
  label,
  Input: ({ value, onChange, ...props }) => (
    <SelectField
      {...props}
      choices={FLAGS}
      value={value === null ? null : String(value)}
      onChange={(next) => onChange(next === 'true')}
    />
  ),
})

export const numberInput = (
  field: BulkField,
  label: string,
  empty?: Empty,
  unit?: string,
): BulkInput => ({
  field,
  label,
  Input: ({ value, ...props }) => (
    <NumberField
      {...props}
      {...(unit && { unit })}
      {...(empty && { placeholder: empty })}
      value={numberOf(value)}
    />
  ),
})

export const decimalInput = (
  field: BulkField,
  label: string,
  Field: ComponentType<DecimalFieldProps>,
  empty?: Empty,
): BulkInput => ({
  field,
  label,
  Input: ({ value, ...props }) => (
    <Field
      {...props}
      {...(empty && { placeholder: empty, nullable: true })}
      value={textOf(value)}
    />
  ),
})

export const thingInput = (
  field: BulkField,
  label: string,
  Picker: ComponentType<PickerProps>,
  empty?: Empty,
): BulkInput => ({
  field,
  label,
  Input: ({ value, ...props }) => (
    <Picker
      {...props}
      comboboxProps={{ withinPortal: false }}
      {...(empty && { placeholder: empty, clearable: true })}
      value={numberOf(value)}
    />
  ),
})

export const textInput = (field: BulkField, label: string): BulkInput => ({
  field,
  label,
  Input: ({ value, onChange, ...props }) => (
    <TextInput
      {...props}
      autoComplete="off"
      value={textOf(value) ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ),
})

export const timeInput = (field: BulkField, label: string): BulkInput => ({
  field,
  label,
  Input: ({ value, ...props }) => <DateTimeField {...props} value={textOf(value)} />,
})

/** Adds a gateway, or has it take the place of one of `targets`. */
export const targetsInput = (
  field: BulkField,
  label: string,
  targets: readonly Choice[],
): BulkInput => ({
  field,
  label,
  targets,
  Input: ({ value, onChange, ...props }) => (
    <GatewayPicker
      {...props}
      comboboxProps={{ withinPortal: false }}
      value={typeof value === 'string' && value !== '' ? Number(value.split('/')[1]) : null}
      onChange={(id) => onChange(id === null ? '' : `gateway/${id}`)}
    />
  ),
})
