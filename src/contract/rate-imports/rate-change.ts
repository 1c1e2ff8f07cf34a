// The rates that a bulk change selects, and what it does to them.
import { z } from 'zod'
import { RATE_CHANGE_FIELDS, type RateChangeField } from '#core/rate-import/rate-change.ts'
import { isNumberKind, operationOn } from '../bulk-changes/bulk-operation.ts'
import { issueText } from '../issue-texts.ts'
import { LIMIT_MAX } from '../page.ts'
import * as is from '../primitives.ts'
import { rateFilters, tariffRate } from '../tariffs/tariff-rates.ts'

const operation = operationOn(
  z.enum(Object.keys(RATE_CHANGE_FIELDS) as [RateChangeField, ...RateChangeField[]]),
).superRefine(({ field, kind, value }, context) => {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  if (kind !== 'set') {
    if (!isNumberKind(RATE_CHANGE_FIELDS[field])) {
      refuse('kind', 'Only numbers can be calculated.')
    }
    return
  }
  const { error } = z.safeDecode(tariffRate.shape[field], value as never, { error: issueText })
  if (error) refuse('value', error.issues[0]?.message ?? 'Invalid value.')
})

/** The rates: some by their ids, or all that the filters of their list find. */
export const rateChange = z.strictObject({
  ids: z.array(is.id).min(1, 'Select at least one.').max(LIMIT_MAX).readonly().nullable(),
  filter: z.strictObject({ q: z.string().trim().max(100).optional(), ...rateFilters }).nullable(),
  operations: z.array(operation).max(30).readonly(),
  /** The rates that lose by an import, raised to what it makes their numbers cost and more. */
  raise: z
    .strictObject({
      losses_of: is.id,
      percent: is.positivePercent,
    })
    .optional(),
})
