// The words of the screen Jobs.
import type { AnswerOf } from '#contract/endpoint.ts'
import type { listJobs } from '#contract/machine/jobs.ts'
import type { WorkKind } from '#core/permission/work-kinds.ts'
import { NONE } from '../ui/values/format.ts'

type Jobs = AnswerOf<typeof listJobs>
export type Job = Jobs['jobs'][number]
export type Work = Jobs['work'][number]

export const WORK_WORDS: Readonly<Record<WorkKind, string>> = {
  RATE_IMPORT: 'Rate import',
  MARKUP: 'Markup',
  RECONCILIATION: 'Reconciliation',
  INVOICE: 'Invoice',
  PRICE_NOTIFICATION: 'Price notification',
  RE_RATING: 'Re-rating',
}

/** A step by its name in the answer. */
export const STEP_WORDS: Readonly<Record<string, string>> = {
  PREVIEWING: 'preview',
  APPLYING: 'application',
  UNDOING: 'undo',
  COMPUTING: 'computation',
  COMPARING: 'comparison',
  COMPARING_RATES: 'comparison of rates',
  PREPARING: 'lines of the draft',
}

/** A job that fails is shown so while it is tried again, too. */
export function stateOf({ is_running, error }: Pick<Job, 'is_running' | 'error'>) {
  if (error) return { label: is_running ? 'tried again' : 'failing', tone: 'danger' } as const
  if (is_running) return { label: 'running', tone: 'info' } as const
  return { label: 'waiting', tone: 'success' } as const
}

const SECOND_MS = 1000

/** Such as "35 ms" or "12.4 s"; nothing before the first run has ended. */
export function tookOf({ duration_ms }: Pick<Job, 'duration_ms'>): string {
  if (duration_ms === null) return NONE
  return duration_ms < SECOND_MS ? `${duration_ms} ms` : `${(duration_ms / SECOND_MS).toFixed(1)} s`
}
