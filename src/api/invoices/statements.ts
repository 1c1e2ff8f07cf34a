import type * as contract from '#contract/invoices/statements.ts'
import { OPERATOR_ID } from '#core/account/operator.ts'
import { NO_SUM } from '#core/money.ts'
import { dayIn } from '#core/time/calendar.ts'
import type { Database } from '#db/database.ts'
import { readInvoiceIssuer, readParties } from '#db/invoices/invoice-parties.ts'
import { listStatements } from '#db/payments/payment-reports.ts'
import { findPaymentParty, type Party } from '#db/payments/payments.ts'
import { listStatementDays } from '#db/payments/statement-days.ts'
import { resolvePeriod } from '#db/periods.ts'
import { isOfAdmin, type Scope } from '#db/scope.ts'
import { readSettings } from '#db/settings.ts'
import { readPaper } from '../documents/issuer.ts'
import { PDF_ROWS_MAX } from '../documents/pdf-document.ts'
import { inZoneOf } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField, found, Problem } from '../http/problem.ts'
import { statementDocument } from './statement-document.ts'

/** The one that was chosen, or that of the user; the operator has no balance. */
async function accountOf(
  database: Database,
  scope: Scope,
  account_id: number | undefined,
): Promise<Party | undefined> {
  const id = account_id ?? (isOfAdmin(scope) ? undefined : scope.account_id)
  if (id === undefined) return undefined
  const account = id === OPERATOR_ID ? undefined : await findPaymentParty(database, scope, id)
  if (!account) throw badField('account_id', 'This account does not exist.')
  return account
}

export const statements: HandlersOf<typeof contract> = {
  async listStatementDays({ database, caller, query }) {
    const account = await accountOf(database, caller.scope, query.account_id)
    const zoned = inZoneOf(caller, query)
    const period = await resolvePeriod(database, zoned)
    // An admin who has chosen none sees an empty list.
    const of = { ...period, account_id: account?.id ?? 0, user_zone: zoned.user_zone }
    return listStatementDays(database, caller.scope, of, query)
  },

  async getStatementPdf({ database, caller, params: { id }, query, pdf, clock }) {
    const account = found(
      await findPaymentParty(database, caller.scope, id === OPERATOR_ID ? 0 : id),
    )
    const zoned = inZoneOf(caller, query)
    const { from_at, to_at } = await resolvePeriod(database, zoned)
    const of = { from_at, to_at, account_id: account.id, user_zone: zoned.user_zone }
    const all = { limit: PDF_ROWS_MAX }
    const { rows, page } = await listStatementDays(database, caller.scope, of, all)
    if (page.next_cursor !== null) {
      throw new Problem('bad-input', { message: 'Too many days for a PDF. Export CSV or Excel.' })
    }
    const [sums] = (
      await listStatements(database, caller.scope, {
        ...zoned,
        ...all,
        account_id: account.id,
      })
    ).rows
    const settings = await readSettings(database)
    const timezone = zoned.user_zone ?? settings.timezone
    const last_ms = Date.parse(to_at) - 1
    const issuer_id = account.parent_id ?? OPERATOR_ID
    const bytes = await pdf.write(
      statementDocument({
        parties: await readParties(
          database,
          account.id,
          await readInvoiceIssuer(database, issuer_id),
        ),
        days: rows,
        currency: account.currency,
        opening: sums?.opening ?? NO_SUM,
        closing: sums?.closing ?? NO_SUM,
        facts: [
          ['Account', account.name],
          ['Period', `${dayIn(timezone, Date.parse(from_at))} to ${dayIn(timezone, last_ms)}`],
          ['Time zone', timezone],
        ],
        paper: await readPaper(database, issuer_id),
        made_at_ms: clock.now_ms(),
      }),
    )
    return { name: `statement-${account.id}.pdf`, bytes }
  },
}
