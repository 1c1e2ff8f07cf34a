// The actions on a row of the IP list, wherever it is shown.
import { Button } from '@mantine/core'
import { IconClipboardText } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type ClientIp, deleteClientIp } from '#contract/accounts/ip-list.ts'
import { type RowProps, useRowActions } from '../../actions/use-row-actions.tsx'
import { useMay } from '../../session/session.ts'
import { IpDialog } from './IpDialog.tsx'
import { PasteIpsDialog } from './PasteIpsDialog.tsx'

type Open = 'add' | 'paste' | ClientIp

interface IpActions {
  readonly mayEdit: boolean
  readonly open: (what: Open) => void
  /** Properties of the list. */
  readonly rows: RowProps<ClientIp>
  readonly pasteButton: ReactNode
  /** The dialog that is open, if any. */
  readonly dialog: ReactNode
}

/** `account_id` is given where all rows are those of one client. */
export function useIpActions(account_id?: number): IpActions {
  const mayEdit = useMay('wholesale_clients.edit')
  const [opened, open] = useState<Open>()
  const close = () => open(undefined)

  const rows = useRowActions<ClientIp>({
    noun: 'address',
    partOf: 'wholesale_clients',
    add: { label: 'Add address', to: () => open('add') },
    edit: open,
    remove: {
      endpoint: deleteClientIp,
      name: ({ ip }) => ip,
      effect: ({ client_name }) =>
        `${client_name} can no longer call from it. Active calls continue.`,
    },
  })
  return {
    mayEdit,
    open,
    rows,
    pasteButton: (
      <Button
        variant="default"
        leftSection={<IconClipboardText size={15} />}
        onClick={() => open('paste')}
      >
        Paste many
      </Button>
    ),
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
