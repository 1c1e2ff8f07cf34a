// One operation of a bulk change: a field, what is done to it, and the value for that.
import { TextInput } from '@mantine/core'
import {
  type BulkFieldKind,
  type BulkOperation,
  isNumberKind,
  isTargetsKind,
} from '#contract/bulk-changes/bulk-operation.ts'
import { NumberField } from '../ui/form/NumberField.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import bulk from './BulkChange.module.css'
import type { BulkInput } from './bulk-inputs.tsx'
import { OPERATIONS, TARGETS_OPERATIONS } from './bulk-labels.ts'

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
  if (kind === 'targets') return TARGETS_OPERATIONS
  if (!isNumberKind(kind)) return OPERATIONS.slice(0, 1)
  return kind === 'number' ? OPERATIONS.filter(({ value }) => value !== 'round') : OPERATIONS
}

/** Sets the field, to nothing so far. */
export function newOperation(kinds: FieldKinds, field: string): BulkOperation {
  if (kinds[field] === 'targets') return { field, kind: 'add_target', value: '' }
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
            value: next === 'set' || next === 'round' ? null : '',
          })
        }
      />
      <ValueField key={`${field} ${kind}`} {...props} />
    </>
  )
}

function ValueField(props: OperationFieldsProps) {
  const { inputs, operation, error, onChange } = props
  const { field, kind, value } = operation
  const set = (next: BulkOperation['value']) => onChange({ ...operation, value: next })
  if (kind === 'set') {
    const Input = inputs.find((input) => input.field === field)?.Input
    return Input ? <Input label="Value" value={value} onChange={set} error={error} /> : null
  }
  if (isTargetsKind(kind)) return <TargetFields {...props} />
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

/** The target to remove or replace is chosen among the targets that the rules have. */
function TargetFields(props: Omit<OperationFieldsProps, 'kinds'>) {
  const { inputs, operation, error, onChange } = props
  const { field, kind, value } = operation
  const input = inputs.find((one) => one.field === field)
  if (!input) return null
  const { Input, targets = [] } = input
  if (kind === 'add_target') {
    const add = (next: BulkOperation['value']) => onChange({ ...operation, value: next })
    return <Input label="New gateway" value={value} onChange={add} error={error} />
  }
  const replace = (next: BulkOperation['value']) => onChange({ ...operation, by: String(next) })
  return (
    <div className={bulk.targets}>
      <SelectField
        label="Target now"
        searchable
        comboboxProps={{ withinPortal: false }}
        choices={targets}
        value={typeof value === 'string' && value !== '' ? value : null}
        onChange={(next) => onChange({ ...operation, value: next ?? '' })}
        error={kind === 'remove_target' && error}
      />
      {kind === 'replace_target' && (
        <Input label="New gateway" value={operation.by ?? ''} onChange={replace} error={error} />
      )}
    </div>
  )
}
