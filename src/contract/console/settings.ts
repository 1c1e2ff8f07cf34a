import { z } from 'zod'
import { NUMBER_PATTERN } from '#core/billing/invoice.ts'
import { RECORDING_ANNOUNCEMENTS } from '#core/recording/announcement.ts'
import { readHomerAddress } from '#core/sip-trace/homer-address.ts'
import { DATE_FORMATS } from '#core/time/date-format.ts'
import { cap } from '../accounts/account-profile.ts'
import { endpoint } from '../endpoint.ts'
import { themeColors } from '../people/session.ts'
import * as is from '../primitives.ts'

const numberPattern = z
  .string()
  .trim()
  .max(40)
  .regex(NUMBER_PATTERN, 'Letters, digits, / . _ - and {seq:5}, with {year} before it if wanted.')

/** A footer is on every page, and the first page has room for what is below the sums. */
const hasFewLines = (text: string) => text.split('\n').length <= 10

function isHomerAddress(text: string): boolean {
  const address = readHomerAddress(text)
  return text === '' || (address !== undefined && is.host.safeParse(address.host).success)
}

const settings = z.strictObject({
  /** The title of the console, in the top bar and at the login. */
  title: is.name(40),
  /** The operator's name, below the title; empty for none. */
  company: is.line(60),
  /** Links of the operator's own customers, and of its login page; null is not shown. */
  support_email: is.supportEmail.nullable(),
  terms_url: is.termsUrl.nullable(),
  /** The operator's address on documents, with several lines. */
  company_address: is.text(300),
  company_tax_number: is.line(40),
  /** Where clients pay, on invoices, with several lines. */
  bank_details: is.text(600).refine(hasFewLines, 'At most 10 lines.'),
  /** Below every page of a document, with several lines. */
  document_footer: is.text(300).refine(hasFewLines, 'At most 10 lines.'),
  paper_size: z.enum(['A4', 'LETTER']),
  /** The decimals of amounts in lists; files and the ledger have all six. */
  amount_decimals: z.number().int().min(0).max(4),
  /** The date format of the console; files and the API keep 2026-11-20. */
  date_format: z.enum(DATE_FORMATS),
  /** Seconds paid for when a call starts, and added while it lasts. */
  reservation_first_seconds: z.number().int().min(10).max(600),
  reservation_step_seconds: z.number().int().min(5).max(300),
  /** The longest call, independent of the money and the client's own limit. */
  max_call_duration_seconds: z.number().int().min(60).max(86400),
  /** The longest ringing of a SIP user; other calls ring as their gateway and route plan say. */
  on_net_ring_seconds: z.number().int().min(10).max(120),
  currency: z.string().regex(/^[A-Z]{3}$/, 'Three capital letters, for example USD.'),
  /** Whether the calls of a client end when it, or a reseller above it, is blocked. */
  hang_up_blocked: z.boolean(),
  /** The share of calls with a routing log. */
  trace_percent: z.number().int().min(0).max(100),
  /**
   * This many failures of one address within these minutes ban it for the same time; 0 turns bans
   * off.
   */
  auth_failures_per_ban: z.number().int().min(0).max(10_000),
  auth_ban_minutes: z.number().int().min(1).max(10_080),
  /**
   * Days for which records and charges of calls are kept, then routing logs, SIP messages, auth
   * failures, activities, past rates, notifications, entries of the ledger, and exported files.
   * Sums of reports, balances and payments stay.
   */
  call_days: z.number().int().min(7).max(3660),
  routing_log_days: z.number().int().min(1).max(3660),
  sip_message_days: z.number().int().min(1).max(400),
  auth_failure_days: z.number().int().min(1).max(400),
  activity_days: z.number().int().min(31).max(3660),
  past_rate_days: z.number().int().min(31).max(7320),
  notification_days: z.number().int().min(7).max(3660),
  ledger_days: z.number().int().min(31).max(36_600),
  export_days: z.number().int().min(1).max(3660),
  /** The most that SIP messages may take on the disk, in MB: days go early, and tracing pauses. */
  sip_message_mb: z.number().int().min(10).max(1_000_000),
  recording_days: z.number().int().min(1).max(3660),
  recording_mb: z.number().int().min(10).max(10_000_000),
  recording_announcement: z.enum(RECORDING_ANNOUNCEMENTS),
  /** Copies of the stored SIP messages go there by HEP over UDP; empty for nowhere. */
  homer_address: is.line(300).refine(isHomerAddress, 'A host and a port: homer.example.com:9060.'),
  /** Whether the retention exports calls, charges, activities and ledger before it removes them. */
  retention_exports: z.boolean(),
  /**
   * Days after which numbers of calls lose their last four digits, for good; null is never. Fewer
   * than calls are kept, and no fewer than logs with whole numbers and recordings are.
   */
  mask_numbers_days: z.number().int().min(1).max(3659).nullable(),
  /** The response when a limit is reached. */
  limit_sip_code: z.enum(['503', '480']),
  /**
   * In the system currency: what a new retail client may spend in a day when its form names
   * nothing else; null is no limit.
   */
  retail_daily_spend_limit: cap.nullable(),
  /** Who needs a second factor to log in; a permission group can require it too. */
  second_factor_for: z.enum(['NOBODY', 'ADMINS', 'EVERYONE']),
  /** In the system currency: a larger payment needs a confirmation; null is none. */
  confirm_payments_above: cap.nullable(),
  /** An answered call is ended after this time without media; 0 ends none. */
  rtp_timeout_seconds: z
    .number()
    .int()
    .max(3000)
    .refine((seconds) => seconds === 0 || seconds >= 10, 'At least 10 seconds, or 0 for never.'),
  /** Whether a call that it ended is billed to its end; otherwise to its last packet. */
  bill_silence: z.boolean(),
  /** How often gateways are judged by the limits of their quality. */
  gateway_check_minutes: z.number().int().min(1).max(60),
  /** The numbers of documents: `{seq:5}` counts in five digits, `{year}` begins again each year. */
  invoice_number: numberPattern,
  self_billed_number: numberPattern,
  credit_note_number: numberPattern,
  /** Days from the issue of an invoice to its due date. */
  invoice_terms_days: z.number().int().min(0).max(365),
  /** Whether drafts that a billing cycle made are issued at once. */
  issues_drafts: z.boolean(),
})
export type Settings = z.infer<typeof settings>

/** Those of invoices, which a reseller has too. */
export const documentSettings = settings.pick({
  company: true,
  company_address: true,
  company_tax_number: true,
  bank_details: true,
  document_footer: true,
  invoice_number: true,
  credit_note_number: true,
  invoice_terms_days: true,
  issues_drafts: true,
})

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  summary: 'All settings',
  needs: 'settings.view',
  answer: settings.extend({
    timezone: z.string(),
    theme_colors: themeColors,
    /** New calls are refused; changed by the actions `drain_on` and `drain_off`. */
    is_draining: z.boolean(),
  }),
})

export const updateSettings = endpoint({
  method: 'PATCH',
  path: '/api/settings',
  summary: 'Changes general settings; omitted fields stay unchanged',
  needs: 'settings.edit',
  body: settings.partial(),
})

export const getNumberMasking = endpoint({
  method: 'GET',
  path: '/api/settings/number-masking',
  summary: 'Up to when numbers of calls are masked',
  needs: 'settings.view',
  answer: z.object({
    /** Calls that began before it have no whole numbers; null while all have them. */
    masked_until: is.instant.nullable(),
    /** When the first calls began that have whole numbers; null without any. */
    whole_from: is.instant.nullable(),
    /** Why the next day has to wait. */
    error: z.string(),
  }),
})

export const setTimezone = endpoint({
  method: 'POST',
  path: '/api/settings/timezone',
  summary: 'Sets the time zone in which the console shows times and reports count days',
  needs: 'settings.edit',
  body: z.strictObject({ timezone: z.string().max(64) }),
})

export const setThemeColors = endpoint({
  method: 'POST',
  path: '/api/settings/theme-colors',
  summary: 'Sets the eight theme colours',
  needs: 'settings.edit',
  body: z.strictObject({ colors: themeColors }),
})

/** Base64, of at most 200 kB. */
export const LOGO_TEXT_MAX = 270_000

export const setLogo = endpoint({
  method: 'PUT',
  path: '/api/settings/logo',
  summary: 'Sets the logo of the console and of documents: a PNG or JPEG image',
  needs: 'settings.edit',
  body: z.strictObject({
    image: z.base64('Not base64.').min(1, 'Required.').max(LOGO_TEXT_MAX, 'At most 200 kB.'),
  }),
})

export const removeLogo = endpoint({
  method: 'DELETE',
  path: '/api/settings/logo',
  summary: 'Shows the logo of the product again',
  needs: 'settings.edit',
})

export const getSampleDocument = endpoint({
  method: 'GET',
  path: '/api/settings/sample-document',
  summary: 'An example invoice as PDF, with the logo and the texts of the settings',
  needs: 'settings.view',
  file_type: 'application/pdf',
})

/** `behind` by more than ten seconds: the primary serves then too. */
export const replicaState = z.enum(['ok', 'behind', 'down'])

const part = z.enum(['ok', 'starting', 'down', 'missing'])
export const health = endpoint({
  method: 'GET',
  path: '/api/health',
  summary:
    'Whether the parts of the switch run, without details. 503 without the database, and with ' +
    '`node_id` unless that node takes new calls',
  needs: 'anyone',
  query: z.strictObject({ node_id: is.queryId.optional() }),
  answer: z.object({
    status: z.enum(['ok', 'degraded']),
    parts: z.object({ database: part, engine: part, kamailio: part, rtpengine: part }),
    /**
     * Calls that have ended and cannot be closed; `/api/misc/system-info` lists them with the
     * reason.
     */
    unclosed_calls: z.number(),
    /** Periodic work that fails again and again; listed there too. */
    failing_work: z.number(),
    /** Whether it serves; null without one. */
    replica: replicaState.nullable(),
  }),
  passive: true,
})
