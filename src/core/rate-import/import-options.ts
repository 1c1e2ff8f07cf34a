// What a rate import does with a tariff, and the states that it passes.
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
  /** Of AT_TIME. */
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

/** Its file can be read in another way, and it can be deleted. */
export const NOT_APPLIED: readonly RateImportState[] = ['UPLOADED', 'PREVIEWED', 'FAILED']

/** Of a rate in the preview. CHANGED has the same rate and other terms. */
export const IMPORT_ROW_KINDS = [
  'NEW',
  'UP',
  'DOWN',
  'CHANGED',
  'UNCHANGED',
  'REMOVED',
  'INVALID',
] as const
export type ImportRowKind = (typeof IMPORT_ROW_KINDS)[number]
