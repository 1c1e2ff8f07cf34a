// A price notification as a document for one of its recipients.
import { formatMoney, formatPercent, formatRate } from '#core/money.ts'
import type { PriceChange } from '#core/tariff/price-notification.ts'
import { type DateFormat, writeDay } from '#core/time/date-format.ts'
import type { PriceRow } from '#db/price-notifications/price-notification-rows.ts'
import type { Recipient } from '#db/price-notifications/price-notifications.ts'
import { linesOf } from './party-lines.ts'
import type { PdfColumn, PdfDocument, PdfIssuer } from './pdf-document.ts'

interface Notification {
  readonly tariff_name: string
  readonly currency: string
  readonly is_full: boolean
  readonly created_at: string
  readonly recipient: Recipient
  readonly rows: readonly PriceRow[]
}

interface Looks {
  readonly date_format: DateFormat
  readonly timezone: string
}

const KINDS: Readonly<Record<PriceChange, string>> = {
  NEW: 'New',
  INCREASE: 'Increase',
  DECREASE: 'Decrease',
  CHANGED: 'Other terms',
  REMOVED: 'Removed',
  WITHDRAWN: 'Withdrawn',
  UNCHANGED: 'Unchanged',
}

/** With the date format and time zone of the operator. */
function writeTime(iso: string, { date_format, timezone }: Looks): string {
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(Date.parse(iso))
  return `${writeDay(local, date_format)} ${local.slice(11)}`
}

const COLUMNS: readonly PdfColumn[] = [
  { heading: 'Prefix' },
  { heading: 'Destination' },
  { heading: 'Status' },
  { heading: 'Old rate', align: 'right' },
  { heading: 'New rate', align: 'right' },
  { heading: 'Change', align: 'right' },
  { heading: 'Effective from' },
  { heading: 'Increments', align: 'right' },
  { heading: 'Connect fee', align: 'right' },
]

const signed = (text: string): string => (text.startsWith('-') ? text : `+${text}`)

function cellsOf(row: PriceRow, looks: Looks): string[] {
  const { rate, old_rate, change_percent, connect_fee, first_increment, next_increment } = row
  return [
    row.prefix || 'All others',
    [row.destination, row.window_name].filter((text) => text !== '').join(', '),
    KINDS[row.kind],
    old_rate === null ? '' : formatRate(old_rate),
    rate === null ? '' : formatRate(rate),
    change_percent === null ? '' : `${signed(formatPercent(change_percent))} %`,
    writeTime(row.effective_from, looks),
    rate === null ? '' : `${first_increment}/${next_increment}`,
    rate === null || !connect_fee ? '' : formatMoney(connect_fee),
  ]
}

export function priceDocument(
  notification: Notification,
  looks: Looks,
): Omit<PdfDocument, keyof PdfIssuer> {
  const { tariff_name, currency, is_full, created_at, recipient, rows } = notification
  const table = { columns: COLUMNS, rows: rows.map((row) => cellsOf(row, looks)) }
  return {
    title: is_full ? 'Rates' : 'Change of rates',
    recipient: [recipient.company || recipient.name, ...linesOf(recipient.address)],
    facts: [
      ['Tariff', tariff_name],
      ['Made', writeTime(created_at, looks)],
      ['Rates', `${currency} per minute`],
      ['Times', looks.timezone],
    ],
    parts: rows.length > 0 ? [{ table }] : [{ text: 'No rate has changed.' }],
    made_at_ms: Date.parse(created_at),
  }
}
