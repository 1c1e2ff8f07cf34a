import { z } from 'zod'
import { PACKAGE_CYCLES, PAUSE_REASONS, SUBSCRIPTION_STATES } from '#core/account/package.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { needing } from '../field-rights.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

export const packageSubscriptionForm = z.strictObject({
  account_id: is.id,
  package_id: is.id,
})

export const packageSubscription = packageSubscriptionForm.extend({
  id: is.id,
  account_name: z.string(),
  account_kind: z.string(),
  package_name: z.string(),
  prefixes: z.array(z.string()),
  /** The price of the next period. */
  price: needing('sale', is.moneyText),
  currency: is.currency,
  cycle: z.enum(PACKAGE_CYCLES),
  has_rollover: z.boolean(),
  state: z.enum(SUBSCRIPTION_STATES),
  /** Why its period was not renewed; it is tried again every minute. */
  pause_reason: z.enum(PAUSE_REASONS).nullable(),
  seconds_left: z.number(),
  /** The part of the seconds left that is reserved for active calls. */
  seconds_held: z.number(),
  /** The seconds at the beginning of the period. */
  period_seconds: z.number(),
  period_starts_at: is.instant,
  /** Null is without an end. */
  period_ends_at: is.instant.nullable(),
  tried_at: is.instant.nullable(),
  created_at: is.instant,
  ended_at: is.instant.nullable(),
})
export type PackageSubscription = z.output<typeof packageSubscription>

const query = listQuery(
  ['package_name', 'account_name', 'state', 'seconds_left', 'period_ends_at', 'created_at'],
  {
    account_id: is.queryId.optional(),
    package_id: is.queryId.optional(),
    state: z.enum(SUBSCRIPTION_STATES).optional(),
  },
)

export const listPackageSubscriptions = endpoint({
  method: 'GET',
  path: '/api/package-subscriptions',
  summary: 'Subscriptions of clients with their remaining minutes',
  needs: 'packages.view',
  list: true,
  query,
  answer: z.array(packageSubscription),
})

export const createPackageSubscription = endpoint({
  method: 'POST',
  path: '/api/package-subscriptions',
  summary: 'Subscribes a client to a package and charges the first period',
  needs: 'packages.edit',
  body: packageSubscriptionForm,
  answer: packageSubscription,
})

export const endPackageSubscription = endpoint({
  method: 'DELETE',
  path: '/api/package-subscriptions/:id',
  summary: 'Ends a subscription: remaining minutes lapse, active calls keep their reservation',
  needs: 'packages.edit',
  params: idParams,
})
