// Makes the lines of drafts, and issues those that are to be issued by themselves (ADR-0029). What
// fails is noted with the draft and tried again later; a process that ends in between leaves the
// draft as it was, and the next run continues with it.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { collectLines, writeLines } from '#db/invoices/invoice-lines.ts'
import {
  findUnprepared,
  listWaitingDrafts,
  lockBilledAccount,
  noteDraftFailure,
  noteInvoiceProgress,
} from '#db/invoices/invoice-work.ts'
import { findInvoice } from '#db/invoices/invoices.ts'
import { EVERYTHING } from '#db/scope.ts'
import { type By, issueByItself } from './issue-by-itself.ts'

/** How long a request waits for the lines of its draft. */
const ANSWER_AFTER_MS = 8000

/** The kind of the lock on an invoice whose lines are being made. */
const LOCK_KIND = 4529

/** Whether this run made the lines: another process may hold the lock. */
async function makeLines(database: Database, id: number): Promise<boolean> {
  const made = await database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows } = await sql<{ is_ours: boolean }>`
        select pg_try_advisory_xact_lock(${LOCK_KIND}, ${id}::integer) as is_ours`.execute(tx)
      const draft = rows[0]?.is_ours ? await findUnprepared(tx, id) : undefined
      if (!draft) return undefined
      // Ids are of all accounts: a share of them is a share of the time, more or less.
      let first_id: number | undefined
      const lines = await collectLines(tx, draft, async (entry_id) => {
        first_id ??= entry_id
        const all = Math.max(draft.last_entry_id - first_id, 1)
        const share = Math.min(1, (entry_id - first_id) / all)
        await noteInvoiceProgress(database, id, Math.floor(share * 99))
      })
      return { draft, lines }
    })
  if (!made) return false
  return database.transaction().execute(async (tx) => {
    await lockBilledAccount(tx, EVERYTHING, made.draft.account_id)
    const draft = await findUnprepared(tx, id)
    // Meanwhile it was discarded, or is to be made again with later calls.
    if (draft?.last_entry_id !== made.draft.last_entry_id) return false
    await writeLines(tx, draft, made.lines)
    return true
  })
}

/** Makes what is missing of a draft. A failure is noted, and never stops other drafts. */
export async function finishDraft(database: Database, id: number, by: By): Promise<void> {
  try {
    await makeLines(database, id)
    await issueByItself(database, id, by)
  } catch (error) {
    // Without a database nothing can be noted; the draft waits then.
    const failure = error instanceof Error ? error.message : String(error)
    await noteDraftFailure(database, id, failure, by.now_ms).catch(() => undefined)
  }
}

/** The same for a request, which answers before a large draft is ready. */
export async function beginDraft(database: Database, id: number, by: By): Promise<void> {
  const stop = new AbortController()
  const late = wait(ANSWER_AFTER_MS, undefined, { signal: stop.signal }).catch(() => undefined)
  await Promise.race([finishDraft(database, id, by), late])
  stop.abort()
}

/** Those that a process left behind, and those whose next try is due. */
export async function finishWaitingDrafts(database: Database, by: By): Promise<void> {
  for (const id of await listWaitingDrafts(database, by.scope, by.now_ms)) {
    if (by.signal?.aborted) return
    if (await findInvoice(database, EVERYTHING, id)) await finishDraft(database, id, by)
  }
}
