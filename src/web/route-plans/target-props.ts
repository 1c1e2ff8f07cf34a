import type { ReactNode } from 'react'
import type { FieldErrors } from './field-errors.ts'
import type { NamesProps, PlanValues, TargetValues } from './plan-values.ts'

export interface TargetProps extends NamesProps {
  readonly target: TargetValues
  readonly place: { readonly at: number; readonly isLast: boolean }
  readonly mode: PlanValues['mode']
  /** By the fields of the target. */
  readonly errors: FieldErrors
  /** Its cost and the state of its gateway. */
  readonly figures: ReactNode
  readonly onMove: (by: -1 | 1) => void
  readonly onChange: (part: Partial<TargetValues>) => void
  readonly onRemove: () => void
}
