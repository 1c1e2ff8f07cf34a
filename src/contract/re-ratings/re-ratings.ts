// Re-rating of calls that have ended: the preview of the changes, and their application.
import { z } from 'zod'
import { RE_RATING_PROBLEMS, RE_RATING_STATES } from '#core/billing/re-rate-call.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

export const reRatingForm = z.strictObject({
  reason: is.name(200),
  /** Calls that began in this time, the end not included. */
  from_at: is.instant,
  until_at: is.instant,
  /** Null is every account, or every tariff. */
  account_id: is.id.nullable(),
  tariff_id: is.id.nullable(),
  /** A prefix of the called number. */
  prefix: is.prefix,
  /** By which the calls are priced; null is each by the tariff that it had. */
  new_tariff_id: is.id.nullable(),
})

export const reRating = z.object({
  ...reRatingForm.shape,
  id: is.id,
  state: z.enum(RE_RATING_STATES),
  account_name: z.string().nullable(),
  tariff_name: z.string().nullable(),
  new_tariff_name: z.string().nullable(),
  /** The progress of its current work, in thousandths. */
  progress: z.number(),
  charges_looked_at: z.number(),
  changes_count: z.number(),
  applied_count: z.number(),
  problems_count: z.number(),
  /** Why it failed. */
  error: z.string(),
  created_by: z.string(),
  applied_by: z.string().nullable(),
  applied_at: is.instant.nullable(),
  created_at: is.instant,
  updated_at: is.instant,
})
export type ReRating = z.output<typeof reRating>

const total = z.object({
  account_id: is.id,
  account_name: z.string(),
  account_kind: z.enum(['RESELLER', 'WHOLESALE', 'RETAIL', 'SETTLEMENT']),
  currency: z.string(),
  charges: z.number(),
  applied: z.number(),
  problems: z.number(),
  old_amount: is.sumText,
  new_amount: is.sumText,
  /** More than nothing: the account pays more, or a settlement account gets more. */
  difference: is.sumText,
})
export type ReRatingTotal = z.output<typeof total>

const change = z.object({
  call_id: is.callId,
  started_at: is.instant,
  account_id: is.id,
  account_name: z.string(),
  /** 0 is the client, 1 to 5 the resellers above it, -1 the settlement account. */
  depth: z.number(),
  called_number: z.string(),
  currency: z.string(),
  old_prefix: z.string(),
  old_rate: is.rateText,
  /** The currency of the tariff, as in `new_rate_currency`. */
  old_rate_currency: z.string(),
  old_billed_seconds: z.number(),
  old_amount: is.moneyText,
  /** Null without a rate. */
  new_prefix: z.string().nullable(),
  new_rate: is.rateText.nullable(),
  new_rate_currency: z.string().nullable(),
  new_billed_seconds: z.number().nullable(),
  new_amount: is.moneyText.nullable(),
  difference: is.moneyText.nullable(),
  problem: z.enum(RE_RATING_PROBLEMS).nullable(),
  applied_at: is.instant.nullable(),
})
export type ReRatingChange = z.output<typeof change>

export const listReRatings = endpoint({
  method: 'GET',
  path: '/api/re-ratings',
  summary: 'Re-ratings, newest first',
  needs: 're_ratings.view',
  list: true,
  query: listQuery(['id', 'from_at', 'state'], { state: z.enum(RE_RATING_STATES).optional() }),
  answer: z.array(reRating),
})

export const getReRating = endpoint({
  method: 'GET',
  path: '/api/re-ratings/:id',
  summary: 'One re-rating and its progress',
  needs: 're_ratings.view',
  params: idParams,
  answer: reRating,
})

export const createReRating = endpoint({
  method: 'POST',
  path: '/api/re-ratings',
  summary: 'Starts a re-rating preview; changes nothing',
  needs: 're_ratings.create',
  body: reRatingForm,
  answer: reRating,
})

export const listReRatingTotals = endpoint({
  method: 'GET',
  path: '/api/re-ratings/:id/totals',
  summary: 'Impact by account',
  needs: 're_ratings.view',
  heavy: true,
  list: true,
  params: idParams,
  query: listQuery(['account_name', 'charges', 'difference'], {}),
  answer: z.array(total),
})

export const listReRatingChanges = endpoint({
  method: 'GET',
  path: '/api/re-ratings/:id/changes',
  summary: 'Changed charges of a re-rating',
  needs: 're_ratings.view',
  heavy: true,
  list: true,
  params: idParams,
  query: listQuery(['started_at', 'difference'], {
    account_id: is.queryId.optional(),
    state: z.enum(['open', 'applied', ...RE_RATING_PROBLEMS]).optional(),
  }),
  answer: z.array(change),
})

export const applyReRating = endpoint({
  method: 'POST',
  path: '/api/re-ratings/:id/apply',
  summary: 'Applies a re-rating: reverses and re-bills the changed charges',
  needs: 're_ratings.execute',
  params: idParams,
  answer: reRating,
})

export const stopReRating = endpoint({
  method: 'POST',
  path: '/api/re-ratings/:id/stop',
  summary: 'Stops applying; applied changes are kept, and it can be resumed',
  needs: 're_ratings.execute',
  params: idParams,
  answer: reRating,
})

export const deleteReRating = endpoint({
  method: 'DELETE',
  path: '/api/re-ratings/:id',
  summary: 'Deletes a re-rating that was not applied',
  needs: 're_ratings.delete',
  params: idParams,
})
