// Issues a draft that no user issues: the settings said so when its billing cycle made it.
import { lockBalance } from '#db/accounts/balances.ts'
import type { Database } from '#db/database.ts'
import { type DraftMaker, noteDraft } from '#db/invoices/draft-due-invoices.ts'
import { settleInvoices } from '#db/invoices/invoice-settlement.ts'
import { lockBilledAccount } from '#db/invoices/invoice-work.ts'
import { findInvoice } from '#db/invoices/invoices.ts'
import { issueDraft } from '#db/invoices/issue-invoice.ts'
import { EVERYTHING } from '#db/scope.ts'

/** Nothing happens while it has no lines; throws the reason if it cannot be issued now. */
export const issueBySwitch = (
  database: Database,
  { id, account_id }: { readonly id: number; readonly account_id: number },
  { now_ms, note }: Pick<DraftMaker, 'now_ms' | 'note'>,
): Promise<void> =>
  database.transaction().execute(async (tx) => {
    const account = await lockBilledAccount(tx, EVERYTHING, account_id)
    await lockBalance(tx, account_id)
    const row = await findInvoice(tx, EVERYTHING, id)
    if (!account || row?.state !== 'DRAFT') return
    const issued = await issueDraft(tx, { row, account, now_ms, issued_by: null })
    if ('refused' in issued) throw new Error(issued.refused)
    await settleInvoices(tx, account_id)
    await noteDraft(tx, note, id, 'EXECUTE')
  })
