// What can be done with a row of the IP list, wherever it is shown.
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type ClientIp, deleteClientIp } from '#contract/ip-list.ts'
import { useDelete } from '../forms/use-delete.tsx'
import { useMay } from '../session/session.ts'
import type { RowAction } from '../ui/grid/column.ts'
import { IpDialog } from './IpDialog.tsx'
import { PasteIpsDialog } from './PasteIpsDialog.tsx'

type Open = 'add' | 'paste' | ClientIp

interface IpActions {
  readonly mayEdit: boolean
  readonly open: (what: Open) => void
  readonly of: (row: ClientIp) => readonly RowAction[]
  /** The dialog that is open, if any. */
  readonly dialog: ReactNode
}

/** `account_id` is given where all rows are those of one client. */
export function useIpActions(account_id?: number): IpActions {
  const mayEdit = useMay('wholesale_clients.edit')
  const [opened, open] = useState<Open>()
  const remove = useDelete(deleteClientIp, 'address')
  const close = () => open(undefined)

  const actionsOf = (row: ClientIp): readonly RowAction[] => [
    { label: 'Edit', icon: <IconPencil size={15} />, onClick: () => open(row) },
    {
      label: 'Delete',
      icon: <IconTrash size={15} />,
      danger: true,
      onClick: () =>
        void remove(
          { id: row.id, name: row.ip },
          { effect: `${row.client_name} can no longer call from it. Active calls continue.` },
        ),
    },
  ]
  return {
    mayEdit,
    open,
    of: mayEdit ? actionsOf : () => [],
    dialog: opened && <OpenDialog opened={opened} account_id={account_id} onClose={close} />,
  }
}

interface OpenDialogProps {
  readonly opened: Open
  readonly account_id: number | undefined
  readonly onClose: () => void
}

function OpenDialog({ opened, account_id, onClose }: OpenDialogProps) {
  if (opened === 'paste') return <PasteIpsDialog account_id={account_id} onClose={onClose} />
  const row = opened === 'add' ? undefined : opened
  return <IpDialog row={row} account_id={account_id} onClose={onClose} />
}
