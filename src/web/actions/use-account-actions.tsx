// Blocking and activating an account from its list.
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Account } from '../fields/account-labels.ts'
import { useSetStatus } from '../forms/use-set-status.ts'
import { count } from '../ui/format.ts'
import type { RowAction } from '../ui/grid/column.ts'

/**
 * `refused` is what an account that is not active does not get, as a sentence; `running` says what
 * happens to its active calls.
 */
export function useStatusActions<E extends Endpoint, S extends z.ZodObject>(
  update: E,
  schema: S,
  refused: string,
  running: (active_calls: number) => string = callsGoOn,
): (row: Account) => RowAction {
  const setStatus = useSetStatus(update, schema)
  return (row) =>
    row.status === 'active'
      ? {
          label: 'Block',
          icon: <IconLock size={15} />,
          onClick: () =>
            void setStatus(row, {
              status: 'blocked',
              question: `Block ${row.name}?`,
              verb: 'Block',
              effect: `${refused} Its portal login is signed out. ${running(row.active_calls)}`,
              done: 'is blocked',
              dangerous: true,
            }),
        }
      : {
          label: 'Activate',
          icon: <IconLockOpen size={15} />,
          onClick: () =>
            void setStatus(row, {
              status: 'active',
              question: `Activate ${row.name}?`,
              verb: 'Activate',
              effect: 'New calls are accepted again and its portal login works.',
              done: 'is active',
            }),
        }
}

/** Calls of clients and resellers; the settings may let them continue (`hang_up_blocked`). */
export function callsEnd(active_calls: number): string {
  if (active_calls === 0) return 'No active calls.'
  const calls = count(active_calls, 'active call ends', 'active calls end')
  return `${calls} (if enabled in Settings).`
}

export function callsGoOn(active_calls: number): string {
  if (active_calls === 0) return 'No active calls.'
  return `${count(active_calls, 'active call continues', 'active calls continue')}.`
}
