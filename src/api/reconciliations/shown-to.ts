import type { FoundReconciliation } from '#db/reconciliations/reconciliations.ts'
import type { Caller } from '../http/caller.ts'

/** The first rows of a file have numbers in any of their cells, which cannot be masked. */
export const shownTo = ({ rights }: Caller, one: FoundReconciliation): FoundReconciliation =>
  rights.masked_digits > 0 ? { ...one, head: [] } : one
