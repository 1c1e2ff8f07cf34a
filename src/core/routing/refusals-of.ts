import { REFUSALS, type Refusal } from './refusal.ts'
import type { Stage } from './refusal-stage.ts'

const ALL = Object.keys(REFUSALS) as Refusal[]

/** What may be said to a call that came no further than these stages. */
export const refusalsOf = (...stages: readonly Stage[]): Refusal[] =>
  ALL.filter((refusal) => stages.includes(REFUSALS[refusal].stage))
