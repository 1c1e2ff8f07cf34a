import type { FieldErrors } from './field-errors.ts'
import type { KnownEntity, LookupNames, PlanValues, TargetValues } from './plan-values.ts'

export interface TargetProps {
  readonly target: TargetValues
  readonly place: { readonly at: number; readonly isLast: boolean }
  readonly mode: PlanValues['mode']
  readonly known: LookupNames
  /** By the fields of the target. */
  readonly errors: FieldErrors
  readonly onEntity: (entity: KnownEntity) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onChange: (part: Partial<TargetValues>) => void
  readonly onRemove: () => void
}
