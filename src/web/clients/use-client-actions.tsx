// What can be done with a client of either kind from its list.
import { IconCoins, IconPencil, IconPhone, IconRoute, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { clientForm } from '#contract/client-profile.ts'
import type { deleteRetailClient, updateRetailClient } from '#contract/retail-clients.ts'
import type { getRetailClientUses, getWholesaleClientUses } from '#contract/uses.ts'
import type { deleteWholesaleClient, updateWholesaleClient } from '#contract/wholesale-clients.ts'
import { callsEnd, useStatusActions } from '../actions/use-account-actions.tsx'
import { useStopAction } from '../actions/use-stop-calls.tsx'
import { useDelete } from '../forms/use-delete.tsx'
import { paths, withSearch } from '../navigation/paths.ts'
import { usePayment } from '../payments/use-payment.tsx'
import { useMay } from '../session/session.ts'
import type { RowAction } from '../ui/grid/column.ts'
import type { Client } from './client-labels.ts'

const REFUSED = 'New calls are refused.'

interface ClientKind {
  readonly mayEdit: boolean
  readonly update: typeof updateWholesaleClient | typeof updateRetailClient
  readonly remove: typeof deleteWholesaleClient | typeof deleteRetailClient
  readonly uses: typeof getWholesaleClientUses | typeof getRetailClientUses
  readonly edit: (id: number) => string
  readonly callRecords: string
  /** What goes with a client that is deleted, such as its addresses. */
  readonly belongings: string
}

interface ClientActions {
  readonly open: (row: Client) => void
  readonly of: (row: Client, own: readonly RowAction[]) => readonly RowAction[]
  /** The dialog that is open, if any. */
  readonly dialog: ReactNode
}

/** `own` of a row are the actions that only clients of this kind have. */
export function useClientActions(kind: ClientKind): ClientActions {
  const navigate = useNavigate()
  const remove = useDelete(kind.remove, 'client', { uses: kind.uses })
  const { pay, dialog } = usePayment('RECHARGE')
  const mayTest = useMay('route_tests.execute')
  const failoverAction = useStopAction()
  const statusAction = useStatusActions(kind.update, clientForm, REFUSED, callsEnd)
  const open = (row: Client) => void navigate({ to: kind.edit(row.id) })
  const effect =
    `Its ${kind.belongings} and portal login are deleted too; call records and payments ` +
    'are kept. This cannot be undone.'
  const blockOf = (row: Client) => (row.status === 'active' ? statusAction(row).onClick : undefined)
  return {
    open,
    dialog,
    of: (row, own) => [
      ...(kind.mayEdit
        ? [{ label: 'Edit', icon: <IconPencil size={15} />, onClick: () => open(row) }]
        : []),
      ...own,
      {
        label: 'Call records',
        icon: <IconPhone size={15} />,
        onClick: () =>
          void navigate({ href: withSearch(kind.callRecords, { account_id: row.id }) }),
      },
      ...(mayTest
        ? [
            {
              label: 'Test a call',
              icon: <IconRoute size={15} />,
              onClick: () =>
                void navigate({ href: withSearch(paths.admin.routeTester, { client_id: row.id }) }),
            },
          ]
        : []),
      ...(pay
        ? [{ label: 'Recharge', icon: <IconCoins size={15} />, onClick: () => pay(row) }]
        : []),
      ...(kind.mayEdit ? [statusAction(row)] : []),
      ...failoverAction(row),
      ...(kind.mayEdit
        ? [
            {
              label: 'Delete',
              icon: <IconTrash size={15} />,
              danger: true,
              onClick: () => void remove(row, { effect, block: blockOf(row) }),
            },
          ]
        : []),
    ],
  }
}
