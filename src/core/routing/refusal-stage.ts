// How far calls came that were refused.

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
