// The list of wholesale clients, with their money and what they are doing now.
import { IconCoins, IconNetwork, IconPencil, IconPhone, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import {
  deleteWholesaleClient,
  listWholesaleClients,
  updateWholesaleClient,
  type WholesaleClient,
  wholesaleClientForm,
} from '#contract/wholesale-clients.ts'
import { ACCOUNT_STATUSES, BILLING_TYPES } from '../accounts/account-words.ts'
import { useStatusActions } from '../accounts/use-account-actions.tsx'
import { usePayment } from '../accounts/use-payment.tsx'
import { paths, withSearch } from '../areas/paths.ts'
import { useDelete } from '../forms/use-delete.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { ResellerPicker } from '../pickers/ResellerPicker.tsx'
import { RoutePlanPicker } from '../pickers/RoutePlanPicker.tsx'
import { TariffPicker } from '../pickers/TariffPicker.tsx'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { RowAction } from '../ui/grid/column.ts'
import { COLUMNS } from './wholesale-client-columns.tsx'

const REFUSED = 'Its new calls are refused.'

export default function WholesaleClientsScreen() {
  const list = useListScreen(listWholesaleClients, { every_ms: 10_000 })
  const navigate = useNavigate()
  const mayEdit = useMay('wholesale_clients.edit')
  const remove = useDelete(deleteWholesaleClient, 'client')
  const { pay, dialog } = usePayment('RECHARGE')
  const statusAction = useStatusActions(updateWholesaleClient, wholesaleClientForm, REFUSED)
  const { wholesaleClients, ipList, callRecords } = paths.admin

  const edit = (row: WholesaleClient) => void navigate({ to: wholesaleClients.edit(row.id) })
  const actionsOf = (row: WholesaleClient): RowAction[] => [
    ...(mayEdit
      ? [{ label: 'Edit', icon: <IconPencil size={15} />, onClick: () => edit(row) }]
      : []),
    {
      label: 'IP list',
      icon: <IconNetwork size={15} />,
      onClick: () => void navigate({ href: withSearch(ipList, { account_id: row.id }) }),
    },
    {
      label: 'Call records',
      icon: <IconPhone size={15} />,
      onClick: () =>
        void navigate({ href: withSearch(callRecords('wholesale'), { account_id: row.id }) }),
    },
    ...(pay ? [{ label: 'Recharge', icon: <IconCoins size={15} />, onClick: () => pay(row) }] : []),
    ...(mayEdit
      ? [
          statusAction(row),
          {
            label: 'Delete',
            icon: <IconTrash size={15} />,
            danger: true,
            onClick: () =>
              void remove(row, {
                effect:
                  'Its addresses and its portal login go with it; its call records and payments ' +
                  'stay. This cannot be undone.',
              }),
          },
        ]
      : []),
  ]

  return (
    <>
      <ListPage
        title="Wholesale Clients"
        name="wholesale-clients"
        list={list}
        columns={COLUMNS}
        rowId={(row) => String(row.id)}
        add={mayEdit ? { label: 'Add client', to: wholesaleClients.add } : undefined}
        {...(mayEdit ? { onOpen: edit } : {})}
        actions={actionsOf}
        empty="There are no wholesale clients yet: who calls from known addresses, and pays."
        filters={
          <>
            <TextFilter label="Search by name" search {...list.bind('q')} />
            <SelectFilter label="Status" choices={ACCOUNT_STATUSES} {...list.bind('status')} />
            <ResellerPicker
              aria-label="Reseller"
              placeholder="Reseller"
              {...asFilter(list.bind('parent_id'))}
            />
            <TariffPicker
              aria-label="Tariff"
              placeholder="Tariff"
              kind="SELL"
              {...asFilter(list.bind('tariff_id'))}
            />
            <RoutePlanPicker
              aria-label="Route plan"
              placeholder="Route plan"
              {...asFilter(list.bind('route_plan_id'))}
            />
            <SelectFilter label="Billing" choices={BILLING_TYPES} {...list.bind('billing_type')} />
          </>
        }
      />
      {dialog}
    </>
  )
}
