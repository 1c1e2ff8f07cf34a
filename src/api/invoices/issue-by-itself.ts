// Issues the drafts of billing cycles, if the settings said so when they were made.
import { lockBalance } from '#db/accounts/balances.ts'
import type { Database, Tx } from '#db/database.ts'
import { settleInvoices } from '#db/invoices/invoice-settlement.ts'
import { lockBilledAccount } from '#db/invoices/invoice-work.ts'
import { findInvoice } from '#db/invoices/invoices.ts'
import { type Activity, insertActivity } from '#db/people/activity-log.ts'
import { EVERYTHING, type Scope } from '#db/scope.ts'
import { readSettings } from '#db/settings.ts'
import { nameOfInvoice } from './change-invoice.ts'
import { issueDraft } from './issue-draft.ts'

type DueActivity = Pick<Activity, 'action' | 'entity' | 'entity_id' | 'entity_name' | 'changes'>
export type NoteDue = (tx: Tx, what: DueActivity) => Promise<void>

const ITSELF = { user_id: null, username: 'billing cycle', ip: null }

/** Who makes drafts: a user for the accounts that it has, or the switch for all. */
export interface By {
  readonly scope: Scope
  readonly user_id: number | null
  readonly note: NoteDue
  readonly now_ms: number
  readonly signal?: AbortSignal
}

export const bySwitch = (now_ms: number, signal?: AbortSignal): By => ({
  scope: EVERYTHING,
  user_id: null,
  note: (tx, what) => insertActivity(tx, { ...ITSELF, user_agent: '', request_id: '', ...what }),
  now_ms,
  ...(signal && { signal }),
})

export async function noteDue(
  tx: Tx,
  { note }: By,
  id: number,
  action: 'CREATE' | 'EXECUTE',
): Promise<void> {
  const row = await findInvoice(tx, EVERYTHING, id)
  if (!row) return
  const { account_name, from_on, to_on } = row
  await note(tx, {
    action,
    entity: 'invoice',
    entity_id: String(id),
    entity_name: nameOfInvoice(row),
    changes: { account: [null, account_name], from_on: [null, from_on], to_on: [null, to_on] },
  })
}

export const issueByItself = (database: Database, id: number, by: By): Promise<void> =>
  database.transaction().execute(async (tx) => {
    const found = await findInvoice(tx, EVERYTHING, id)
    if (!found?.issue_when_ready || found.state !== 'DRAFT') return
    const account = await lockBilledAccount(tx, EVERYTHING, found.account_id)
    await lockBalance(tx, found.account_id)
    const row = await findInvoice(tx, EVERYTHING, id)
    if (!account || row?.state !== 'DRAFT') return
    const settings = await readSettings(tx)
    await issueDraft(tx, { row, account, settings, now_ms: by.now_ms, issued_by: by.user_id })
    await settleInvoices(tx, found.account_id)
    await noteDue(tx, by, id, 'EXECUTE')
  })
