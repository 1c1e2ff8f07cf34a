// The actions on a SIP user: change, block, delete, and renew the password.
import { IconKey } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import {
  deleteSipUser,
  renewSipPassword,
  type SipUser,
  updateSipUser,
} from '#contract/accounts/sip-users.ts'
import { type RowProps, useRowActions } from '../../actions/use-row-actions.tsx'
import { useStatusActions } from '../../actions/use-status-actions.tsx'
import { alert } from '../../alerts/alerts.ts'
import { useChange } from '../../http/use-endpoint.ts'
import { useMakesSecrets } from '../../session/session.ts'
import type { RowAction } from '../../ui/grid/column.ts'
import { SipLoginDialog } from './SipLoginDialog.tsx'
import { AddSipUserDialog, EditSipUserDialog } from './SipUserDialog.tsx'
import type { SipLogin } from './sip-labels.ts'

type Open = 'add' | SipUser | SipLogin

interface SipUserActions {
  readonly open: (what: Open) => void
  /** Without, there are neither new passwords nor new SIP users. */
  readonly makesPasswords: boolean
  /** Properties of the list. */
  readonly rows: RowProps<SipUser>
  /** The dialog that is open, if any. */
  readonly dialog: ReactNode
}

export function useSipUserActions(account_id: number): SipUserActions {
  const [opened, open] = useState<Open>()
  const renew = useRenewedPassword(open)
  const status = useStatusActions(updateSipUser, {
    block: 'Its phones can no longer register or call.',
    activate: 'Its phones can register again.',
  })
  const close = () => open(undefined)
  const makesPasswords = useMakesSecrets()
  const more = (row: SipUser): RowAction[] => [
    ...(makesPasswords
      ? [{ label: 'New password', icon: <IconKey size={15} />, onClick: () => void renew(row) }]
      : []),
    status.action({ ...row, name: row.username }),
  ]
  const rows = useRowActions<SipUser>({
    noun: 'SIP user',
    partOf: 'retail_clients',
    edit: open,
    more,
    remove: {
      endpoint: deleteSipUser,
      name: ({ username }) => username,
      effect: 'Its phones can no longer call. Active calls continue.',
    },
  })
  return {
    open,
    makesPasswords,
    rows,
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

interface OpenDialogProps {
  readonly opened: Open
  readonly account_id: number
  readonly onOpen: (what: Open) => void
  readonly onClose: () => void
}

function OpenDialog({ opened, account_id, onOpen, onClose }: OpenDialogProps) {
  if (opened === 'add') {
    return <AddSipUserDialog account_id={account_id} onClose={onClose} onCreated={onOpen} />
  }
  if ('password' in opened) return <SipLoginDialog login={opened} onClose={onClose} />
  return <EditSipUserDialog user={opened} onClose={onClose} />
}
