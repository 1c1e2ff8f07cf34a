import { z } from 'zod'
import { LOSS_POLICIES } from '#core/account/reseller.ts'
import { RATE_TERMS, type RateTermName, type TermsWith } from '#core/tariff/rate-terms.ts'
import { STEPS_MAX } from '#core/tariff/terms.ts'
import { endpoint } from '../endpoint.ts'
import { needing } from '../field-rights.ts'
import { LIMIT_MAX, listQuery } from '../page.ts'
import * as is from '../primitives.ts'

/** From this billed second on, talk has this rate and is billed in these increments. */
const step = z.strictObject({
  after_seconds: is.seconds(1, 86400),
  rate: is.positiveRate,
  increment: is.seconds(1, 3600),
})
export type RateStep = z.input<typeof step>

const steps = z
  .array(step)
  .max(STEPS_MAX, `At most ${STEPS_MAX} tiers.`)
  .superRefine((all, context) => {
    for (const [at, { after_seconds }] of all.entries()) {
      if (after_seconds > (all[at - 1]?.after_seconds ?? 0)) continue
      const message = 'Must be later than the previous tier.'
      context.addIssue({ code: 'custom', path: [at, 'after_seconds'], message })
    }
  })

const [, CHARGE_MAX] = RATE_TERMS.max_charge.limits
const charge = is.positiveMoney.refine((money) => money <= CHARGE_MAX, 'At most 1000000.')

type NumberTerm = TermsWith<'kind', 'number'>
function secondsOf(name: NumberTerm) {
  const [least, most] = RATE_TERMS[name].limits
  return is.seconds(least, most)
}

/** Every term of a rate is in its form. */
type RateFormField =
  | RateTermName
  | 'prefix'
  | 'rate'
  | 'effective_from'
  | 'effective_until'
  | 'notes'

/** Null values are taken from the tariff; a null window is always, a null charge has no limit. */
const fields = z.strictObject({
  prefix: is.prefix,
  destination: is.line(100),
  rate: is.positiveRate,
  first_rate: is.positiveRate.nullable(),
  first_increment: secondsOf('first_increment').nullable(),
  next_increment: secondsOf('next_increment').nullable(),
  steps,
  connect_fee: is.fee.nullable(),
  attempt_fee: is.fee,
  grace_seconds: secondsOf('grace_seconds').nullable(),
  additional_seconds: secondsOf('additional_seconds'),
  free_seconds: secondsOf('free_seconds').nullable(),
  min_duration_seconds: secondsOf('min_duration_seconds').nullable(),
  min_charge: charge.nullable(),
  max_charge: charge.nullable(),
  surcharge_percent: is.positivePercent.nullable(),
  reverse_billing: z.boolean(),
  blocked: z.boolean(),
  window_id: is.id.nullable(),
  /** Null takes effect at once. */
  effective_from: is.instant.nullable(),
  effective_until: is.instant.nullable(),
  notes: needing('operations', is.text(500)),
} satisfies Readonly<Record<RateFormField, z.ZodType>>)

type Values = z.output<typeof fields>

function checkTogether(values: Values, context: z.core.$RefinementCtx<Values>): void {
  const refuse = (field: keyof Values, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  const { min_charge, max_charge, reverse_billing, attempt_fee } = values
  if (min_charge !== null && max_charge !== null && max_charge < min_charge) {
    refuse('max_charge', 'Must not be below the minimum charge.')
  }
  if (reverse_billing && attempt_fee > 0) {
    refuse('attempt_fee', 'Not with reverse billing: unanswered calls would be credited.')
  }
}

export const tariffRateForm = fields.superRefine(checkTogether)

export const tariffRate = z.object({
  ...fields.shape,
  id: is.id,
  version: is.version,
  tariff_id: is.id,
  currency: is.currency,
  effective_from: is.instant,
  window_name: z.string().nullable(),
  /** Whether it counts at this hour; null without a window, for then it always does. */
  window_is_open: z.boolean().nullable(),
  /** The cost of a call of five minutes, without VAT. */
  five_minutes: is.moneyText,
  /** For a future rate: the one of its prefix and time window that is in force now. */
  rate_now: is.rateText.nullable(),
  /** The last other rate of its prefix and time window before it; null is none that is known. */
  previous_rate: is.rateText.nullable(),
  /**
   * active now, future, or expired: ended, or replaced by a newer rate of the same prefix. again:
   * the newer one ends earlier, and this one counts after it.
   */
  state: z.enum(['active', 'again', 'future', 'expired']),
  /** Its effective date, or when it counts again. */
  counts_from: is.instant,
  created_at: is.instant,
  updated_at: is.instant,
})
export type TariffRate = z.output<typeof tariffRate>

const number = z.codec(z.string().regex(/^\d{1,15}$/), z.number(), {
  decode: Number,
  encode: String,
})
const tariffParams = z.object({ tid: number })
const ids = z.array(is.id).min(1).max(LIMIT_MAX)

/** The filters of the list of rates. */
export const rateFilters = {
  /** Prefixes that begin with these digits. */
  prefix: is.prefix.optional(),
  /** By the code of the country, of ISO 3166. */
  country: is.countryCode.optional(),
  /** The rates that apply to this number, the longest first. */
  number: is.numberDigits.optional(),
  /** Current is what is active or will be. */
  state: z.enum(['current', 'active', 'again', 'future', 'expired', 'all']).default('all'),
  blocked: z.enum(['true', 'false']).optional(),
  /** Without a time window, or with one. */
  always: z.enum(['true', 'false']).optional(),
}

const rateParams = z.object({ tid: number, id: number })

export const listTariffRates = endpoint({
  method: 'GET',
  path: '/api/tariffs/:tid/rates',
  summary: 'The rates of a tariff; a file has what counts, also where the tariff says it',
  needs: 'tariffs.view',
  list: true,
  params: tariffParams,
  query: listQuery(['prefix', 'destination', 'rate', 'effective_from', 'updated_at'], rateFilters),
  answer: z.array(tariffRate),
})

export const getReplacedRate = endpoint({
  method: 'GET',
  path: '/api/tariffs/:tid/rates/replaced',
  summary:
    'The rate in force that one of this prefix, time window and start would replace, or null',
  needs: 'tariffs.view',
  params: tariffParams,
  query: z.strictObject({
    prefix: is.prefix.default(''),
    window_id: is.queryId.optional(),
    /** Now, unless given. */
    at: is.instant.optional(),
    /** The one that is changed itself. */
    but_id: is.queryId.optional(),
    limit: is.queryNumber.optional(),
  }),
  answer: tariffRate.nullable(),
})

export const RATE_SOURCES = ['FORM', 'BULK', 'IMPORT', 'MARKUP'] as const

const pastValue = z.object({
  from: is.instant,
  /** Null has no end. */
  until: is.instant.nullable(),
  state: z.enum(['past', 'now', 'coming']),
  destination: is.line(100),
  rate: is.positiveRate,
  /** Null values were taken from the tariff. */
  first_rate: is.positiveRate.nullable(),
  first_increment: secondsOf('first_increment').nullable(),
  next_increment: secondsOf('next_increment').nullable(),
  connect_fee: is.fee.nullable(),
  blocked: z.boolean(),
  /** From the rate before it. */
  change_percent: is.percentText.nullable(),
  source: needing('operations', z.enum(RATE_SOURCES).nullable()),
  import_id: needing('operations', is.id.nullable()),
  file_name: needing('operations', z.string().nullable()),
  /** Null if the log no longer has it. */
  username: needing('operations', z.string().nullable()),
})
export type PastValue = z.output<typeof pastValue>

export const listRateHistory = endpoint({
  method: 'GET',
  path: '/api/tariffs/:tid/rates/history',
  summary: 'What the rate of a prefix was and will be, and by whom, newest first',
  needs: 'tariffs.view',
  params: tariffParams,
  query: z.strictObject({ prefix: is.prefix.default(''), window_id: is.queryId.optional() }),
  answer: z.array(pastValue),
})

export const getTariffRate = endpoint({
  method: 'GET',
  path: '/api/tariffs/:tid/rates/:id',
  summary: 'One rate',
  needs: 'tariffs.view',
  params: rateParams,
  answer: tariffRate,
})

export const getRateCost = endpoint({
  method: 'GET',
  path: '/api/tariffs/:tid/rate-cost',
  summary:
    'The highest cost of the numbers of a prefix in a tariff of a reseller, by its own tariff',
  needs: 'tariffs.view',
  params: tariffParams,
  query: z.strictObject({
    prefix: is.prefix.default(''),
    at: is.instant.optional(),
    limit: is.queryNumber.optional(),
  }),
  answer: z.object({
    cost: needing(
      'margin',
      z
        .object({
          /** The prefix of the cost tariff. */
          prefix: z.string(),
          /** In the currency of the tariff that sells. */
          rate: is.rateText,
        })
        .nullable(),
    ),
    /** The handling of rates below it; null where it is not compared. */
    loss_policy: z.enum(LOSS_POLICIES).nullable(),
  }),
})

export const createTariffRate = endpoint({
  method: 'POST',
  path: '/api/tariffs/:tid/rates',
  summary: 'Adds a rate',
  needs: 'tariffs.edit',
  params: tariffParams,
  body: tariffRateForm,
  answer: tariffRate,
})

export const updateTariffRate = endpoint({
  method: 'PUT',
  path: '/api/tariffs/:tid/rates/:id',
  summary: 'Changes a rate; active calls keep their rate',
  needs: 'tariffs.edit',
  params: rateParams,
  body: fields.extend({ version: is.version }).superRefine(checkTogether),
  answer: tariffRate,
})

export const deleteTariffRate = endpoint({
  method: 'DELETE',
  path: '/api/tariffs/:tid/rates/:id',
  summary: 'Deletes a rate',
  needs: 'tariffs.edit',
  params: rateParams,
})

export const deleteTariffRates = endpoint({
  method: 'POST',
  path: '/api/tariffs/:tid/rates/deletions',
  summary: 'Deletes several rates, all or none',
  needs: 'tariffs.bulk',
  params: tariffParams,
  body: z.strictObject({ ids }),
})
