// A batch of one database: the real plan over locked rows, written, and followed by the oracle.
import type { BatchChanges } from '#core/billing/call-batch-rows.ts'
import { planBatch } from '#core/billing/plan-batch.ts'
import { rowsToLock } from '#core/billing/rows-to-lock.ts'
import type { Commit, Environment } from './environment.ts'
import type { Oracle } from './oracle.ts'
import type { Store } from './store.ts'

export const makeCommit =
  (
    environment: Environment,
    { store, oracle }: { readonly store: Store; readonly oracle: Oracle },
    onWritten: (changes: BatchChanges) => void = () => {},
  ): Commit =>
  (operations) => {
    const today = environment.today()
    const rows = rowsToLock(operations)
    const locked = { ...store.lock(rows), now_ms: environment.clockwork.now }
    const planned = planBatch(operations, locked, today)
    const { outcomes } = planned
    const changes = environment.tamper(planned.changes)
    store.write(changes)
    onWritten(changes)
    environment.committed += operations.length
    const closed = oracle.follow(operations, outcomes, changes, today)
    const parents = operations.flatMap((one) =>
      one.kind === 'refuse' ? [] : one.call.payers.map(({ parent_id }) => parent_id),
    )
    oracle.compare(store, new Set([...rows.account_ids, ...parents]))
    for (const call of closed) environment.onClosed(call)
    return outcomes
  }
