// Documents by e-mail: invoices, statements, papers of payments and price notifications, seen
// before they are sent. Each kind has a preview and a send.
import { z } from 'zod'
import { SUBJECT_MAX, TEXT_MAX } from '#core/notification/document-mail.ts'
import { endpoint } from '../endpoint.ts'
import * as is from '../primitives.ts'
import { inTime } from '../time-range.ts'

/** Mails of one request; a list sends several requests. */
export const MAILS_MAX = 100
const RECIPIENTS_MAX = 10

export const mailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email('Invalid e-mail address.').max(254))

const asked = z.array(is.id).min(1).max(MAILS_MAX)

/** The range of a statement. */
const range = inTime

const mail = z.strictObject({
  /** The document. */
  id: is.id,
  /** The account that gets it. */
  account_id: is.id,
  to: z
    .array(mailAddress)
    .min(1, 'Enter an address.')
    .max(RECIPIENTS_MAX, `At most ${RECIPIENTS_MAX}.`),
  subject: is.name(SUBJECT_MAX),
  text: is.text(TEXT_MAX).min(1, 'Required.'),
})

const mails = z.array(mail).min(1).max(MAILS_MAX)

const previewedMail = z.object({
  id: is.id,
  account_id: is.id,
  account_name: z.string(),
  /** The addresses of the account; empty if it has no address. */
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  /** Why it cannot be sent; empty if it can. */
  problem: z.string(),
  /** The title and the colours of its sender. */
  look: z.object({ title: z.string(), primary: z.string(), primaryText: z.string() }),
})
export type PreviewedMail = z.output<typeof previewedMail>

const preview = z.object({
  mails: z.array(previewedMail),
  /** The attachment, if there is one mail; drawn for the preview. */
  file: z.object({ name: z.string(), size: z.number() }).nullable(),
  /** Whether a mail leaves the switch now. */
  server: z.enum(['READY', 'PAUSED', 'NONE']),
})
export type MailPreview = z.output<typeof preview>

const queued = z.object({ queued: z.number() })

export const previewInvoiceMails = endpoint({
  method: 'POST',
  path: '/api/invoices/mails/preview',
  summary: 'Mails with issued invoices as they would be sent; sends nothing',
  needs: 'invoices.edit',
  body: z.strictObject({ ids: asked }),
  answer: preview,
})

export const sendInvoiceMails = endpoint({
  method: 'POST',
  path: '/api/invoices/mails',
  summary: 'Sends issued invoices by e-mail',
  needs: 'invoices.edit',
  body: z.strictObject({ mails }),
  answer: queued,
})

export const previewStatementMails = endpoint({
  method: 'POST',
  path: '/api/statement-mails/preview',
  summary: 'Mails with the statements of accounts as they would be sent; sends nothing',
  needs: 'invoices.edit',
  body: z.strictObject({ ids: asked, ...range }),
  answer: preview,
})

export const sendStatementMails = endpoint({
  method: 'POST',
  path: '/api/statement-mails',
  summary: 'Sends the statements of accounts by e-mail',
  needs: 'invoices.edit',
  body: z.strictObject({ mails, ...range }),
  answer: queued,
})

export const previewReceiptMails = endpoint({
  method: 'POST',
  path: '/api/payments/mails/preview',
  summary: 'Mails with the papers of payments as they would be sent; sends nothing',
  needs: 'payments.create',
  body: z.strictObject({ ids: asked }),
  answer: preview,
})

export const sendReceiptMails = endpoint({
  method: 'POST',
  path: '/api/payments/mails',
  summary: 'Sends the papers of payments by e-mail',
  needs: 'payments.create',
  body: z.strictObject({ mails }),
  answer: queued,
})

export const previewPriceMails = endpoint({
  method: 'POST',
  path: '/api/price-notifications/mails/preview',
  summary: 'Mails with price notifications to all their recipients; sends nothing',
  needs: 'tariffs.edit',
  body: z.strictObject({ ids: asked }),
  answer: preview,
})

export const sendPriceMails = endpoint({
  method: 'POST',
  path: '/api/price-notifications/mails',
  summary: 'Sends price notifications by e-mail',
  needs: 'tariffs.edit',
  body: z.strictObject({ mails }),
  answer: queued,
})
