// Makes the drafts of all accounts whose period has ended, and issues them if the settings say so
// (ADR-0029). What was not done while the switch was down is done then.
import { periodEnd, periodStart } from '#core/billing/billing-cycle.ts'
import { lockBalance } from '#db/accounts/balances.ts'
import {
  type CycleAccount,
  findFirstUnbilled,
  listCycleAccounts,
} from '#db/billing/billing-cycles.ts'
import { settleInvoices } from '#db/billing/invoice-settlement.ts'
import {
  insertInvoice,
  lockBilledAccount,
  type Range,
  readLedgerEnd,
} from '#db/billing/invoice-work.ts'
import { findInvoice } from '#db/billing/invoices.ts'
import type { Database, Tx } from '#db/database.ts'
import { type Activity, insertActivity } from '#db/people/activity-log.ts'
import { EVERYTHING, type Scope } from '#db/scope.ts'
import { readSettings, type Settings } from '#db/settings.ts'
import { nameOfInvoice } from './change-invoice.ts'
import { issueDraft } from './issue-draft.ts'

/** A period without anything to bill is part of the next one. */
async function dueRange(
  database: Database,
  account: CycleAccount,
  settings: Settings,
  now_ms: number,
): Promise<Omit<Range, 'after_entry_id'> | undefined> {
  const { account_id, billing_cycle, billing_since, ends_at, last_entry_id } = account
  const timezone = account.billing_timezone ?? settings.timezone
  const starts_at = ends_at ?? periodStart(billing_cycle, timezone, billing_since)
  const hasEnded = (at: string) => Date.parse(periodEnd(billing_cycle, timezone, at)) <= now_ms
  if (!hasEnded(starts_at)) return undefined
  const first = await findFirstUnbilled(database, { account_id, starts_at, last_entry_id })
  if (!first) return undefined
  const from = Date.parse(first) > Date.parse(starts_at) ? first : starts_at
  if (!hasEnded(from)) return undefined
  return { starts_at, ends_at: periodEnd(billing_cycle, timezone, from) }
}

type DueActivity = Pick<Activity, 'action' | 'entity' | 'entity_id' | 'entity_name' | 'changes'>
export type NoteDue = (tx: Tx, what: DueActivity) => Promise<void>

const ITSELF = { user_id: null, username: 'billing cycle', ip: null }

/** Who makes them: a user for the accounts that it has, or the switch for all. */
interface By {
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

async function noteDue(
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

/** The id of the draft, if one is due. Of two runs at once the second one finds nothing. */
async function draftNext(
  database: Database,
  account_id: number,
  by: By,
): Promise<number | undefined> {
  const end = await readLedgerEnd(database, account_id)
  return database.transaction().execute(async (tx) => {
    const account = await lockBilledAccount(tx, by.scope, account_id)
    const [cycle] = await listCycleAccounts(tx, by.scope, account_id)
    if (!account || !cycle || (cycle.last_entry_id ?? 0) > end.last_entry_id) return undefined
    const settings = await readSettings(tx)
    const range = await dueRange(tx, cycle, settings, by.now_ms)
    if (!range) return undefined
    const id = await insertInvoice(tx, {
      ...range,
      account,
      timezone: account.billing_timezone ?? settings.timezone,
      after_entry_id: cycle.last_entry_id ?? end.last_entry_id,
      end,
      made_by: by.user_id,
    })
    await noteDue(tx, by, id, 'CREATE')
    return id
  })
}

const issueNext = (database: Database, account_id: number, id: number, by: By) =>
  database.transaction().execute(async (tx) => {
    const account = await lockBilledAccount(tx, by.scope, account_id)
    await lockBalance(tx, account_id)
    const row = await findInvoice(tx, EVERYTHING, id)
    if (!account || row?.state !== 'DRAFT') return
    const settings = await readSettings(tx)
    await issueDraft(tx, { row, account, settings, now_ms: by.now_ms, issued_by: by.user_id })
    await settleInvoices(tx, account_id)
    await noteDue(tx, by, id, 'EXECUTE')
  })

/** How many drafts it made. */
export async function draftDueInvoices(database: Database, by: By): Promise<number> {
  const settings = await readSettings(database)
  let made = 0
  for (const account of await listCycleAccounts(database, by.scope)) {
    const { account_id } = account
    let isDue = (await dueRange(database, account, settings, by.now_ms)) !== undefined
    while (isDue && !by.signal?.aborted) {
      const id = await draftNext(database, account_id, by)
      isDue = id !== undefined
      if (id === undefined) continue
      made += 1
      if (settings.issues_drafts) await issueNext(database, account_id, id, by)
    }
  }
  return made
}
