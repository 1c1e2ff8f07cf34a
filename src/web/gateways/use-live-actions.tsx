// Actions on a gateway: lock, unlock, and ping to see whether it is there.
import { IconLock, IconLockOpen, IconWaveSine } from '@tabler/icons-react'
import {
  type Gateway,
  lockGateway,
  pingGateway,
  unlockGateway,
} from '#contract/routing/gateways.ts'
import { callsGoOn } from '../actions/use-status-actions.tsx'
import { alert } from '../alerts/alerts.ts'
import { useChange } from '../http/use-endpoint.ts'
import type { RowAction } from '../ui/grid/column.ts'

export function useLiveActions(): (row: Gateway) => RowAction[] {
  const lock = useChange(lockGateway)
  const unlock = useChange(unlockGateway)
  const ping = useChange(pingGateway)
  return (row) => {
    const params = { id: row.id }
    const isOpen = row.lock_state === 'OPEN'
    const askToLock = async () => {
      const effect =
        'For now: it gets no new calls until you unlock it. Its status, pings and registration ' +
        `stay as they are. ${callsGoOn(row.active_calls)}`
      const question = { title: `Lock ${row.name}?`, yes: 'Lock', no: 'Cancel', dangerous: true }
      if (!(await alert.confirm(effect, question))) return
      lock.mutate({ params }, { onSuccess: () => alert.success(`${row.name} is locked.`) })
    }
    const open = () =>
      unlock.mutate({ params }, { onSuccess: () => alert.success(`${row.name} is unlocked.`) })
    return [
      isOpen
        ? { label: 'Lock', icon: <IconLock size={15} />, onClick: () => void askToLock() }
        : { label: 'Unlock', icon: <IconLockOpen size={15} />, onClick: open },
      {
        label: 'Ping now',
        icon: <IconWaveSine size={15} />,
        onClick: () => ping.mutate({ params }),
      },
    ]
  }
}
