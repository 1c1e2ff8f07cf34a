// The statement of an account as a file.
import { OPERATOR_ID } from '#core/account/operator.ts'
import { NO_SUM } from '#core/money.ts'
import { dayIn } from '#core/time/calendar.ts'
import { readInvoiceIssuer, readParties } from '#db/invoices/invoice-parties.ts'
import { findStatement } from '#db/payments/payment-reports.ts'
import { findPaymentParty } from '#db/payments/payments.ts'
import { listStatementDays } from '#db/payments/statement-days.ts'
import type { Period } from '#db/periods.ts'
import type { Scope } from '#db/scope.ts'
import { readSettings } from '#db/settings.ts'
import { found, Problem } from '../http/problem.ts'
import type { DocumentFile, Drawing } from './document-file.ts'
import { readPaper } from './issuer.ts'
import { PDF_ROWS_MAX } from './pdf-document.ts'
import { statementDocument } from './statement-document.ts'

export interface StatementOf extends Period {
  readonly account_id: number
  /** Null is that of the switch. */
  readonly user_zone: string | null
}

/** The first and last day of a time range. */
export const daysOf = ({ from_at, to_at }: Period, timezone: string): string =>
  `${dayIn(timezone, Date.parse(from_at))} to ${dayIn(timezone, Date.parse(to_at) - 1)}`

export async function drawStatement(
  { database, pdf, clock }: Drawing,
  scope: Scope,
  of: StatementOf,
): Promise<DocumentFile> {
  const id = of.account_id
  const account = found(await findPaymentParty(database, scope, id === OPERATOR_ID ? 0 : id))
  const { rows, page } = await listStatementDays(database, scope, of, { limit: PDF_ROWS_MAX })
  if (page.next_cursor !== null) {
    throw new Problem('bad-input', { message: 'Too many days for a PDF. Export CSV or Excel.' })
  }
  const sums = await findStatement(database, scope, of, id)
  const { timezone: server_zone } = await readSettings(database)
  const timezone = of.user_zone ?? server_zone
  const issuer_id = account.parent_id ?? OPERATOR_ID
  const issuer = await readInvoiceIssuer(database, issuer_id)
  const bytes = await pdf.write(
    statementDocument({
      parties: await readParties(database, id, issuer),
      days: rows,
      currency: account.currency,
      opening: sums?.opening ?? NO_SUM,
      closing: sums?.closing ?? NO_SUM,
      facts: [
        ['Account', account.name],
        ['Period', daysOf(of, timezone)],
        ['Time zone', timezone],
      ],
      paper: await readPaper(database, issuer_id),
      made_at_ms: clock.now_ms(),
    }),
  )
  return { name: `statement-${id}.pdf`, bytes }
}
