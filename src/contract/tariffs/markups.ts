// Tariffs whose rates are computed from those of another one: copies, and followers.
import { z } from 'zod'
import { type Percent, RATE_MAX } from '#core/money.ts'
import { MARKUP_RULES_MAX } from '#core/tariff/mark-up-rate.ts'
import { MARKUP_STATES } from '#core/tariff/markup-state.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { choicesNeeding, needing } from '../field-rights.ts'
import * as is from '../primitives.ts'
import { ROUNDINGS, TARIFF_KINDS, tariff } from './tariffs.ts'

const rule = z.strictObject({
  /** The prefix of the rates it applies to; empty for all rates that no longer prefix matches. */
  prefix: is.prefix,
  percent: is.percentText
    .refine((percent: Percent) => percent >= -1_000_000, 'At least -100.')
    .refine((percent: Percent) => percent <= 10_000_000, 'At most 1000.'),
  /** Per minute, in the currency of the new tariff. */
  fixed: is.rateText.refine((fixed) => Math.abs(fixed) <= RATE_MAX, 'At most 1000000 per minute.'),
})
export type MarkupRuleForm = z.input<typeof rule>

const rules = z
  .array(rule)
  .min(1, 'Required.')
  .max(MARKUP_RULES_MAX, `At most ${MARKUP_RULES_MAX} rules.`)
  .superRefine((all, context) => {
    for (const [at, { prefix }] of all.entries()) {
      if (all.findIndex((one) => one.prefix === prefix) === at) continue
      const message = prefix ? 'There is a rule for this prefix.' : 'Required.'
      context.addIssue({ code: 'custom', path: [at, 'prefix'], message })
    }
    if (all.some(({ prefix }) => prefix === '')) return
    context.addIssue({ code: 'custom', path: [], message: 'A rule without a prefix is required.' })
  })

export const markupForm = z.strictObject({
  rules,
  decimals: z.number().int().min(0).max(8),
  rounding_mode: z.enum(ROUNDINGS),
})

export const copyForm = markupForm.extend({
  currency: is.currency,
  /** A unit of the currency of the original in the new one; null: by the settings. */
  exchange: is.fxText.refine((fx) => fx > 0, 'Must be above 0.').nullable(),
  /** Computed again with each change of the original. */
  follows: z.boolean(),
  /** Copies only: rates that have ended too. */
  has_past: z.boolean(),
})

export const tariffCopyForm = copyForm.extend({
  name: is.name(80),
  kind: choicesNeeding({ BUY: 'purchase' }, z.enum(TARIFF_KINDS)),
})

const example = z.object({
  prefix: z.string(),
  destination: z.string(),
  rule_prefix: z.string(),
  /** The number of rates under the rule. */
  rates_count: z.number(),
  old_rate: is.rateText,
  rate: is.rateText,
})

const markup = markupForm.extend({
  tariff_id: is.id,
  tariff_name: z.string(),
  currency: is.currency,
  version: is.version,
  follows: z.boolean(),
  parent_id: is.id,
  parent_name: z.string(),
  parent_currency: is.currency,
  state: z.enum(MARKUP_STATES),
  /** Why the rates could not be computed. */
  error: z.string(),
  computed_at: is.instant.nullable(),
})
export type TariffMarkup = z.output<typeof markup>

export const previewTariffCopy = endpoint({
  method: 'POST',
  path: '/api/tariffs/:id/copies/preview',
  summary: 'What a markup makes of the rates of a tariff, with some of them',
  needs: 'tariffs.edit',
  params: idParams,
  body: copyForm,
  answer: z.object({
    rates_count: z.number(),
    /** Why it is impossible: the first rate that would be none. */
    problem: z.string().nullable(),
    /** How many are below the cost of the own account, unless it may sell so. */
    below_cost_count: needing('margin', z.number()),
    examples: z.array(example),
  }),
})

export const copyTariff = endpoint({
  method: 'POST',
  path: '/api/tariffs/:id/copies',
  summary: 'Adds a tariff with the rates of this one, changed by percent and amount',
  needs: 'tariffs.create',
  params: idParams,
  body: tariffCopyForm,
  answer: tariff,
})

export const getMarkup = endpoint({
  method: 'GET',
  path: '/api/tariffs/:id/markup',
  summary: 'How the rates of a tariff are computed from those of another one',
  needs: 'tariffs.view',
  params: idParams,
  answer: markup,
})

export const updateMarkup = endpoint({
  method: 'PUT',
  path: '/api/tariffs/:id/markup',
  summary: 'Changes a markup and has the rates computed again',
  needs: 'tariffs.edit',
  params: idParams,
  body: markupForm.extend({ version: is.version }),
  answer: markup,
})

export const followForm = markupForm.extend({ parent_id: is.id })

export const previewMarkup = endpoint({
  method: 'POST',
  path: '/api/tariffs/:id/markup/preview',
  summary: 'How many rates of a tariff would be others if it followed another one',
  needs: 'tariffs.edit',
  params: idParams,
  body: followForm,
  answer: z.object({
    /** Why it is impossible: the first rate that would be none. */
    problem: z.string().nullable(),
    new_count: z.number(),
    changed_count: z.number(),
    unchanged_count: z.number(),
    removed_count: z.number(),
  }),
})

export const followTariff = endpoint({
  method: 'POST',
  path: '/api/tariffs/:id/markup',
  summary: 'Has a tariff follow another one, in place of its own rates or of the one before',
  needs: 'tariffs.edit',
  params: idParams,
  body: followForm,
  answer: markup,
})

export const deleteMarkup = endpoint({
  method: 'DELETE',
  path: '/api/tariffs/:id/markup',
  summary: 'Stops following: the rates stay, and are changed by hand from then on',
  needs: 'tariffs.edit',
  params: idParams,
})
