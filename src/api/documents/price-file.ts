// A price notification for one of its recipients as a file.
import { OPERATOR_ID } from '#core/account/operator.ts'
import { findPaymentParty } from '#db/payments/payments.ts'
import { listPriceRows } from '#db/price-notifications/price-notification-rows.ts'
import {
  findPriceNotification,
  listRecipients,
} from '#db/price-notifications/price-notifications.ts'
import type { Scope } from '#db/scope.ts'
import { readSettings } from '#db/settings.ts'
import { inUse } from '../checks/in-use.ts'
import { found } from '../http/problem.ts'
import type { DocumentFile, Drawing } from './document-file.ts'
import { readIssuer } from './issuer.ts'
import { PDF_ROWS_MAX } from './pdf-document.ts'
import { priceDocument } from './price-document.ts'

export async function drawPrices(
  { database, pdf }: Drawing,
  scope: Scope,
  { id, account_id }: { readonly id: number; readonly account_id: number },
): Promise<DocumentFile> {
  const notification = found(await findPriceNotification(database, scope, id))
  if (notification.state !== 'READY') throw inUse('Its rates are not compared yet.')
  const recipients = await listRecipients(database, scope, id)
  const recipient = found(recipients.find((one) => one.account_id === account_id))
  // One more than a PDF holds, which is then refused.
  const query = { limit: PDF_ROWS_MAX + 1 }
  const [{ rows }, settings, account] = await Promise.all([
    listPriceRows(database, id, query),
    readSettings(database),
    findPaymentParty(database, scope, account_id),
  ])
  // A client of a reseller sees no name of the operator, whose tariff it may have.
  const issuer_id = account?.parent_id ?? OPERATOR_ID
  const { logo, ...issuer } = await readIssuer(database, issuer_id)
  const kept = issuer_id === OPERATOR_ID ? notification.issuer : issuer
  const document = priceDocument({ ...notification, recipient, rows }, settings)
  const bytes = await pdf.write({ ...kept, logo, ...document })
  const day = notification.created_at.slice(0, 10)
  return { name: `prices-${recipient.name}-${day}.pdf`, bytes }
}
