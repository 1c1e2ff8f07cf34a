// The kinds of documents that go out by e-mail, with their endpoints and words.
import * as contract from '#contract/notifications/document-mails.ts'
import type { DocumentKind } from '#core/notification/document-mail.ts'

export interface StatementRange {
  readonly range?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export const MAIL_KINDS = {
  INVOICE: {
    preview: contract.previewInvoiceMails,
    send: contract.sendInvoiceMails,
    noun: ['invoice', 'invoices'],
    list: 'invoices',
  },
  STATEMENT: {
    preview: contract.previewStatementMails,
    send: contract.sendStatementMails,
    noun: ['statement', 'statements'],
    list: 'reports',
  },
  RECEIPT: {
    preview: contract.previewReceiptMails,
    send: contract.sendReceiptMails,
    noun: ['payment', 'payments'],
    list: 'payments',
  },
  PRICES: {
    preview: contract.previewPriceMails,
    send: contract.sendPriceMails,
    noun: ['price notification', 'price notifications'],
    list: 'price-notifications',
  },
} as const satisfies Record<DocumentKind, object>
