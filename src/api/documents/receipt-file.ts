// The paper of a payment as a file.
import { OPERATOR_ID } from '#core/account/operator.ts'
import { wallText } from '#core/time/calendar.ts'
import { readInvoiceIssuer, readParties } from '#db/invoices/invoice-parties.ts'
import { findPayment, findPaymentParty } from '#db/payments/payments.ts'
import type { Scope } from '#db/scope.ts'
import { readSettings } from '#db/settings.ts'
import { found } from '../http/problem.ts'
import type { DocumentFile, Drawing } from './document-file.ts'
import { readPaper } from './issuer.ts'
import { RECEIPT_TITLES, receiptDocument } from './receipt-document.ts'

export async function drawReceipt(
  { database, pdf, clock }: Drawing,
  scope: Scope,
  id: number,
): Promise<DocumentFile> {
  const payment = found(await findPayment(database, scope, id))
  const account = found(await findPaymentParty(database, scope, payment.account_id))
  const issuer_id = account.parent_id ?? OPERATOR_ID
  const issuer = await readInvoiceIssuer(database, issuer_id)
  const { date_format } = await readSettings(database)
  const { timezone } = issuer
  const bytes = await pdf.write(
    receiptDocument({
      payment,
      parties: await readParties(database, account.id, issuer),
      paid_at: wallText(timezone, Date.parse(payment.at)),
      timezone,
      date_format,
      paper: await readPaper(database, issuer_id),
      made_at_ms: clock.now_ms(),
    }),
  )
  const title = RECEIPT_TITLES[payment.kind].toLowerCase().replaceAll(' ', '-')
  return { name: `${title}-${id}.pdf`, bytes }
}
