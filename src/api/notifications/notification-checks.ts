// Checks that handlers of notifications share.
import { seesMessages } from '#db/notifications/notification-scope.ts'
import type { Caller } from '../http/caller.ts'
import { badField, Problem } from '../http/problem.ts'

/** Events have amounts of all accounts: who may not see them may not send them either. */
export function checkSeesMessages({ scope }: Caller): void {
  if (!seesMessages(scope)) throw new Problem('not-allowed')
}

/** Each is there, is the owner's, and is there once. */
export async function checkIds(
  field: string,
  ids: readonly number[],
  count: (ids: readonly number[]) => Promise<number>,
): Promise<void> {
  const different = new Set(ids)
  if (different.size !== ids.length) throw badField(field, 'One of them is there twice.')
  if ((await count(ids)) !== different.size) throw badField(field, 'One of them does not exist.')
}
