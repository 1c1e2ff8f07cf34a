// Looks for periods that have ended.
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '#core/time/clock.ts'
import type { Database } from '#db/database.ts'
import type { WorkWatch } from '#db/machine/failing-work.ts'
import { draftDueInvoices } from './draft-due-invoices.ts'
import { bySwitch } from './issue-by-itself.ts'

const LOOK_EVERY_MS = 5 * 60_000

interface BillingCycles {
  readonly database: Database
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  readonly watch: WorkWatch
}

/** Answers a function that ends it. */
export function runBillingCycles(
  clock: Clock,
  { database, log, watch }: BillingCycles,
): () => Promise<void> {
  const stop = new AbortController()
  let working: Promise<void> | undefined
  const look = () => {
    const draft = () => draftDueInvoices(database, bySwitch(clock.now_ms(), stop.signal))
    working ??= watch
      .run('billing cycles', draft)
      .then((drafted) => {
        for (const { account_id, error } of drafted?.failed ?? []) {
          log.warn({ account_id, error: String(error) }, 'no draft of this account')
        }
      })
      .catch((error: unknown) => {
        if (!stop.signal.aborted) log.warn({ error: String(error) }, 'trouble with a billing cycle')
      })
      .finally(() => {
        working = undefined
      })
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  look()
  return async () => {
    stop.abort()
    clearInterval(timer)
    await working
  }
}
