// The effects of a rate import on a tariff, and the states that it passes.
import type { Percent } from '../money.ts'

/**
 * MERGE leaves the rates that the file lacks, DELETE_MISSING ends them. REPLACE also ends rates
 * with a time window, and empties the fields that the file lacks.
 */
export const IMPORT_MODES = ['MERGE', 'DELETE_MISSING', 'REPLACE'] as const
export type ImportMode = (typeof IMPORT_MODES)[number]

/** NOTICE: new and lower rates at once, all other changes after some days. */
export const EFFECTIVE_RULES = ['AT_ONCE', 'AT_TIME', 'NOTICE'] as const
export type EffectiveRule = (typeof EFFECTIVE_RULES)[number]

export interface ImportOptions {
  readonly mode: ImportMode
  /** For rows without a date of their own. */
  readonly effective: EffectiveRule
  /** The instant for AT_TIME. */
  readonly starts_at: string | null
  readonly notice_days: number
  /** A rate that changes by more needs a second confirmation. */
  readonly large_percent: Percent
}

export const RATE_IMPORT_STATES = [
  'UPLOADING',
  'UPLOADED',
  'PREVIEWING',
  'PREVIEWED',
  'APPLYING',
  'APPLIED',
  'UNDOING',
  'UNDONE',
  'FAILED',
] as const
export type RateImportState = (typeof RATE_IMPORT_STATES)[number]

/** Work on an import, and where the import is after it: done, or failed. */
export const AFTER_WORK = {
  PREVIEWING: { done: 'PREVIEWED', failed: 'FAILED' },
  APPLYING: { done: 'APPLIED', failed: 'PREVIEWED' },
  UNDOING: { done: 'UNDONE', failed: 'APPLIED' },
} as const satisfies Partial<Record<RateImportState, Record<'done' | 'failed', RateImportState>>>
export type WorkedImportState = keyof typeof AFTER_WORK

/** Its file can be read in another way, and it can be deleted. */
export const NOT_APPLIED: readonly RateImportState[] = ['UPLOADED', 'PREVIEWED', 'FAILED']

/**
 * Kinds of a rate in the preview. UP and DOWN are compared with the rate that its numbers have so
 * far, also by a shorter prefix; NEW has none, or the same. BLOCKED was not blocked so far; CHANGED
 * has the same rate and other terms.
 */
export const IMPORT_ROW_KINDS = [
  'NEW',
  'UP',
  'DOWN',
  'CHANGED',
  'BLOCKED',
  'UNCHANGED',
  'REMOVED',
  'INVALID',
] as const
export type ImportRowKind = (typeof IMPORT_ROW_KINDS)[number]

interface RowCounts {
  readonly new_count: number
  readonly up_count: number
  readonly down_count: number
  readonly changed_count: number
  readonly blocked_count: number
  readonly removed_count: number
}

/** How many rows change the tariff. */
export const changesOf = (counts: RowCounts): number =>
  counts.new_count +
  counts.up_count +
  counts.down_count +
  counts.changed_count +
  counts.blocked_count +
  counts.removed_count

interface Removal {
  readonly removed_count: number
  readonly removed_calls: number
  readonly removed_seconds: number
}

/** The rates that are removed with their traffic, for the console and the API. */
export function removalOf({ removed_count, removed_calls, removed_seconds }: Removal): string {
  const number = (value: number) => value.toLocaleString('en')
  const rates = `${number(removed_count)} ${removed_count === 1 ? 'rate is' : 'rates are'} removed`
  if (removed_calls === 0) return `${rates}, without calls in the last 30 days`
  const minutes = number(Math.round(removed_seconds / 60))
  return `${rates}, with ${number(removed_calls)} calls of ${minutes} minutes in the last 30 days`
}

interface Conflicts extends RowCounts {
  readonly country_conflicts_count: number
}

/** Above this share of the rates it brings, an import with wrong countries needs a reason. */
const CONFLICTS_SHARE = 0.05

/** Whether so large a share of the names contradicts the codes that the codes may be misread. */
export function needsConflictsReason(counts: Conflicts): boolean {
  const brought = changesOf(counts) - counts.removed_count
  return counts.country_conflicts_count > brought * CONFLICTS_SHARE
}

/** For the console and the API. */
export const conflictsText = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'rate has' : 'rates have'} a name of another ` +
  'country than the code deck has for the code: write why they are right.'
