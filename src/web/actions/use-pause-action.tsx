// Pausing and resuming things from their list.
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { Endpoint } from '#contract/endpoint.ts'
import { pausing, resuming, useSetStatus } from '../forms/use-set-status.ts'
import type { RowAction } from '../ui/grid/column.ts'

interface Pausable {
  readonly id: number
  readonly version: number
  readonly name: string
  readonly status: string
}

interface PauseEffects<Row> {
  readonly pause: string
  readonly resume: string | ((row: Row) => string)
}

export function usePauseAction<Row extends Pausable>(
  update: Endpoint,
  { pause, resume }: PauseEffects<Row>,
): (row: Row) => RowAction {
  const setStatus = useSetStatus(update)
  return (row) => {
    if (row.status === 'active') {
      return {
        label: 'Pause',
        icon: <IconPlayerPause size={15} />,
        onClick: () => void setStatus(row, pausing(row.name, pause)),
      }
    }
    const effect = typeof resume === 'string' ? resume : resume(row)
    return {
      label: 'Resume',
      icon: <IconPlayerPlay size={15} />,
      onClick: () => void setStatus(row, resuming(row.name, effect)),
    }
  }
}
