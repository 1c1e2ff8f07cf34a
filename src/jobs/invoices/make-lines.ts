// Makes the lines of drafts, and issues those that are to be issued by themselves (ADR-0029). What
// fails is noted with the draft and tried again later; a process that ends in between leaves the
// draft as it was, and the next run continues with it.
import type { Database } from '#db/database.ts'
import { collectLines, writeLines } from '#db/invoices/invoice-lines.ts'
import {
  findUnprepared,
  findWaitingDraft,
  lockBilledAccount,
  noteInvoiceProgress,
  tryToLockLines,
} from '#db/invoices/invoice-work.ts'
import { EVERYTHING } from '#db/scope.ts'
import type { JobContext } from '../job.ts'
import { prepareRows } from '../prepare-rows.ts'
import { issueBySwitch } from './issue-by-switch.ts'
import { noteBySwitch } from './note-by-switch.ts'

/** Nothing is made while another process has the lock. */
async function makeLines(database: Database, id: number): Promise<void> {
  const made = await database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const draft = (await tryToLockLines(tx, id)) ? await findUnprepared(tx, id) : undefined
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
  if (!made) return
  await database.transaction().execute(async (tx) => {
    await lockBilledAccount(tx, EVERYTHING, made.draft.account_id)
    const draft = await findUnprepared(tx, id)
    // Meanwhile it was discarded, or is to be made again with later calls.
    if (draft?.last_entry_id !== made.draft.last_entry_id) return
    await writeLines(tx, draft, made.lines)
  })
}

/** New ones, those that a process left behind, and those whose next try is due. */
export const finishDrafts = (
  context: Pick<JobContext, 'database' | 'clock' | 'stop'>,
): Promise<void> =>
  prepareRows(context, {
    table: 'invoice',
    find: (now_ms, tried) => findWaitingDraft(context.database, now_ms, tried),
    async prepare(draft, now_ms) {
      await makeLines(context.database, draft.id)
      if (!draft.issue_when_ready) return
      await issueBySwitch(context.database, draft, { now_ms, note: noteBySwitch })
    },
  })
