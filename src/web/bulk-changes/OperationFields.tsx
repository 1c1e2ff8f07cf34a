// One operation of a bulk change: a field, what is done to it, and the value for that.
import { TextInput } from '@mantine/core'
import {
  BULK_FIELDS,
  type BulkFieldKind,
  type BulkOperation,
  type BulkResource,
} from '#contract/bulk-changes.ts'
import { NumberField } from '../ui/form/NumberField.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import type { BulkInput } from './bulk-inputs.tsx'
import { OPERATIONS } from './bulk-labels.ts'

interface OperationFieldsProps {
  readonly resource: BulkResource
  readonly inputs: readonly BulkInput[]
  readonly operation: BulkOperation
  readonly error: string | undefined
  readonly onChange: (operation: BulkOperation) => void
}

const CALCULATED: readonly (BulkFieldKind | undefined)[] = ['number', 'money', 'rate', 'percent']

function choicesFor(resource: BulkResource, field: string) {
  const kinds: Readonly<Record<string, BulkFieldKind>> = BULK_FIELDS[resource]
  const kind = kinds[field]
  if (!CALCULATED.includes(kind)) return OPERATIONS.slice(0, 1)
  return kind === 'number' ? OPERATIONS.filter(({ value }) => value !== 'round') : OPERATIONS
}

/** Sets the field, to nothing so far. */
export function newOperation(resource: BulkResource, field: string): BulkOperation {
  const kinds: Readonly<Record<string, BulkFieldKind>> = BULK_FIELDS[resource]
  return { field, kind: 'set', value: kinds[field] === 'text' ? '' : null }
}

export function OperationFields(props: OperationFieldsProps) {
  const { resource, inputs, operation, onChange } = props
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
        onChange={(next) => onChange(newOperation(resource, next ?? field))}
      />
      <SelectField
        label="Change"
        comboboxProps={{ withinPortal: false }}
        choices={choicesFor(resource, field)}
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
