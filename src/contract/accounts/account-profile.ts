// The fields of every kind of account.
import { z } from 'zod'
import { BILLING_CYCLES } from '#core/billing/billing-cycle.ts'
import { isTimeZone } from '#core/time/time-window.ts'
import { allNeeding, needing } from '../field-rights.ts'
import * as is from '../primitives.ts'

export const profile = {
  name: is.name(80),
  company: is.line(200),
  address: is.text(500),
  country_iso2: z.string().regex(/^([A-Z]{2})?$/, 'Two capital letters, for example DE.'),
  tax_number: is.line(40),
  noc_email: is.email,
  billing_email: is.email,
  rates_email: is.email,
  phone: is.line(40),
  notes: is.text(2000),
  status: is.accountStatus,
  /**
   * The currency of the account. Absent it is the system currency, or stays; it is fixed once money
   * has moved.
   */
  currency: is.currency.optional(),
  channel_limit: z.number().int().min(1).max(100000).nullable(),
  cps_limit: z.number().int().min(1).max(10000).nullable(),
}

/** How an account is billed. Absent fields stay as they are. */
export const billing = {
  /** How often a draft of its invoice is made; BY_HAND is never. */
  billing_cycle: z.enum(BILLING_CYCLES).optional(),
  /** The time zone of its invoice days; null is that of the issuer. */
  billing_timezone: z
    .string()
    .max(60)
    .refine(isTimeZone, 'Unknown time zone.')
    .nullable()
    .optional(),
  /** Days from the issue of an invoice to its due date; null is that of the issuer. */
  payment_terms_days: z.number().int().min(0).max(365).nullable().optional(),
}
/** The billing fields in answers. */
export const billed = {
  billing_cycle: z.enum(BILLING_CYCLES),
  billing_timezone: z.string().nullable(),
  payment_terms_days: z.number().nullable(),
}

/**
 * The portal login of an account. An absent password stays as it is; in a new account there is none
 * then, until one is set.
 */
export const portalLogin = {
  username: is.username,
  password: is.password.optional(),
}

export const cap = is.moneyText.refine((amount) => amount > 0, 'More than 0; empty = no limit.')

/** Limits on the cost of an account's calls in a day and a month of the server's clock. */
export const spendLimits = {
  daily_spend_limit: cap.nullable(),
  monthly_spend_limit: cap.nullable(),
}
/** Two looks at the money of a payer are the price of the calls in between. */
export const funds = allNeeding('sale', {
  balance: is.sumText,
  held: is.sumText,
  available: is.sumText,
})
export const spent = {
  spent_today: needing('sale', is.sumText),
  spent_this_month: needing('sale', is.sumText),
}
