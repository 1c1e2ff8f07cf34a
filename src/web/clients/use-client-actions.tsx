// The actions on a client of either kind in its list.
import { IconCoins, IconFileText, IconPhone, IconRoute } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { deleteRetailClient, updateRetailClient } from '#contract/accounts/retail-clients.ts'
import type {
  deleteWholesaleClient,
  updateWholesaleClient,
} from '#contract/accounts/wholesale-clients.ts'
import type { getRetailClientUses, getWholesaleClientUses } from '#contract/console/uses.ts'
import { useOpenPortalAction } from '../actions/use-open-portal.tsx'
import { useResetPortalFactor } from '../actions/use-reset-factor.tsx'
import { type RowProps, usePageAction, useRowActions } from '../actions/use-row-actions.tsx'
import { accountEffects, callsEnd, useStatusActions } from '../actions/use-status-actions.tsx'
import { useStopAction } from '../actions/use-stop-calls.tsx'
import { paths, withSearch } from '../navigation/paths.ts'
import { usePayment } from '../payments/use-payment.tsx'
import { useMay } from '../session/session.ts'
import type { RowAction } from '../ui/grid/column.ts'
import type { Client } from './client-labels.ts'

const REFUSED = 'New calls are refused.'
export const BULK_EDIT = {
  inputs: async () => (await import('./bulk-client-inputs.tsx')).CLIENT_INPUTS,
  block: `${REFUSED} Their portal logins are signed out. Active calls end, if enabled in Settings.`,
  activate: 'New calls are accepted again and their portal logins work.',
} as const
export const BULK_REMOVE =
  'Their portal logins are deleted too; call records and payments are kept. ' +
  'Clients with a balance or active calls stay.'

interface ClientKind {
  readonly of: 'wholesale_clients' | 'retail_clients'
  readonly update: typeof updateWholesaleClient | typeof updateRetailClient
  readonly remove: typeof deleteWholesaleClient | typeof deleteRetailClient
  readonly uses: typeof getWholesaleClientUses | typeof getRetailClientUses
  readonly paths: { readonly add: string; readonly edit: (id: number) => string }
  readonly callRecords: string
  /** The things that are deleted with a client, such as its addresses. */
  readonly deletedWith: string
  /** The actions that only clients of this kind have. */
  readonly extraActions: (row: Client) => readonly RowAction[]
}

interface ClientActions {
  /** Properties of the list. */
  readonly rows: RowProps<Client>
  /** The dialog that is open, if any. */
  readonly dialog: ReactNode
}

export function useClientActions(kind: ClientKind): ClientActions {
  const pageAction = usePageAction()
  const mayEdit = useMay(`${kind.of}.edit`)
  const { pay, dialog } = usePayment('RECHARGE')
  const failoverAction = useStopAction()
  const portalAction = useOpenPortalAction()
  const resetFactor = useResetPortalFactor()
  const status = useStatusActions(kind.update, accountEffects(REFUSED, callsEnd))
  const always = (row: Client): RowAction[] => [
    ...kind.extraActions(row),
    ...portalAction(row),
    ...pageAction(
      'Call records',
      <IconPhone size={15} />,
      withSearch(kind.callRecords, { account_id: row.id }),
    ),
    ...pageAction(
      'Test a call',
      <IconRoute size={15} />,
      withSearch(paths.admin.routeTester, { client_id: row.id }),
    ),
    ...pageAction(
      'Personal data',
      <IconFileText size={15} />,
      withSearch(paths.admin.personalData, { account_id: row.id }),
    ),
    ...(pay ? [{ label: 'Recharge', icon: <IconCoins size={15} />, onClick: () => pay(row) }] : []),
    ...(mayEdit ? [status.action(row)] : []),
    ...resetFactor(row),
    ...failoverAction(row),
  ]
  const rows = useRowActions<Client>({
    noun: 'client',
    of: kind.of,
    pages: kind.paths,
    always,
    remove: {
      endpoint: kind.remove,
      uses: kind.uses,
      effect:
        `Its ${kind.deletedWith} and portal login are deleted too; call records and payments ` +
        'are kept. This cannot be undone.',
      block: status.block,
    },
  })
  return { rows, dialog }
}
