// Two to six tariffs side by side, prefix by prefix.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { choicesNeeding, needing } from '../field-rights.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

export const COMPARED_MAX = 6

/** The first tariff, the second, and so on; null where fewer are compared. */
const slots = [1, 2, 3, 4, 5, 6] as const
type Slot = (typeof slots)[number]

/** `rate_1` to `rate_6`, and so on, as columns of a file need it. */
const perSlot = <const Name extends string, S extends z.ZodType>(name: Name, schema: S) =>
  Object.fromEntries(slots.map((slot) => [`${name}_${slot}`, schema])) as {
    [N in `${Name}_${Slot}`]: S
  }

const currencies = Object.fromEntries(
  slots.map((slot) => [`rate_${slot}_currency`, is.currency.nullable()]),
) as { [N in `rate_${Slot}_currency`]: z.ZodNullable<typeof is.currency> }

/** The earnings of the operator, or of a reseller. */
const EARNINGS = ['earnings', 'margin'] as const
const SELLING = ['operations', 'selling'] as const

const comparedPrefix = z.object({
  prefix: z.string(),
  destination: z.string(),
  ...perSlot('tariff', z.string().nullable()),
  ...currencies,
  ...perSlot('rate', is.rateText.nullable()),
  /** The prefix of the rate: the compared one, or the longest shorter one that the tariff has. */
  ...perSlot('prefix', z.string().nullable()),
  ...perSlot('blocked', z.boolean().nullable()),
  /** Per minute in the system currency; of reseller tariffs too. */
  lowest_sell: needing('sale', is.rateText.nullable()),
  lowest_cost: needing(['purchase', 'margin'], is.rateText.nullable()),
  /** The tariff of the lowest cost. */
  cheapest: needing(['purchase', 'margin'], z.string().nullable()),
  margin: needing(EARNINGS, is.rateText.nullable()),
  margin_percent: needing(EARNINGS, is.percentText.nullable()),
  margin_currency: needing(EARNINGS, is.currency),
  /**
   * Answered calls of the last 30 days, and their duration, of the accounts with the tariffs that
   * sell; of those with the tariffs that buy, if none sells. Null unless the traffic is wanted.
   */
  calls: needing(SELLING, z.number().nullable()),
  billed_seconds: needing(SELLING, z.number().nullable()),
  /** The margin of this traffic at the compared rates, in the system currency. */
  margin_amount: needing(EARNINGS, is.moneyText.nullable()),
  /** Sold and not bought, or bought and not sold by these tariffs; blocked rates are none. */
  gap: needing(SELLING, z.enum(['NOT_BOUGHT', 'NOT_SOLD']).nullable()),
})
export type ComparedPrefix = z.output<typeof comparedPrefix>

const only = choicesNeeding(
  { LOSSES: EARNINGS },
  z.enum(['GAPS', 'DIFFERENCES', 'LOSSES']),
).optional()

export const compareTariffs = endpoint({
  method: 'GET',
  path: '/api/rate-comparison',
  summary: 'The rates of two to six tariffs side by side, with margins; without tariffs none',
  needs: 'tariffs.view',
  heavy: true,
  list: true,
  query: listQuery(
    [
      ...(['prefix', 'destination', 'lowest_sell', 'lowest_cost'] as const),
      ...(['margin', 'margin_percent', 'billed_seconds', 'margin_amount'] as const),
    ],
    {
      /** Ids with commas between. */
      tariffs: z
        .string()
        .regex(/^\d{1,15}(,\d{1,15}){0,5}$/, `Two to ${COMPARED_MAX} tariffs.`)
        .optional(),
      /** Prefixes that begin with these digits. */
      prefix: is.prefix.optional(),
      country: is.countryCode.optional(),
      /** Now, unless given. */
      at: is.instant.optional(),
      only: needing(SELLING, only),
      /** Beside them, for the lowest cost: every buy tariff that a settlement account has. */
      all_buys: needing('purchase', z.enum(['true', 'false']).optional()),
      traffic: needing(SELLING, z.enum(['true', 'false']).optional()),
    },
  ),
  answer: z.array(comparedPrefix),
})
