// An invoice, or its credit note, as a file.
import type { Database } from '#db/database.ts'
import { readInvoiceIssuer, readParties } from '#db/invoices/invoice-parties.ts'
import { listAllSettling } from '#db/invoices/invoice-settlement.ts'
import { findInvoice, listInvoiceLines } from '#db/invoices/invoices.ts'
import type { Scope } from '#db/scope.ts'
import { found, Problem } from '../http/problem.ts'
import type { DocumentFile, Drawing } from './document-file.ts'
import { invoiceDocument } from './invoice-document.ts'
import { readPaper } from './issuer.ts'
import { PDF_ROWS_MAX } from './pdf-document.ts'

/** With both parties: those of its day, or of now for a draft. */
export async function wholeInvoice(database: Database, scope: Scope, id: number) {
  const { parties, ...row } = found(await findInvoice(database, scope, id))
  const {
    issuer,
    account,
    note,
    bank_details = '',
  } = parties ??
  (await readParties(database, row.account_id, await readInvoiceIssuer(database, row.issuer_id)))
  return { ...row, issuer, account, note, bank_details }
}

/** All of them, or the problem that a document holds no more. */
async function linesOfDocument(database: Database, scope: Scope, id: number) {
  const { rows, page } = await listInvoiceLines(database, scope, id, { limit: PDF_ROWS_MAX })
  if (page.next_cursor === null) return rows
  throw new Problem('bad-input', { message: 'Too many lines for a PDF. Export CSV or Excel.' })
}

export async function drawInvoice(
  { database, pdf, clock }: Drawing,
  scope: Scope,
  { id, document }: { readonly id: number; readonly document: 'INVOICE' | 'CREDIT_NOTE' },
): Promise<DocumentFile> {
  const invoice = await wholeInvoice(database, scope, id)
  if (document === 'CREDIT_NOTE' && invoice.state !== 'VOID') throw new Problem('not-found')
  const bytes = await pdf.write(
    invoiceDocument({
      invoice,
      settled: await listAllSettling(database, invoice),
      lines: await linesOfDocument(database, scope, id),
      document,
      paper: await readPaper(database, invoice.issuer_id),
      made_at_ms: clock.now_ms(),
    }),
  )
  const number = document === 'INVOICE' ? invoice.document_number : invoice.credit_note_number
  return { name: `${number ?? `draft-${id}`}.pdf`, bytes }
}
