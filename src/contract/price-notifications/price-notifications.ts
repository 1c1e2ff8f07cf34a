// Lists of changed rates for clients and resellers, kept as they were made.
import { z } from 'zod'
import {
  NOTIFICATION_BASES,
  NOTIFICATION_STATES,
  PRICE_CHANGES,
} from '#core/tariff/price-notification.ts'
import { endpoint, idParams } from '../endpoint.ts'
import { needing } from '../field-rights.ts'
import { lastMail } from '../notifications/last-mail.ts'
import { listQuery } from '../page.ts'
import * as is from '../primitives.ts'

const tariffParams = z.object({
  tid: z.codec(z.string().regex(/^\d{1,15}$/), z.number(), { decode: Number, encode: String }),
})

export const priceNotificationForm = z.strictObject({
  /** Null is all accounts that use the tariff. */
  account_id: is.id.nullable(),
  /** KNOWN: what was entered since the time. EFFECTIVE: what takes effect after it. */
  basis: z.enum(NOTIFICATION_BASES),
  /**
   * Null is the last notification of the tariff for these accounts. Before the first one a full
   * list needs none: it has the rates in force, and what is planned as changes of them.
   */
  since: is.instant.nullable(),
  /** Also the rates that have not changed. */
  is_full: z.boolean(),
})

const counts = {
  recipients_count: z.number(),
  new_count: z.number(),
  increase_count: z.number(),
  decrease_count: z.number(),
  changed_count: z.number(),
  removed_count: z.number(),
  withdrawn_count: z.number(),
  unchanged_count: z.number(),
}

const priceNotification = z.object({
  ...counts,
  id: is.id,
  tariff_id: is.id,
  tariff_name: z.string(),
  currency: is.currency,
  basis: z.enum(NOTIFICATION_BASES),
  since: is.instant,
  is_full: z.boolean(),
  state: z.enum(NOTIFICATION_STATES),
  /** It is for the account of the user, and not about a tariff of its own. */
  is_own: z.boolean(),
  /** Why the last try failed; empty if it did not. */
  failure: needing('operations', z.string()),
  retry_at: needing('operations', is.instant.nullable()),
  /** The first of the recipients. */
  recipient: z.string(),
  created_by: needing('operations', z.string()),
  created_at: is.instant,
  ...lastMail,
})
export type PriceNotification = z.output<typeof priceNotification>

const priceRow = z.object({
  number: z.number(),
  prefix: z.string(),
  destination: z.string(),
  /** Hours in which the rate counts; empty is always. */
  window_name: z.string(),
  kind: z.enum(PRICE_CHANGES),
  currency: is.currency,
  /** Null of a new rate; of a withdrawn one what was announced. */
  old_rate: is.rateText.nullable(),
  /** Null of a removed rate; of a withdrawn one what counts in its place. */
  rate: is.rateText.nullable(),
  change_percent: is.percentText.nullable(),
  effective_from: is.instant,
  first_increment: z.number().nullable(),
  next_increment: z.number().nullable(),
  connect_fee: is.moneyText.nullable(),
})

export const createPriceNotification = endpoint({
  method: 'POST',
  path: '/api/tariffs/:tid/price-notifications',
  summary:
    'Makes the list of changed rates for one account, or for all that use the tariff; ' +
    'it is still PREPARING if that takes longer than some seconds',
  needs: 'tariffs.edit',
  params: tariffParams,
  body: priceNotificationForm,
  answer: priceNotification,
})

export const previewPriceNotification = endpoint({
  method: 'POST',
  path: '/api/tariffs/:tid/price-notifications/preview',
  summary: 'What a price notification would have, and for whom; keeps nothing',
  needs: 'tariffs.edit',
  heavy: true,
  params: tariffParams,
  body: priceNotificationForm,
  answer: z.object({
    ...counts,
    since: is.instant,
    /** The first ten. */
    recipients: z.array(z.object({ account_id: is.id, name: z.string() })),
    /** The first fifty. */
    rows: z.array(priceRow),
  }),
})
export type PriceNotificationPreview = z.output<typeof previewPriceNotification.answer>

export const listPriceNotifications = endpoint({
  method: 'GET',
  path: '/api/price-notifications',
  summary: 'The price notifications, newest first; with those made for an account of the user',
  needs: 'price_notifications.view',
  list: true,
  query: listQuery(['id', 'tariff_name'], {
    tariff_id: is.queryId.optional(),
    /** One of the recipients. */
    account_id: is.queryId.optional(),
    /** Only those made for the account of the user, or only those that it makes. */
    is_own: z.enum(['true', 'false']).optional(),
  }),
  answer: z.array(priceNotification),
})

export const getPriceNotification = endpoint({
  method: 'GET',
  path: '/api/price-notifications/:id',
  summary: 'One price notification with its recipients',
  needs: 'price_notifications.view',
  params: idParams,
  answer: priceNotification.extend({
    recipients: z.array(z.object({ account_id: is.id, name: z.string() })),
  }),
})

export const discardPriceNotification = endpoint({
  method: 'DELETE',
  path: '/api/price-notifications/:id',
  summary: 'Discards a notification that has no rates yet',
  needs: 'tariffs.edit',
  params: idParams,
})

export const listPriceNotificationRows = endpoint({
  method: 'GET',
  path: '/api/price-notifications/:id/rows',
  summary: 'Its rates in the order of their prefixes; the same for all recipients',
  needs: 'price_notifications.view',
  heavy: true,
  list: true,
  params: idParams,
  query: listQuery(['number'], { kind: z.enum(PRICE_CHANGES).optional() }),
  answer: z.array(priceRow),
})

export const getPriceNotificationPdf = endpoint({
  method: 'GET',
  path: '/api/price-notifications/:id/pdf/:account_id',
  summary: 'The notification as PDF for one of its recipients; up to 5,000 rates',
  needs: 'price_notifications.view',
  params: idParams.extend({ account_id: idParams.shape.id }),
  file_type: 'application/pdf',
})
