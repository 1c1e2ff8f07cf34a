// All calls together leave the product whole: to a consumer of records, to Homer, in a backup, with
// a machine that joins.
import { maySendCalls } from '#core/permission/whole-calls.ts'
import type { Caller } from '../http/caller.ts'
import { Problem } from '../http/problem.ts'

/** Refuses those from whom a part of any call is hidden. */
export function checkSendsCalls({ scope, rights, permissions, field_rights }: Caller): void {
  const sees_everything = scope.kind === 'everything'
  const { masked_digits } = rights
  if (maySendCalls({ sees_everything, permissions, field_rights, masked_digits })) return
  const message = 'For those who see all calls with their money and whole numbers, and export them.'
  throw new Problem('not-allowed', { message })
}
