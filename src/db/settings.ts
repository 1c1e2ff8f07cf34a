// The settings of the whole switch; those not set have the defaults below.
import { type RawBuilder, sql } from 'kysely'
import { type Money, money } from '#core/money.ts'
import type { RecordingAnnouncement } from '#core/recording/announcement.ts'
import type { ThemeColors } from '#core/theme-colors.ts'
import type { DateFormat } from '#core/time/date-format.ts'
import type { Database } from './database.ts'

export interface GeneralSettings {
  /** Title of the console, in the top bar and at the login. */
  readonly title: string
  /** Company of the operator, below the title; empty for none. */
  readonly company: string
  /** Links of the operator's own customers; null is not shown. */
  readonly support_email: string | null
  readonly terms_url: string | null
  /** Address of the operator on documents, with several lines. */
  readonly company_address: string
  readonly company_tax_number: string
  /** Where clients pay, on invoices, with several lines. */
  readonly bank_details: string
  /** Below every page of a document, with several lines. */
  readonly document_footer: string
  readonly paper_size: 'A4' | 'LETTER'
  /** Decimals of amounts in lists; files and the ledger have all six. */
  readonly amount_decimals: number
  /** Date format of the console; files and the API keep 2026-11-20. */
  readonly date_format: DateFormat
  /** Seconds that are paid for when a call starts, and added while it lasts. */
  readonly reservation_first_seconds: number
  readonly reservation_step_seconds: number
  readonly max_call_duration_seconds: number
  /** The longest ringing of a SIP user. */
  readonly on_net_ring_seconds: number
  readonly currency: string
  /**
   * This many failures of one address within these minutes ban it for the same time; 0 turns bans
   * off.
   */
  readonly auth_failures_per_ban: number
  readonly auth_ban_minutes: number
  /** Days for which records and charges of calls, and the other rows, are kept. */
  readonly call_days: number
  readonly routing_log_days: number
  readonly sip_message_days: number
  /** The most that SIP messages may take on the disk, in MB. */
  readonly sip_message_mb: number
  readonly recording_days: number
  /** How much all recordings may take on the disk. */
  readonly recording_mb: number
  /** The announcement to both sides before their call is recorded. */
  readonly recording_announcement: RecordingAnnouncement
  /** Where copies of stored SIP messages go, as `host:port`; empty for nowhere. */
  readonly homer_address: string
  readonly auth_failure_days: number
  readonly activity_days: number
  readonly past_rate_days: number
  readonly notification_days: number
  readonly ledger_days: number
  /** Days for which exported partitions are kept. */
  readonly export_days: number
  /** Whether the retention exports calls, charges, activities and ledger before it removes them. */
  readonly retention_exports: boolean
  /** Days after which numbers of calls lose their last digits; null is never. */
  readonly mask_numbers_days: number | null
  /** Whether the calls of a client end when it, or a reseller above it, is blocked. */
  readonly hang_up_blocked: boolean
  /** The share of calls with a routing log. */
  readonly trace_percent: number
  /** An answered call is ended after this time without media; 0 ends none. */
  readonly rtp_timeout_seconds: number
  /** Whether a call that it ended is billed to its end; otherwise to its last packet. */
  readonly bill_silence: boolean
  /** How often gateways are judged by the limits of their quality. */
  readonly gateway_check_minutes: number
  /** The response when a limit is reached. */
  readonly limit_sip_code: '503' | '480'
  /** In the system currency, for new retail clients whose form names none; null is no limit. */
  readonly retail_daily_spend_limit: Money | null
  readonly second_factor_for: 'NOBODY' | 'ADMINS' | 'EVERYONE'
  /** An amount in the system currency: a larger payment needs a confirmation; null is none. */
  readonly confirm_payments_above: Money | null
  /** Patterns of the numbers of documents. */
  readonly invoice_number: string
  readonly self_billed_number: string
  readonly credit_note_number: string
  /** Days from the issue of an invoice to its due date. */
  readonly invoice_terms_days: number
  /** Drafts that a billing cycle made get their numbers at once. */
  readonly issues_drafts: boolean
  /** New calls are refused, active ones continue. */
  readonly is_draining: boolean
}

export interface Settings extends GeneralSettings {
  readonly timezone: string
  readonly theme_colors: ThemeColors
}

export const DEFAULT_SETTINGS: Settings = {
  title: 'Soft Switch Server',
  company: '',
  support_email: null,
  terms_url: null,
  company_address: '',
  company_tax_number: '',
  bank_details: '',
  document_footer: '',
  paper_size: 'A4',
  amount_decimals: 4,
  date_format: 'YYYY-MM-DD',
  reservation_first_seconds: 60,
  reservation_step_seconds: 30,
  max_call_duration_seconds: 7200,
  on_net_ring_seconds: 60,
  currency: 'USD',
  auth_failures_per_ban: 10,
  auth_ban_minutes: 5,
  call_days: 396,
  routing_log_days: 3,
  sip_message_days: 3,
  sip_message_mb: 2000,
  recording_days: 90,
  recording_mb: 20_000,
  recording_announcement: 'TONE',
  homer_address: '',
  auth_failure_days: 7,
  activity_days: 400,
  past_rate_days: 1830,
  notification_days: 90,
  ledger_days: 3660,
  export_days: 400,
  retention_exports: false,
  mask_numbers_days: null,
  hang_up_blocked: true,
  trace_percent: 100,
  rtp_timeout_seconds: 60,
  bill_silence: false,
  gateway_check_minutes: 1,
  limit_sip_code: '503',
  retail_daily_spend_limit: money(50_000_000),
  second_factor_for: 'NOBODY',
  confirm_payments_above: money(1_000_000_000),
  invoice_number: 'INV-{year}-{seq:5}',
  self_billed_number: 'SB-{year}-{seq:5}',
  credit_note_number: 'CN-{year}-{seq:5}',
  invoice_terms_days: 30,
  issues_drafts: false,
  is_draining: false,
  timezone: 'UTC',
  theme_colors: {
    primary: '#00007F',
    primaryText: '#FFFFFF',
    secondary: '#C83296',
    secondaryText: '#FFFFFF',
    tertiary: '#96C832',
    tertiaryText: '#FFFFFF',
    background: '#FFFFFF',
    foreground: '#000000',
  },
}

export async function readSettings(database: Database): Promise<Settings> {
  const rows = await database.selectFrom('setting').select(['key', 'value']).execute()
  const stored: Readonly<Record<string, unknown>> = Object.fromEntries(
    rows.map(({ key, value }) => [key, value]),
  )
  const { timezone, theme_colors } = DEFAULT_SETTINGS
  return {
    ...DEFAULT_SETTINGS,
    ...(stored.general as Partial<GeneralSettings> | undefined),
    timezone: (stored.timezone as string | undefined) ?? timezone,
    theme_colors: { ...theme_colors, ...(stored.theme_colors as ThemeColors | undefined) },
  }
}

export async function writeSetting(
  tx: Database,
  key: 'timezone' | 'theme_colors' | 'general' | 'sip_ports' | 'media_place',
  value: unknown,
): Promise<void> {
  const json = JSON.stringify(value)
  await sql`insert into setting (key, value) values (${key}, ${json}::jsonb)
    on conflict (key) do update set value = excluded.value, version = setting.version + 1`.execute(
    tx,
  )
}

/** While it is drained, the switch refuses new calls. */
export async function writeDraining(tx: Database, is_draining: boolean): Promise<void> {
  const { timezone: _, theme_colors: __, ...general } = await readSettings(tx)
  await writeSetting(tx, 'general', { ...general, is_draining })
}

/** The switch's time zone, for use inside a query. */
export const SERVER_ZONE: RawBuilder<string> = sql<string>`coalesce(
  (select value #>> '{}' from setting where key = 'timezone'), ${DEFAULT_SETTINGS.timezone})`

/** The same for a user, who may have a time zone of its own. */
export const zoneOf = (timezone: string | null): RawBuilder<string> =>
  timezone === null ? SERVER_ZONE : sql<string>`${timezone}::text`

/** The instant at which a day began in the zone of the user: today, or one of those before. */
export function startOfDay(timezone: string | null, days_ago = 0): RawBuilder<string> {
  const zone = zoneOf(timezone)
  const today = sql`date_trunc('day', now() at time zone ${zone})`
  return sql<string>`
  ((${today} - ${sql.lit(`${days_ago} day`)}::interval) at time zone ${zone})`
}

/** The code of the system currency, for use inside a query. */
export const SYSTEM_CURRENCY: RawBuilder<string> = sql<string>`(
  select code from currency where is_system)`

/** The time zones that the database knows, with their offset now. */
export async function listTimeZones(
  database: Database,
  search: string,
): Promise<{ id: string; offset: string }[]> {
  const { rows } = await sql<{ id: string; offset: string }>`
    select name as id,
      case when utc_offset < interval '0' then '-' || to_char(-utc_offset, 'HH24:MI')
        else '+' || to_char(utc_offset, 'HH24:MI') end as offset
    from pg_timezone_names
    where name ilike ${search}
      and name !~ '^(posix|right)/' and (name ~ '/' or name = 'UTC') and name !~ '^Etc/'
    order by name`.execute(database)
  return rows
}

export async function isTimeZone(database: Database, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_timezone_names where name = ${name}`.execute(database)
  return rows.length > 0
}
