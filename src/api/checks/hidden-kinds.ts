import type { Caller } from '../http/caller.ts'
import { badField } from '../http/problem.ts'

/** Refuses tariffs with prices that the user does not see. */
export function refuseHiddenKind({ scope }: Caller, kind: 'SELL' | 'BUY' | 'RESELLER_COST'): void {
  if (scope.hidden_tariffs?.includes(kind)) {
    throw badField('kind', 'Prices of this kind are hidden from you.')
  }
}
