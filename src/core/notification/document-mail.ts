// Documents that go out by e-mail: whose address they go to, the words that come with them until a
// user changes these, and which events bring one along.
import { escapeHtml } from '../escape-html.ts'
import type { NotifiedEvent } from './event.ts'
import type { Look } from './message.ts'
import { mailFrame, SMALL, TEXT } from './message-html.ts'
import type { Topic } from './topics.ts'

/** PRICES is a price notification, RECEIPT the paper of a payment. */
export const DOCUMENT_KINDS = ['INVOICE', 'STATEMENT', 'RECEIPT', 'PRICES'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** Attachments of one mail, and the bytes of each: mail servers take ten megabytes or more. */
export const ATTACHMENTS_MAX = 10
export const ATTACHMENT_BYTES_MAX = 5_000_000

/** The address of an account that gets such documents. */
export const ADDRESS_OF_DOCUMENT = {
  INVOICE: 'billing_email',
  STATEMENT: 'billing_email',
  RECEIPT: 'billing_email',
  PRICES: 'rates_email',
} as const satisfies Readonly<Record<DocumentKind, 'billing_email' | 'rates_email'>>

/** A document as a mail names it: everything is written already. */
export interface NamedDocument {
  /** "Invoice 2026-0001". */
  readonly title: string
  /** The name of its recipient. */
  readonly recipient: string
  /** Lines below the first sentence: "Amount due: 100.00 USD". */
  readonly facts: readonly string[]
}

type Sender = Pick<Look, 'title'>

/** The name of a document or sender never breaks the line of a subject. */
export const documentSubject = ({ title }: NamedDocument, sender: Sender): string =>
  `${title} from ${sender.title}`.replace(/\s+/g, ' ').slice(0, SUBJECT_MAX)

export const SUBJECT_MAX = 150
export const TEXT_MAX = 4000

export const documentText = ({ title, recipient, facts }: NamedDocument, sender: Sender): string =>
  [
    `Dear ${recipient},`,
    `please find attached: ${title}.`,
    ...(facts.length > 0 ? [facts.join('\n')] : []),
    `Kind regards\n${sender.title}`,
  ].join('\n\n')

type MailLook = Pick<Look, 'title' | 'primary' | 'primaryText'>

/** Paragraphs as they were typed, in the colours of the sender. */
export function documentHtml(text: string, look: MailLook): string {
  const paragraphs = text
    .trim()
    .split(/\n\s*\n/)
    .map((part) => `<p style="margin:0 0 12px">${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
  const row = `<tr><td style="padding:16px 24px 4px;${TEXT}">${paragraphs}</td></tr>`
  const end = `<tr><td style="padding:0 24px 16px;${SMALL}">${escapeHtml(look.title)}</td></tr>`
  return mailFrame(look, `${row}\n${end}`)
}

/** The document that an event brings along, in a mail to the account that it concerns. */
export interface EventDocument {
  readonly document_kind: DocumentKind
  readonly document_id: number
  readonly account_id: number
}

const OF_TOPICS: Partial<Readonly<Record<Topic, Exclude<DocumentKind, 'STATEMENT'>>>> = {
  INVOICE_ISSUED: 'INVOICE',
  PAYMENT_RECEIVED: 'RECEIPT',
  RATES_CHANGED: 'PRICES',
}

type Happened = Pick<NotifiedEvent, 'topic' | 'account_id' | 'subject_id' | 'payload'>

/** The subject of rates is the tariff: their notification is in the payload. */
export function documentOfEvent(event: Happened): EventDocument | undefined {
  const { topic, account_id, subject_id, payload } = event
  const document_kind = OF_TOPICS[topic]
  const { price_notification_id } = (payload ?? {}) as { price_notification_id?: unknown }
  const document_id = document_kind === 'PRICES' ? price_notification_id : subject_id
  if (!document_kind || account_id === null || typeof document_id !== 'number') return undefined
  return { document_kind, document_id, account_id }
}
