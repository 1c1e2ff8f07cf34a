// What can be done with a SIP user: changed, blocked, deleted, and given a new password.
import { IconKey, IconLock, IconLockOpen, IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import {
  deleteSipUser,
  renewSipPassword,
  type SipUser,
  sipUserForm,
  updateSipUser,
} from '#contract/sip-users.ts'
import { alert } from '../alerts/alerts.ts'
import { useDelete } from '../forms/use-delete.tsx'
import { useSetStatus } from '../forms/use-set-status.ts'
import { useChange } from '../http/use-endpoint.ts'
import { useMay } from '../session/session.ts'
import type { RowAction } from '../ui/grid/column.ts'
import { SipLoginDialog } from './SipLoginDialog.tsx'
import { AddSipUserDialog, EditSipUserDialog } from './SipUserDialog.tsx'
import type { SipLogin } from './sip-labels.ts'

type Open = 'add' | SipUser | SipLogin

interface SipUserActions {
  readonly open: (what: Open) => void
  readonly of: (row: SipUser) => readonly RowAction[]
  /** The dialog that is open, if any. */
  readonly dialog: ReactNode
}

export function useSipUserActions(account_id: number): SipUserActions {
  const mayEdit = useMay('retail_clients.edit')
  const [opened, open] = useState<Open>()
  const remove = useDelete(deleteSipUser, 'SIP user')
  const renew = useRenewedPassword(open)
  const statusAction = useStatusAction()
  const close = () => open(undefined)
  const actionsOf = (row: SipUser): readonly RowAction[] => [
    { label: 'Edit', icon: <IconPencil size={15} />, onClick: () => open(row) },
    { label: 'New password', icon: <IconKey size={15} />, onClick: () => void renew(row) },
    statusAction(row),
    {
      label: 'Delete',
      icon: <IconTrash size={15} />,
      danger: true,
      onClick: () =>
        void remove(
          { id: row.id, name: row.username },
          { effect: 'Its phones can no longer call. Active calls continue.' },
        ),
    },
  ]
  return {
    open,
    of: mayEdit ? actionsOf : () => [],
    dialog: opened && (
      <OpenDialog opened={opened} account_id={account_id} onOpen={open} onClose={close} />
    ),
  }
}

function useRenewedPassword(show: (login: SipLogin) => void) {
  const renew = useChange(renewSipPassword)
  return async ({ id, username }: SipUser): Promise<void> => {
    const sure = await alert.confirm('Its phones need the new password to register.', {
      title: `Generate a new password for ${username}?`,
      yes: 'New password',
      no: 'Keep',
      dangerous: true,
    })
    if (sure) renew.mutate({ params: { id } }, { onSuccess: show })
  }
}

function useStatusAction(): (row: SipUser) => RowAction {
  const setStatus = useSetStatus(updateSipUser, sipUserForm)
  return (row) => {
    const isActive = row.status === 'active'
    const verb = isActive ? 'Block' : 'Activate'
    return {
      label: verb,
      icon: isActive ? <IconLock size={15} /> : <IconLockOpen size={15} />,
      onClick: () =>
        void setStatus(
          { ...row, name: row.username },
          {
            status: isActive ? 'blocked' : 'active',
            question: `${verb} ${row.username}?`,
            verb,
            effect: isActive
              ? 'Its phones can no longer register or call.'
              : 'Its phones can register again.',
            done: isActive ? 'is blocked' : 'is active',
            dangerous: isActive,
          },
        ),
    }
  }
}

interface OpenDialogProps {
  readonly opened: Open
  readonly account_id: number
  readonly onOpen: (what: Open) => void
  readonly onClose: () => void
}

function OpenDialog({ opened, account_id, onOpen, onClose }: OpenDialogProps) {
  if (opened === 'add') {
    return <AddSipUserDialog account_id={account_id} onClose={onClose} onMade={onOpen} />
  }
  if ('password' in opened) return <SipLoginDialog login={opened} onClose={onClose} />
  return <EditSipUserDialog user={opened} onClose={onClose} />
}
