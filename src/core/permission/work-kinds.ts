// The kinds of work in the background that users have begun, and who sees each of them.
import type { Permission } from './permission.ts'

export const WORK_KINDS = [
  'RATE_IMPORT',
  'MARKUP',
  'RECONCILIATION',
  'INVOICE',
  'PRICE_NOTIFICATION',
  'RE_RATING',
] as const
export type WorkKind = (typeof WORK_KINDS)[number]

/** The permission to see the thing that the work is about. */
export const VIEWS_WORK: Readonly<Record<WorkKind, Permission>> = {
  RATE_IMPORT: 'tariffs.bulk',
  MARKUP: 'tariffs.view',
  RECONCILIATION: 'reconciliations.view',
  INVOICE: 'invoices.view',
  PRICE_NOTIFICATION: 'price_notifications.view',
  RE_RATING: 're_ratings.view',
}
