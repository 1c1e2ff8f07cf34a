// One operation of a bulk change: a field, what is done to it, and the value for that.
import { TextInput } from '@mantine/core'
import { type BulkFieldKind, type BulkOperation, isNumberKind } from '#contract/bulk-operation.ts'
import { NumberField } from '../ui/form/NumberField.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import type { BulkInput } from './bulk-inputs.tsx'
import { OPERATIONS } from './bulk-labels.ts'

export type FieldKinds = Readonly<Record<string, BulkFieldKind>>

interface OperationFieldsProps {
  readonly kinds: FieldKinds
  readonly inputs: readonly BulkInput[]
  readonly operation: BulkOperation
  readonly error: string | undefined
  readonly onChange: (operation: BulkOperation) => void
}

function choicesFor(kinds: FieldKinds, field: string) {
  const kind = kinds[field]
  if (!isNumberKind(kind)) return OPERATIONS.slice(0, 1)
  return kind === 'number' ? OPERATIONS.filter(({ value }) => value !== 'round') : OPERATIONS
}

/** Sets the field, to nothing so far. */
export function newOperation(kinds: FieldKinds, field: string): BulkOperation {
  return { field, kind: 'set', value: kinds[field] === 'text' ? '' : null }
}

export function OperationFields(props: OperationFieldsProps) {
  const { kinds, inputs, operation, onChange } = props
  const { field, kind } = operation
  const choices = inputs.map((input) => ({ value: input.field, label: input.label }))
  return (
    <>
      <SelectField
        label="Field"
        searchable
        comboboxProps={{ withinPortal: false }}
        choices={choices}
        value={field}
        onChange={(next) => onChange(newOperation(kinds, next ?? field))}
      />
      <SelectField
        label="Change"
        comboboxProps={{ withinPortal: false }}
        choices={choicesFor(kinds, field)}
        value={kind}
        onChange={(next) =>
          onChange({
            field,
            kind: (next ?? kind) as BulkOperation['kind'],
            value: next === 'add' || next === 'percent' ? '' : null,
          })
        }
      />
      <ValueField key={`${field} ${kind}`} {...props} />
    </>
  )
}

function ValueField({ inputs, operation, error, onChange }: OperationFieldsProps) {
  const { field, kind, value } = operation
  const set = (next: BulkOperation['value']) => onChange({ ...operation, value: next })
  if (kind === 'set') {
    const Input = inputs.find((input) => input.field === field)?.Input
    return Input ? <Input label="Value" value={value} onChange={set} error={error} /> : null
  }
  if (kind === 'round') {
    return (
      <NumberField
        label="Decimals"
        value={typeof value === 'number' ? value : null}
        onChange={set}
        error={error}
      />
    )
  }
  return (
    <TextInput
      label={kind === 'percent' ? 'Percent' : 'Amount'}
      placeholder={kind === 'percent' ? '10, or -10' : '5, or -5'}
      inputMode="decimal"
      autoComplete="off"
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => set(event.currentTarget.value)}
      error={error}
    />
  )
}
