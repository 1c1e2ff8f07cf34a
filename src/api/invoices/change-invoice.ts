// An invoice is changed with its account locked, and the change is noted.
import { nameOfInvoice } from '#core/billing/invoice.ts'
import { lockBalance } from '#db/accounts/balances.ts'
import type { Database, Tx } from '#db/database.ts'
import { settleInvoices } from '#db/invoices/invoice-settlement.ts'
import { type BilledAccount, lockBilledAccount } from '#db/invoices/invoice-work.ts'
import { findInvoice, type InvoiceRow } from '#db/invoices/invoices.ts'
import { inUse } from '../checks/in-use.ts'
import { wholeInvoice } from '../documents/invoice-file.ts'
import { type Actor, noteActivity } from '../http/activity.ts'
import { found } from '../http/problem.ts'

const entity = 'invoice'

/** Logs the old and the new state of an invoice in the activity log. */
export async function noteInvoice(
  tx: Tx,
  actor: Actor,
  action: 'CREATE' | 'DELETE' | 'EXECUTE',
  row: InvoiceRow,
  changes: Record<string, readonly [unknown, unknown]>,
): Promise<void> {
  const what = { action, entity, entity_id: String(row.id), entity_name: nameOfInvoice(row) }
  await noteActivity(tx, actor, { ...what, changes })
}

/** An invoice in the transaction that changes it, with its account locked. */
export async function lockInvoice(
  tx: Tx,
  { caller: { scope } }: Actor,
  id: number,
): Promise<{ readonly row: InvoiceRow; readonly account: BilledAccount }> {
  const { account_id } = found(await findInvoice(tx, scope, id))
  const account = found(await lockBilledAccount(tx, scope, account_id))
  return { account, row: found(await findInvoice(tx, scope, id)) }
}

export function requireIssued({ state }: InvoiceRow): void {
  if (['DRAFT', 'PREPARING', 'FAILED'].includes(state)) throw inUse('This draft is not issued.')
  if (state === 'VOID') throw inUse('This invoice is void.')
}

type Change = (tx: Tx, locked: Awaited<ReturnType<typeof lockInvoice>>) => Promise<number>

/** Changes an invoice and answers it, or the one that was made instead. */
export function changeInvoice(database: Database, actor: Actor, id: number, change: Change) {
  return database.transaction().execute(async (tx) => {
    const changed_id = await change(tx, await lockInvoice(tx, actor, id))
    return wholeInvoice(tx, actor.caller.scope, changed_id)
  })
}

/** The same, of what settles invoices: calls of the account wait until it is done. */
export const changeSettled = (database: Database, actor: Actor, id: number, change: Change) =>
  changeInvoice(database, actor, id, async (tx, locked) => {
    await lockBalance(tx, locked.account.id)
    const changed_id = await change(tx, locked)
    await settleInvoices(tx, locked.account.id)
    return changed_id
  })
