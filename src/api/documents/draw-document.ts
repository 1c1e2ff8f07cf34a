// Any document that goes out by e-mail, as a file.
import type { AttachedDocument } from '#db/notifications/attachments.ts'
import type { Scope } from '#db/scope.ts'
import type { DocumentFile, Drawing } from './document-file.ts'
import { drawInvoice } from './invoice-file.ts'
import { drawPrices } from './price-file.ts'
import { drawReceipt } from './receipt-file.ts'
import { drawStatement } from './statement-file.ts'

export function drawDocument(
  drawing: Drawing,
  scope: Scope,
  document: AttachedDocument & { readonly timezone: string | null },
): Promise<DocumentFile> {
  const { document_kind, document_id: id, account_id, starts_at, ends_at, timezone } = document
  switch (document_kind) {
    case 'INVOICE':
      return drawInvoice(drawing, scope, { id, document: 'INVOICE' })
    case 'RECEIPT':
      return drawReceipt(drawing, scope, id)
    case 'PRICES':
      return drawPrices(drawing, scope, { id, account_id })
    case 'STATEMENT': {
      const period = { from_at: starts_at ?? '', to_at: ends_at ?? '' }
      return drawStatement(drawing, scope, { ...period, account_id, user_zone: timezone })
    }
  }
}
