// How far calls came that were refused, and what is said of a refusal.

/** How far a call came before it was refused; END is a call that was cut. */
export const STAGES = [
  'AUTH',
  'NUMBER',
  'LIMIT',
  'RATE',
  'BALANCE',
  'ROUTE',
  'GATEWAY',
  'SWITCH',
  'END',
] as const
export type Stage = (typeof STAGES)[number]

export interface RefusalRow {
  readonly stage: Stage
  readonly sip_code: number
  readonly sip_reason: string
  readonly q850_cause: number
  /** For the operator; the caller hears nothing of it. */
  readonly text: string
}
