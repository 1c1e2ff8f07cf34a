// The fault of a cell, in place of its value.

export interface CellFault {
  readonly reason: string
}

export const cellFault = (reason: string): CellFault => ({ reason })

export const isCellFault = (value: unknown): value is CellFault =>
  typeof value === 'object' && value !== null && 'reason' in value
