// Makes the drafts of all accounts whose period has ended, and issues them if the settings say so
// (ADR-0029). What was not done while the switch was down is done then.
import { periodEnd, periodStart } from '#core/billing/billing-cycle.ts'
import type { Database } from '#db/database.ts'
import {
  type CycleAccount,
  findFirstUnbilled,
  listCycleAccounts,
} from '#db/invoices/billing-cycles.ts'
import {
  insertInvoice,
  lockBilledAccount,
  type Range,
  readLedgerEnd,
} from '#db/invoices/invoice-work.ts'
import { readSettings, type Settings } from '#db/settings.ts'
import { type By, noteDue } from './issue-by-itself.ts'
import { finishDraft, finishWaitingDrafts } from './make-lines.ts'

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

/** The id of the draft, if one is due. If two run in parallel, the second one finds nothing. */
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
      issue_when_ready: settings.issues_drafts,
    })
    await noteDue(tx, by, id, 'CREATE')
    return id
  })
}

/** Makes the drafts of one account; how many. */
async function draftAccount(
  database: Database,
  account: CycleAccount,
  settings: Settings,
  by: By,
): Promise<number> {
  let made = 0
  let isDue = (await dueRange(database, account, settings, by.now_ms)) !== undefined
  while (isDue && !by.signal?.aborted) {
    const id = await draftNext(database, account.account_id, by)
    isDue = id !== undefined
    if (id === undefined) continue
    made += 1
    await finishDraft(database, id, by)
  }
  return made
}

interface DueDrafts {
  readonly made: number
  /** Accounts of which no draft could be begun: what the next run tries again. */
  readonly failed: readonly { readonly account_id: number; readonly error: unknown }[]
}

/** An account that fails does not stop the others. */
export async function draftDueInvoices(database: Database, by: By): Promise<DueDrafts> {
  const settings = await readSettings(database)
  await finishWaitingDrafts(database, by)
  let made = 0
  const failed: DueDrafts['failed'][number][] = []
  for (const account of await listCycleAccounts(database, by.scope)) {
    if (by.signal?.aborted) break
    try {
      made += await draftAccount(database, account, settings, by)
    } catch (error) {
      failed.push({ account_id: account.account_id, error })
    }
  }
  return { made, failed }
}
