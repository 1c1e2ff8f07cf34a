// Shows the portal of an account as the account sees it; absent without permission.
import { IconEye } from '@tabler/icons-react'
import { openPortal } from '#contract/people/on-behalf.ts'
import { alert } from '../alerts/alerts.ts'
import { messageOf } from '../http/api-error.ts'
import { send } from '../http/client.ts'
import { useMay } from '../session/session.ts'
import type { RowAction } from '../ui/grid/column.ts'

interface Account {
  readonly id: number
}

export function useOpenPortal(): ((account: Account) => Promise<void>) | undefined {
  const may = useMay('portal_sessions.execute')
  const open = async ({ id }: Account) => {
    try {
      await send(openPortal, { params: { id } })
      // A load of the whole page, so that nothing of the last area stays.
      location.assign('/')
    } catch (error) {
      alert.error(messageOf(error), { title: 'The portal could not be opened' })
    }
  }
  return may ? open : undefined
}

/** The same as an action of a row; that of a closed account cannot be opened. */
export function useOpenPortalAction(): (
  row: Account & { readonly status: string },
) => readonly RowAction[] {
  const open = useOpenPortal()
  return (row) =>
    open && row.status !== 'closed'
      ? [{ label: 'Open portal', icon: <IconEye size={15} />, onClick: () => void open(row) }]
      : []
}
