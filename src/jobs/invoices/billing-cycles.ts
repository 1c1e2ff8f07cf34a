// The billing cycles: drafts of all periods that have ended (ADR-0029).
import { draftDueInvoices } from '#db/invoices/draft-due-invoices.ts'
import { EVERYTHING } from '#db/scope.ts'
import type { JobContext } from '../job.ts'
import { noteBySwitch } from './note-by-switch.ts'

/** The first failure is thrown when all accounts have been tried. */
export async function runBillingCycles({
  database,
  clock,
  log,
  stop,
}: Pick<JobContext, 'database' | 'clock' | 'log' | 'stop'>): Promise<void> {
  const maker = { scope: EVERYTHING, user_id: null, note: noteBySwitch, stop }
  const { failed } = await draftDueInvoices(database, { ...maker, now_ms: clock.now_ms() })
  for (const { account_id, error } of failed) {
    log.error({ account_id, error: String(error) }, 'no draft of this account')
  }
  if (failed[0]) throw failed[0].error
}
