import type * as contract from '#contract/invoices/statements.ts'
import { OPERATOR_ID } from '#core/account/operator.ts'
import type { Database } from '#db/database.ts'
import { findPaymentParty, type Party } from '#db/payments/payments.ts'
import { listStatementDays } from '#db/payments/statement-days.ts'
import { resolvePeriod } from '#db/periods.ts'
import { isOfAdmin, type Scope } from '#db/scope.ts'
import { drawStatement } from '../documents/statement-file.ts'
import { inZoneOf } from '../http/caller.ts'
import type { HandlersOf } from '../http/handle.ts'
import { badField } from '../http/problem.ts'

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

  async getStatementPdf({ caller, params: { id }, query, ...drawing }) {
    const zoned = inZoneOf(caller, query)
    const period = await resolvePeriod(drawing.database, zoned)
    const of = { ...period, account_id: id, user_zone: zoned.user_zone }
    return drawStatement(drawing, caller.scope, of)
  },
}
