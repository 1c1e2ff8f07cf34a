// Import of rates from a file into a tariff: upload, preview of the changes, application, undo.
import { z } from 'zod'
import {
  EFFECTIVE_RULES,
  IMPORT_MODES,
  IMPORT_ROW_KINDS,
  RATE_IMPORT_STATES,
} from '#core/rate-import/import-options.ts'
import { COLUMN_MEANINGS } from '#core/rate-import/layout.ts'
import { TABLE_FILE_LIMITS } from '#core/table-file/table-file.ts'
import { type AnswerOf, endpoint, idParams } from '../endpoint.ts'
import { allNeeding, needing } from '../field-rights.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'
import { chosenReading, tableHead, tableLayout } from '../table-file.ts'
import { TARIFF_KINDS } from '../tariffs/tariffs.ts'
import { rateChange } from './rate-change.ts'
import { COST, rateImportRow } from './rate-import-row.ts'

const layout = z.strictObject({
  ...tableLayout,
  rate_unit: z.enum(['PER_MINUTE', 'PER_SECOND']),
  /** The currency named in the header. */
  currency: is.currency.nullable(),
  /** Put before codes without + or 00; empty if those are whole. Required if a file has both. */
  bare_code_country: z
    .string()
    .regex(/^([1-9]\d{0,2})?$/)
    .nullable(),
  /** The title above the header that has a date. */
  dated_title: z.string().max(200).nullable().default(null),
  columns: z.array(z.enum(COLUMN_MEANINGS).nullable()).max(TABLE_FILE_LIMITS.columns).readonly(),
})

/** When the rates take effect. */
export const effect = {
  /** For rows without a date of their own. */
  effective: z.enum(EFFECTIVE_RULES),
  /** Only for AT_TIME. */
  starts_at: is.instant.nullable(),
  notice_days: z.number().int().min(1).max(365),
  /** A rate that changes by more needs a second confirmation. */
  large_percent: is.positivePercent,
}
const options = { mode: z.enum(IMPORT_MODES), ...effect }

export const rateImportForm = z.strictObject({
  layout,
  ...options,
  /** A later date in the title is not the start of the rates. */
  ignores_title_date: z.boolean().optional(),
})

export const rateImport = z.object({
  ...options,
  id: is.id,
  tariff_id: is.id,
  tariff_name: z.string(),
  tariff_kind: z.enum(TARIFF_KINDS),
  currency: is.currency,
  file_name: z.string(),
  file_size: z.number(),
  /** The carrier that made the file. */
  ...allNeeding('operations', {
    settlement_id: is.id.nullable(),
    settlement_name: z.string().nullable(),
  }),
  state: z.enum(RATE_IMPORT_STATES),
  /** Why it failed. */
  error: z.string(),
  /** The progress of its current work, in thousandths. */
  progress: z.number(),
  new_count: z.number(),
  up_count: z.number(),
  down_count: z.number(),
  changed_count: z.number(),
  unchanged_count: z.number(),
  removed_count: z.number(),
  /** Answered calls of the last 30 days by the rates that are removed, and their duration. */
  removed_calls: z.number(),
  removed_seconds: z.number(),
  invalid_count: z.number(),
  large_count: z.number(),
  below_cost_count: needing(COST, z.number()),
  blocked_count: z.number(),
  /** Rows that buy above a rate that sells their numbers, and how many tariffs sell so. */
  above_sell_count: needing('sale', z.number()),
  loss_tariffs_count: needing('sale', z.number()),
  /** Rates that the file brings whose name says another country than the code deck. */
  country_conflicts_count: z.number(),
  /** Why they are right, as it was written when the import was applied. */
  country_conflicts_reason: z.string(),
  /** All rows of the file have a date. */
  has_own_dates: z.boolean(),
  added_count: z.number(),
  ended_count: z.number(),
  can_be_undone: z.boolean(),
  previewed_at: is.instant.nullable(),
  created_by: needing('operations', z.string()),
  applied_by: needing('operations', z.string().nullable()),
  applied_at: is.instant.nullable(),
  undone_by: needing('operations', z.string().nullable()),
  undone_at: is.instant.nullable(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type RateImport = z.output<typeof rateImport>

export const oneImport = rateImport.extend({
  /** In place of a file. */
  rate_change: rateChange.nullable(),
  /** Null until the file has arrived. */
  layout: layout.nullable(),
  /** The instants that the date in the title may mean. */
  title_dates: z.array(is.instant),
  ...tableHead,
})
export type OneRateImport = z.output<typeof oneImport>

/** The fields of a rate export in the layout that an import reads. */
export const RATE_FILE_FIELDS = [
  ...['prefix', 'destination', 'rate', 'first_rate', 'first_increment', 'next_increment'],
  ...['connect_fee', 'counts_from', 'effective_until', 'blocked'],
].join()

export const tariffParams = z.object({
  tid: z.codec(z.string().regex(/^\d{1,15}$/), z.number(), { decode: Number, encode: String }),
})

export const uploadRateFile = endpoint({
  method: 'POST',
  path: '/api/tariffs/:tid/imports',
  summary: 'Uploads a rate file as the body; the answer is its layout and its first rows',
  needs: 'tariffs.bulk',
  params: tariffParams,
  query: z.strictObject({ file_name: is.name(200) }),
  file_max: TABLE_FILE_LIMITS.text_bytes,
  answer: oneImport,
})

export const listRateImports = endpoint({
  method: 'GET',
  path: '/api/tariffs/:tid/imports',
  summary: 'The imports of a tariff, newest first',
  needs: 'tariffs.bulk',
  list: true,
  params: tariffParams,
  query: listQuery(['id', 'file_name', 'state', 'applied_at'], {
    state: z.enum(RATE_IMPORT_STATES).optional(),
  }),
  answer: z.array(rateImport),
})

export const getRateImport = endpoint({
  method: 'GET',
  path: '/api/rate-imports/:id',
  summary: 'One import, its layout and its progress',
  needs: 'tariffs.bulk',
  params: idParams,
  answer: oneImport,
})

export const readRateFileAgain = endpoint({
  method: 'POST',
  path: '/api/rate-imports/:id/reading',
  summary: 'Reads the first rows again as it is chosen here; what is absent is detected',
  needs: 'tariffs.bulk',
  params: idParams,
  body: z.strictObject({
    ...chosenReading,
    /** Its last file is read in the same way, if nothing else is chosen. */
    settlement_id: needing('operations', is.id.nullable()),
  }),
  answer: oneImport,
})

export const previewRateImport = endpoint({
  method: 'POST',
  path: '/api/rate-imports/:id/preview',
  summary: 'Starts the preview by this layout and these options; changes no rates',
  needs: 'tariffs.bulk',
  params: idParams,
  body: rateImportForm,
  answer: rateImport,
})

export const listRateImportRows = endpoint({
  method: 'GET',
  path: '/api/rate-imports/:id/rows',
  summary: 'The preview, row by row',
  needs: 'tariffs.bulk',
  list: true,
  params: idParams,
  query: listQuery(
    [
      ...(['number', 'prefix', 'rate', 'change_percent', 'change_size'] as const),
      ...(['billed_seconds', 'difference_size'] as const),
    ],
    {
      /** CHANGES are all but unchanged and invalid rows. */
      kind: z.enum([...IMPORT_ROW_KINDS, 'CHANGES']).optional(),
      warning: z.enum(['large', 'below_cost', 'above_sell', 'country']).optional(),
    },
  ),
  answer: z.array(rateImportRow),
})

export const listRateImportParties = endpoint({
  method: 'GET',
  path: '/api/rate-imports/:id/parties',
  summary:
    'The accounts that use the tariff, with their traffic of 30 days that changes; its followers',
  needs: 'tariffs.bulk',
  params: idParams,
  answer: z.object({
    /** All of them; the parties are the first fifty. */
    count: z.number(),
    currency: is.currency,
    difference: is.moneyText,
    parties: z.array(
      z.object({
        id: is.id,
        kind: z.enum(['WHOLESALE', 'RETAIL', 'RESELLER', 'SETTLEMENT']),
        name: z.string(),
        /** Resellers only. */
        level: z.number().nullable(),
        calls: z.number(),
        billed_seconds: z.number(),
        /** The additional cost of their calls. */
        difference: is.moneyText,
      }),
    ),
    /** The tariffs that follow the tariff, with the first ten accounts that use each. */
    followers: z.array(
      z.object({
        id: is.id,
        name: z.string(),
        accounts_count: z.number(),
        accounts: z.array(
          z.object({
            id: is.id,
            kind: z.enum(['WHOLESALE', 'RETAIL', 'RESELLER', 'SETTLEMENT']),
            name: z.string(),
            level: z.number().nullable(),
          }),
        ),
      }),
    ),
  }),
})
export type RateImportParties = AnswerOf<typeof listRateImportParties>

export const listRateImportNames = endpoint({
  method: 'GET',
  path: '/api/rate-imports/:id/names',
  summary: 'Destinations of the file that the code deck lacks; at most 200, of 20,000 rows',
  needs: 'tariffs.bulk',
  params: idParams,
  answer: z.array(
    z.object({
      destination: z.string(),
      country_iso2: z.string(),
      /** The current name of the prefixes in the code deck. */
      deck_name: z.string(),
      prefixes: z.array(z.string()),
    }),
  ),
})

export const applyRateImport = endpoint({
  method: 'POST',
  path: '/api/rate-imports/:id/apply',
  summary: 'Applies the preview, all of it or nothing',
  needs: 'tariffs.bulk',
  params: idParams,
  body: z.strictObject({
    /** Invalid rows are left out. */
    skips_invalid: z.boolean(),
    /** Rates that change by more than large_percent are meant. */
    confirms_large: z.boolean(),
    /** Rates that the file lacks are to be removed. */
    confirms_removed: z.boolean().default(false),
    /** Why names and codes of two countries are right; required if more than 5 % are so. */
    country_conflicts_reason: is.text(500).default(''),
  }),
  answer: rateImport,
})

export const stopRateImport = endpoint({
  method: 'POST',
  path: '/api/rate-imports/:id/stop',
  summary: 'Stops what it is doing, as if it had not begun',
  needs: 'tariffs.bulk',
  params: idParams,
  answer: rateImport,
})

export const undoRateImport = endpoint({
  method: 'POST',
  path: '/api/rate-imports/:id/undo',
  summary: 'Undoes the last applied import of a tariff, unless its rates were changed since',
  needs: 'tariffs.bulk',
  params: idParams,
  answer: rateImport,
})

export const getRateImportCharges = endpoint({
  method: 'GET',
  path: '/api/rate-imports/:id/charges',
  summary: 'What calls have been charged by the imported rates, by currency',
  needs: 'tariffs.bulk',
  params: idParams,
  answer: z.array(
    z.object({ currency: is.currency, calls: z.number(), amount: needing('sale', is.moneyText) }),
  ),
})

export const deleteRateImport = endpoint({
  method: 'DELETE',
  path: '/api/rate-imports/:id',
  summary: 'Deletes an import that was not applied',
  needs: 'tariffs.bulk',
  params: idParams,
})
