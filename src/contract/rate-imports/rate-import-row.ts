// A row of the preview of a rate import.
import { z } from 'zod'
import { IMPORT_ROW_KINDS } from '#core/rate-import/import-options.ts'
import { needing } from '../field-rights.ts'
import * as is from '../primitives.ts'
import { rowFault } from '../table-file.ts'

/** The cost of calls for the operator, or for a reseller. */
export const COST = ['purchase', 'margin'] as const

export const rateImportRow = z.object({
  number: z.number(),
  /** The line of the file; null for a rate that the file lacks. */
  line: z.number().nullable(),
  kind: z.enum(IMPORT_ROW_KINDS),
  prefix: z.string().nullable(),
  destination: z.string(),
  currency: is.currency,
  blocked: z.boolean(),
  /** By which the numbers are billed so far, also by a shorter prefix. */
  old_rate: is.rateText.nullable(),
  /** That shorter prefix; null if the prefix has a rate itself. */
  old_prefix: z.string().nullable(),
  rate: is.rateText.nullable(),
  change_percent: is.percentText.nullable(),
  /** Null is at once. */
  starts_at: is.instant.nullable(),
  ends_at: is.instant.nullable(),
  /** The highest for the prefix: of settlement accounts, or of the cost tariff of a reseller. */
  cost_rate: needing(COST, is.rateText.nullable()),
  cost_tariff_name: needing(COST, z.string().nullable()),
  is_below_cost: needing(COST, z.boolean()),
  /** For a buy tariff: the lowest rate of clients and resellers for its numbers. */
  sell_rate: needing('sale', is.rateText.nullable()),
  sell_tariff_name: needing('sale', z.string().nullable()),
  is_above_sell: needing('sale', z.boolean()),
  is_large: z.boolean(),
  /** Answered calls of the last 30 days by the rate that it replaces, and their duration. */
  calls: z.number().nullable(),
  billed_seconds: z.number().nullable(),
  /** The additional cost of these calls by the new rate. */
  difference: is.moneyText.nullable(),
  /** The country (ISO 3166) that the destination says, if the code is of another one. */
  named_country: z.string().nullable(),
  /** That of its code. */
  code_country: z.string().nullable(),
  ...rowFault,
})
export type RateImportRow = z.output<typeof rateImportRow>
