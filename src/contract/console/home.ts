import { z } from 'zod'
import { SUBSCRIPTION_STATES } from '#core/account/package.ts'
import { endpoint } from '../endpoint.ts'
import { allNeeding, needing } from '../field-rights.ts'
import * as is from '../primitives.ts'

const figures = z.object({
  calls: z.number(),
  answered: z.number(),
  seconds: z.number(),
  /** The operator's revenue, without VAT; null for other users. */
  revenue: needing('turnover', is.sumText.nullable()),
  ...allNeeding('margin', {
    cost: is.sumText.nullable(),
    margin: is.sumText.nullable(),
    /** A share of the revenue; null without revenue. */
    margin_percent: is.percentText.nullable(),
  }),
  /**
   * The charges to a client for its calls, or the amount due to a settlement account for those that
   * it took, VAT included; null for users without such an account.
   */
  charged: is.sumText.nullable(),
  /** Answered per call, 0 to 1; null without calls. */
  asr: z.number().nullable(),
  /** Mean seconds of an answered call; null without one. */
  acd_seconds: z.number().nullable(),
  pdd_ms: z.number().nullable(),
})

/** The same shape for every user, in the user's own scope. */
export const home = endpoint({
  method: 'GET',
  path: '/api/home',
  summary: 'Live figures, today vs yesterday at the same time',
  needs: 'home.view',
  heavy: true,
  answer: z.object({
    calls_now: z.number(),
    /** Calls that began in the last ten seconds, per second. */
    calls_per_second: z.number(),
    today: figures,
    yesterday: figures,
    top_clients: z.array(figures.extend({ id: z.number(), name: z.string() })),
    top_gateways: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        attempts: z.number(),
        answered: z.number(),
        seconds: z.number(),
        cost: needing('margin', is.sumText.nullable()),
        charged: is.sumText.nullable(),
      }),
    ),
    low_balances: z.array(
      z.object({
        id: z.number(),
        kind: z.enum(['RESELLER', 'WHOLESALE', 'RETAIL']),
        level: is.resellerLevel.nullable(),
        name: z.string(),
        currency: z.string(),
        available: needing('sale', is.sumText),
        /** Calls within a day that its money did not pay for. */
        refused_calls: z.number(),
        /** At the spending of the last day; null where nothing was spent. */
        days_left: needing('sale', z.number().nullable()),
      }),
    ),
    /**
     * Whole days that the own available money lasts at the pace of the last seven; null without a
     * charge in them, for users who pay for no calls, and for those from whom charges are hidden.
     */
    lasts_days: z.number().nullable(),
    /** Those of a client, with what is left of them. */
    packages: z.array(
      z.object({
        id: is.id,
        package_name: z.string(),
        prefixes: z.array(z.string()),
        state: z.enum(SUBSCRIPTION_STATES),
        seconds_left: z.number(),
        period_seconds: z.number(),
        period_ends_at: is.instant.nullable(),
      }),
    ),
  }),
  passive: true,
})

export const HOME_RANGES = ['6h', '24h', '7d'] as const

export const homeTraffic = endpoint({
  method: 'GET',
  path: '/api/home/traffic',
  summary: 'Calls over time in the own scope: per quarter of an hour, of a week per hour',
  needs: 'home.view',
  heavy: true,
  query: z.strictObject({ range: z.enum(HOME_RANGES).default('24h') }),
  /** The last point is unfinished. */
  answer: z.array(figures.extend({ bucket: is.instant })),
  passive: true,
  replica: true,
})
