// Makes the drafts of all accounts whose period has ended (ADR-0029), without their lines, which a
// job makes. What was not done while the switch was down is done then.
import { periodStart } from '#core/billing/billing-cycle.ts'
import { nameOfInvoice } from '#core/billing/invoice.ts'
import { duePeriod, type InvoicePeriod } from '#core/billing/invoice-period.ts'
import type { Database, Tx } from '../database.ts'
import { EVERYTHING, type Scope } from '../scope.ts'
import { type CycleAccount, findFirstUnbilled, listCycleAccounts } from './billing-cycles.ts'
import { readInvoiceIssuer } from './invoice-parties.ts'
import { insertInvoice, lockBilledAccount, readLedgerEnd } from './invoice-work.ts'
import { findInvoice } from './invoices.ts'

/** An entry of the activity log about an invoice. */
interface InvoiceActivity {
  readonly action: 'CREATE' | 'EXECUTE'
  readonly entity: 'invoice'
  readonly entity_id: string
  readonly entity_name: string
  readonly changes: Readonly<Record<string, readonly [old: unknown, now: unknown]>>
}

/** Who makes drafts: a user for the accounts that it has, or the switch for all. */
export interface DraftMaker {
  readonly scope: Scope
  /** Null is the switch. */
  readonly user_id: number | null
  /** Writes to the activity log. */
  readonly note: (tx: Tx, what: InvoiceActivity) => Promise<void>
  readonly now_ms: number
  /** Aborted: no further draft is begun. */
  readonly stop?: AbortSignal
}

/** Notes that a draft was made, or is made again or issued by itself. */
export async function noteDraft(
  tx: Tx,
  note: DraftMaker['note'],
  id: number,
  action: InvoiceActivity['action'],
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

/** Most accounts have no period that has ended, and their entries need no look. */
async function findDuePeriod(
  database: Database,
  account: CycleAccount,
  now_ms: number,
): Promise<InvoicePeriod | undefined> {
  const { account_id, billing_cycle, billing_since, timezone, ends_at, last_entry_id } = account
  const starts_at = ends_at ?? periodStart(billing_cycle, timezone, billing_since)
  const due = (first_at: string) =>
    duePeriod(billing_cycle, timezone, { starts_at, first_at }, now_ms)
  if (!due(starts_at)) return undefined
  const first_at = await findFirstUnbilled(database, { account_id, starts_at, last_entry_id })
  return first_at ? due(first_at) : undefined
}

/** The id of the draft, if one is due. If two run in parallel, the second one finds nothing. */
async function draftNext(
  database: Database,
  account_id: number,
  by: DraftMaker,
): Promise<number | undefined> {
  const end = await readLedgerEnd(database, account_id)
  return database.transaction().execute(async (tx) => {
    const account = await lockBilledAccount(tx, by.scope, account_id)
    const [cycle] = await listCycleAccounts(tx, by.scope, account_id)
    if (!account || !cycle || (cycle.last_entry_id ?? 0) > end.last_entry_id) return undefined
    const period = await findDuePeriod(tx, cycle, by.now_ms)
    if (!period) return undefined
    const { issues_drafts } = await readInvoiceIssuer(tx, account.parent_id)
    const id = await insertInvoice(tx, {
      ...period,
      account,
      after_entry_id: cycle.last_entry_id ?? end.last_entry_id,
      end,
      made_by: by.user_id,
      issue_when_ready: issues_drafts,
    })
    await noteDraft(tx, by.note, id, 'CREATE')
    return id
  })
}

/** Makes the drafts of one account; how many. */
async function draftAccount(
  database: Database,
  account: CycleAccount,
  by: DraftMaker,
): Promise<number> {
  let made = 0
  let isDue = (await findDuePeriod(database, account, by.now_ms)) !== undefined
  while (isDue && !by.stop?.aborted) {
    const id = await draftNext(database, account.account_id, by)
    isDue = id !== undefined
    if (isDue) made += 1
  }
  return made
}

interface DueDrafts {
  readonly made: number
  /** Accounts of which no draft could be begun: what the next run tries again. */
  readonly failed: readonly { readonly account_id: number; readonly error: unknown }[]
}

/** An account that fails does not stop the others. */
export async function draftDueInvoices(database: Database, by: DraftMaker): Promise<DueDrafts> {
  let made = 0
  const failed: DueDrafts['failed'][number][] = []
  for (const account of await listCycleAccounts(database, by.scope)) {
    if (by.stop?.aborted) break
    try {
      made += await draftAccount(database, account, by)
    } catch (error) {
      failed.push({ account_id: account.account_id, error })
    }
  }
  return { made, failed }
}
