// The rates that a number would have in all tariffs, at a time and as a call of a client.
import { z } from 'zod'
import { EXAMPLE_SECONDS } from '#core/tariff/five-minutes.ts'
import { endpoint } from '../endpoint.ts'
import { allNeeding, needing } from '../field-rights.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'
import { TARIFF_KINDS } from './tariffs.ts'

const numberRate = z.object({
  /** The id of the tariff. */
  id: is.id,
  tariff_name: z.string(),
  currency: is.currency,
  ...allNeeding('operations', {
    kind: z.enum(TARIFF_KINDS),
    used_by_count: z.number(),
    /** By this tariff the selected client is charged. */
    is_of_client: z.boolean(),
  }),
  /** As it is rated. */
  called_number: z.string(),
  /** Null, as all that is of the rate, where the tariff has none for the number. */
  rate_id: is.id.nullable(),
  prefix: z.string().nullable(),
  destination: z.string().nullable(),
  rate: is.rateText.nullable(),
  five_minutes: is.moneyText.nullable(),
  blocked: z.boolean().nullable(),
  reverse_billing: z.boolean().nullable(),
  /** Open at the time; null where the rate always counts. */
  window_name: z.string().nullable(),
  effective_from: is.instant.nullable(),
  /** When another rate begins or this one ends; hours of time windows are not regarded. */
  changes_at: is.instant.nullable(),
  /**
   * Per minute in the system currency: of a sell or reseller tariff over the lowest buy rate, of a
   * buy tariff below the rate of the selected client.
   */
  margin: needing('earnings', is.rateText.nullable()),
  margin_currency: needing('earnings', is.currency),
})
export type NumberRate = z.output<typeof numberRate>

export const listNumberRates = endpoint({
  method: 'GET',
  path: '/api/number-rates',
  summary: 'The rate of a number in every active tariff; without a number none',
  needs: 'tariffs.view',
  list: true,
  query: listQuery(
    [
      'tariff_name',
      'kind',
      'used_by_count',
      'prefix',
      'destination',
      'rate',
      'margin',
      'effective_from',
      'changes_at',
    ],
    {
      /** As dialled. */
      number: is.dialledNumber.optional(),
      /** Now, unless given. */
      at: is.instant.optional(),
      /** Its translation and number format apply. */
      client_id: needing('operations', is.queryId.optional()),
      kind: needing('operations', z.enum(TARIFF_KINDS).optional()),
      /** Whether the tariff has a rate for the number. */
      rated: z.enum(['true', 'false']).optional(),
    },
  ),
  answer: z.array(numberRate),
})

/** The longest call of which the cost is computed. */
export const COST_SECONDS_MAX = 86_400

const callCost = z.object({
  prefix: z.string(),
  destination: z.string(),
  currency: is.currency,
  rate: is.rateText,
  blocked: z.boolean(),
  net: is.moneyText,
  /** With the VAT of the own account; without it where the account is charged by another tariff. */
  amount: is.moneyText,
  vat_percent: is.percentText,
  /** When another rate begins or this one ends; hours of time windows are not regarded. */
  changes_at: is.instant.nullable(),
})
export type CallCost = z.output<typeof callCost>

export const getCallCost = endpoint({
  method: 'GET',
  path: '/api/tariffs/:tid/call-cost',
  summary: 'The cost of a call to a number at a time, or null without a rate for it',
  needs: 'tariffs.view',
  params: z.object({ tid: is.queryId }),
  query: z.strictObject({
    number: is.numberDigits.default(''),
    seconds: is.queryNumber
      .pipe(z.number().int().min(1).max(COST_SECONDS_MAX))
      .default(EXAMPLE_SECONDS),
    /** Now, unless given. */
    at: is.instant.optional(),
  }),
  answer: callCost.nullable(),
})
