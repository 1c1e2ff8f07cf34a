// Blocking and activating things from their list.
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import type { Endpoint } from '#contract/endpoint.ts'
import { activating, blocking, useSetStatus, type Whole } from '../forms/use-set-status.ts'
import type { RowAction } from '../ui/grid/column.ts'
import { count } from '../ui/values/format.ts'

interface Switchable {
  readonly id: number
  readonly version: number
  readonly name: string
  readonly status: string
}

interface Effects<Row> {
  readonly block: string | ((row: Row) => string)
  /** Absent where the list only blocks what it cannot delete. */
  readonly activate?: string
}

interface StatusActions<Row> {
  /** Undefined for what is not active. */
  readonly block: (row: Row) => (() => void) | undefined
  readonly action: (row: Row) => RowAction
}

/** `whole` is given where the row of a list is not the whole of the thing. */
export function useStatusActions<Row extends Switchable>(
  update: Endpoint,
  effects: Effects<Row>,
  whole?: Whole,
): StatusActions<Row> {
  const setStatus = useSetStatus(update, whole)
  const block = (row: Row) => {
    const effect = typeof effects.block === 'string' ? effects.block : effects.block(row)
    if (row.status !== 'active') return undefined
    return () => void setStatus(row, blocking(row.name, effect))
  }
  const action = (row: Row): RowAction => {
    const onClick = block(row)
    if (onClick) return { label: 'Block', icon: <IconLock size={15} />, onClick }
    return {
      label: 'Activate',
      icon: <IconLockOpen size={15} />,
      onClick: () => void setStatus(row, activating(row.name, effects.activate ?? '')),
    }
  }
  return { block, action }
}

/**
 * The effects for an account: `refused` is a sentence with what it does not get while it is not
 * active; `running` says what happens to its active calls.
 */
export const accountEffects = (
  refused: string,
  running: (active_calls: number) => string = callsGoOn,
): Effects<Switchable & { readonly active_calls: number }> => ({
  block: (row) => `${refused} Its portal login is signed out. ${running(row.active_calls)}`,
  activate: 'New calls are accepted again and its portal login works.',
})

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
