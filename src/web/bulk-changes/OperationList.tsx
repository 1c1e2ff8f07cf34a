// The operations of a bulk change, one a line.
import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { BulkOperation } from '#contract/bulk-changes/bulk-operation.ts'
import bulk from './BulkChange.module.css'
import type { BulkInput } from './bulk-inputs.tsx'
import { type FieldKinds, newOperation, OperationFields } from './OperationFields.tsx'

interface OperationListProps {
  readonly kinds: FieldKinds
  /** Those of the fields that the user sees. */
  readonly inputs: readonly BulkInput[]
  readonly operations: readonly BulkOperation[]
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (operations: readonly BulkOperation[]) => void
}

export function OperationList(props: OperationListProps) {
  const { kinds, inputs, operations, errors, onChange } = props
  return (
    <div>
      {operations.map((operation, at) => (
        // Two operations can have the same field: a percentage, rounded after it.
        // biome-ignore lint/suspicious/noArrayIndexKey: all of a line is in its operation
        <div key={at} className={bulk.operation}>
          <OperationFields
            kinds={kinds}
            inputs={inputs}
            operation={operation}
            error={
              errors[`operations.${at}.value`] ??
              errors[`operations.${at}.by`] ??
              errors[`operations.${at}.field`]
            }
            onChange={(next) => onChange(operations.with(at, next))}
          />
          <ActionIcon
            variant="subtle"
            size={34}
            aria-label="Remove this field"
            disabled={operations.length === 1}
            onClick={() => onChange(operations.toSpliced(at, 1))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="light"
        size="compact-sm"
        mt={12}
        leftSection={<IconPlus size={14} />}
        onClick={() => onChange([...operations, nextOperation(kinds, inputs, operations)])}
      >
        Add field
      </Button>
    </div>
  )
}

/** On the next field that has none. */
function nextOperation(
  kinds: FieldKinds,
  inputs: readonly BulkInput[],
  operations: readonly BulkOperation[],
): BulkOperation {
  const isFree = ({ field }: BulkInput) => operations.every((one) => one.field !== field)
  return newOperation(kinds, (inputs.find(isFree) ?? inputs[0])?.field ?? '')
}

export const firstOperations = (
  kinds: FieldKinds,
  inputs: readonly BulkInput[],
): readonly BulkOperation[] => [nextOperation(kinds, inputs, [])]
