// Reconciliation: a carrier's file of calls or totals, compared with our calls of its settlement
// account, and the dispute about the differences.
import { z } from 'zod'
import {
  CALL_COLUMNS,
  DISPUTE_STATES,
  DURATION_UNITS,
  FILE_CONTENTS,
  RECONCILIATION_STATES,
  ROUNDINGS,
  ROW_CLASSES,
} from '#core/reconciliation/reconciliation.ts'
import { TABLE_FILE_LIMITS } from '#core/table-file/table-file.ts'
import { isTimeZone } from '#core/time/time-window.ts'
import { type AnswerOf, endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'
import { chosenReading, rowFault, tableHead, tableLayout } from '../table-file.ts'

const layout = z.strictObject({
  ...tableLayout,
  columns: z.array(z.enum(CALL_COLUMNS).nullable()).max(TABLE_FILE_LIMITS.columns).readonly(),
  content: z.enum(FILE_CONTENTS),
  duration_unit: z.enum(DURATION_UNITS),
})

const options = z.strictObject({
  time_zone: z.string().max(64).refine(isTimeZone, 'Unknown time zone.'),
  clock: z.enum(['START', 'ANSWER']),
  number: z.enum(['SENT', 'CALLED']),
  time_tolerance: is.seconds(0, 3600),
  rounding: z.enum(ROUNDINGS),
  first_increment: is.seconds(1, 3600),
  next_increment: is.seconds(1, 3600),
  duration_tolerance: is.seconds(0, 3600),
  amount_tolerance: is.fee,
  with_vat: z.boolean(),
})

export const reconciliation = z.object({
  id: is.id,
  settlement_id: is.id,
  settlement_name: z.string(),
  currency: is.currency,
  file_name: z.string(),
  file_size: z.number(),
  state: z.enum(RECONCILIATION_STATES),
  /** Why it failed. */
  error: z.string(),
  /** The progress of the comparison, in thousandths. */
  progress: z.number(),
  /** Our calls from one to before the other; null is the days of the file, until it is compared. */
  from_at: is.instant.nullable(),
  until_at: is.instant.nullable(),
  rows_count: z.number(),
  /** The amount that the carrier charges more, over all rows of the period. */
  difference: is.sumText.nullable(),
  compared_at: is.instant.nullable(),
  rows_removed_at: is.instant.nullable(),
  dispute_state: z.enum(DISPUTE_STATES).nullable(),
  dispute_amount: is.moneyText.nullable(),
  created_by: z.string(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type Reconciliation = z.output<typeof reconciliation>

const sums = {
  rows_count: z.number(),
  our_calls: z.number(),
  their_calls: z.number(),
  our_seconds: z.number(),
  their_seconds: z.number(),
  our_amount: is.sumText,
  their_amount: is.sumText,
  difference: is.sumText,
}

const oneReconciliation = reconciliation.extend({
  /** Null until the file has arrived. */
  layout: layout.nullable(),
  options: options.nullable(),
  ...tableHead,
  classes: z.array(z.object({ class: z.enum(ROW_CLASSES), ...sums })),
  notes: z.array(
    z.object({ id: is.id, text: z.string(), created_by: z.string(), created_at: is.instant }),
  ),
})
export type OneReconciliation = z.output<typeof oneReconciliation>

const row = z.object({
  number: z.number(),
  class: z.enum(ROW_CLASSES),
  /** The called number, or the destination, prefix or day of totals. */
  called_number: z.string(),
  destination: z.string(),
  /** The line of the file. */
  line: z.number().nullable(),
  call_id: is.callId.nullable(),
  our_at: is.instant.nullable(),
  their_at: is.instant.nullable(),
  our_calls: z.number().nullable(),
  their_calls: z.number().nullable(),
  our_seconds: z.number().nullable(),
  their_seconds: z.number().nullable(),
  our_amount: is.moneyText.nullable(),
  their_amount: is.moneyText.nullable(),
  difference: is.moneyText.nullable(),
  currency: is.currency,
  ...rowFault,
})
export type ReconciliationRow = z.output<typeof row>

const settlementParams = z.object({
  sid: z.codec(z.string().regex(/^\d{1,15}$/), z.number(), { decode: Number, encode: String }),
})

export const uploadCallFile = endpoint({
  method: 'POST',
  path: '/api/settlements/:sid/reconciliations',
  summary: "Uploads a carrier's file as the body; the answer is its layout and its first rows",
  needs: 'reconciliations.create',
  params: settlementParams,
  query: z.strictObject({ file_name: is.name(200) }),
  file_max: TABLE_FILE_LIMITS.text_bytes,
  answer: oneReconciliation,
})

export const listReconciliations = endpoint({
  method: 'GET',
  path: '/api/reconciliations',
  summary: 'Reconciliations with carriers, newest first',
  needs: 'reconciliations.view',
  list: true,
  query: listQuery(['id', 'settlement_name', 'from_at', 'dispute_amount'], {
    settlement_id: is.queryId.optional(),
    state: z.enum(RECONCILIATION_STATES).optional(),
    dispute_state: z.enum(DISPUTE_STATES).optional(),
  }),
  answer: z.array(reconciliation),
})

export const getReconciliation = endpoint({
  method: 'GET',
  path: '/api/reconciliations/:id',
  summary: 'One reconciliation: how its file is read, its progress, its sums by class',
  needs: 'reconciliations.view',
  params: idParams,
  answer: oneReconciliation,
})

export const readCallFileAgain = endpoint({
  method: 'POST',
  path: '/api/reconciliations/:id/reading',
  summary: 'Reads the first rows again as it is chosen here; what is absent is detected',
  needs: 'reconciliations.edit',
  params: idParams,
  body: z.strictObject(chosenReading),
  answer: oneReconciliation,
})

export const compareReconciliation = endpoint({
  method: 'POST',
  path: '/api/reconciliations/:id/comparison',
  summary:
    'Starts the comparison by this layout and these options, which the next file begins with',
  needs: 'reconciliations.edit',
  params: idParams,
  body: z.strictObject({
    layout,
    options,
    from_at: is.instant.nullable(),
    until_at: is.instant.nullable(),
  }),
  answer: oneReconciliation,
})

export const stopReconciliation = endpoint({
  method: 'POST',
  path: '/api/reconciliations/:id/stop',
  summary: 'Stops the comparison, as if it had not begun',
  needs: 'reconciliations.edit',
  params: idParams,
  answer: oneReconciliation,
})

export const listReconciliationRows = endpoint({
  method: 'GET',
  path: '/api/reconciliations/:id/rows',
  summary: 'The comparison, row by row',
  needs: 'reconciliations.view',
  heavy: true,
  list: true,
  params: idParams,
  query: listQuery(['number', 'called_number', 'difference_size'], {
    /** DIFFERENCES are the classes between the two sides. */
    class: z.enum([...ROW_CLASSES, 'DIFFERENCES']).optional(),
    destination: z.string().max(100).optional(),
  }),
  answer: z.array(row),
})

export const listReconciliationSums = endpoint({
  method: 'GET',
  path: '/api/reconciliations/:id/destinations',
  summary: 'Both sides by destination, the largest difference first',
  needs: 'reconciliations.view',
  heavy: true,
  list: true,
  params: idParams,
  query: listQuery(['difference_size', 'destination', 'our_calls', 'their_calls'], {}),
  answer: z.array(z.object({ destination: z.string(), currency: is.currency, ...sums })),
})
export type ReconciliationSum = AnswerOf<typeof listReconciliationSums>[number]

export const disputeReconciliation = endpoint({
  method: 'PUT',
  path: '/api/reconciliations/:id/dispute',
  summary: 'Opens a dispute about an amount, or changes its state; null withdraws it',
  needs: 'reconciliations.edit',
  params: idParams,
  body: z
    .strictObject({
      state: z.enum(DISPUTE_STATES).nullable(),
      amount: is.moneyText.nullable(),
      /** Added to the notes, unless empty. */
      note: is.text(2000),
    })
    .refine(({ state, amount }) => (state === null) === (amount === null), {
      path: ['amount'],
      message: 'A dispute has an amount.',
    }),
  answer: oneReconciliation,
})

export const deleteReconciliation = endpoint({
  method: 'DELETE',
  path: '/api/reconciliations/:id',
  summary: 'Deletes a reconciliation without a dispute, with its file and its rows',
  needs: 'reconciliations.delete',
  params: idParams,
})
