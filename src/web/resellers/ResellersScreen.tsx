// The resellers of one level, with their money, who hangs below them and what they do now.
import { IconCoins, IconHierarchy, IconPencil, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import {
  deleteReseller,
  listResellers,
  type Reseller,
  resellerForm,
  updateReseller,
} from '#contract/resellers.ts'
import { getResellerUses } from '#contract/uses.ts'
import { RESELLER_LEVELS } from '#core/account/reseller.ts'
import { callsEnd, useStatusActions } from '../actions/use-account-actions.tsx'
import { useStopAction } from '../actions/use-stop-calls.tsx'
import { ACCOUNT_STATUSES, BILLING_TYPES } from '../fields/account-labels.ts'
import { useDelete } from '../forms/use-delete.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths, withSearch } from '../navigation/paths.ts'
import { usePayment } from '../payments/use-payment.tsx'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { ResellerPicker } from '../pickers/ResellerPicker.tsx'
import { TariffPicker } from '../pickers/TariffPicker.tsx'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { RowAction } from '../ui/grid/column.ts'
import { columnsOf } from './reseller-columns.tsx'

const REFUSED = 'New calls of all clients under it are refused.'

export default function ResellersScreen({ level }: { level: number }) {
  const list = useListScreen(listResellers, { fixed: { level }, every_ms: 10_000 })
  const navigate = useNavigate()
  const mayEdit = useMay('resellers.edit')
  const remove = useDelete(deleteReseller, 'reseller', { uses: getResellerUses })
  const { pay, dialog } = usePayment('RECHARGE')
  const failoverAction = useStopAction()
  const statusAction = useStatusActions(updateReseller, resellerForm, REFUSED, callsEnd)
  const { resellers } = paths.admin
  const { add, edit, tree } = resellers(level)

  const open = (row: Reseller) => void navigate({ to: edit(row.id) })
  const actionsOf = (row: Reseller): RowAction[] => [
    ...(mayEdit
      ? [{ label: 'Edit', icon: <IconPencil size={15} />, onClick: () => open(row) }]
      : []),
    {
      label: 'Children',
      icon: <IconHierarchy size={15} />,
      onClick: () => void navigate({ to: tree(row.id) }),
    },
    ...(pay ? [{ label: 'Recharge', icon: <IconCoins size={15} />, onClick: () => pay(row) }] : []),
    ...(mayEdit && level < RESELLER_LEVELS && row.allow_create_subreseller
      ? [
          {
            label: `Add reseller under it`,
            icon: <IconUserPlus size={15} />,
            onClick: () =>
              void navigate({ href: withSearch(resellers(level + 1).add, { parent_id: row.id }) }),
          },
        ]
      : []),
    ...(mayEdit ? [statusAction(row)] : []),
    ...failoverAction(row),
    ...(mayEdit
      ? [
          {
            label: 'Delete',
            icon: <IconTrash size={15} />,
            danger: true,
            onClick: () =>
              void remove(row, {
                effect:
                  'Its portal login is deleted too; payments are kept. This cannot be undone.',
                block: row.status === 'active' ? statusAction(row).onClick : undefined,
              }),
          },
        ]
      : []),
  ]

  return (
    <>
      <ListPage
        key={level}
        title={`Level ${level} resellers`}
        name="resellers"
        list={list}
        columns={columnsOf(level)}
        noun={['reseller', 'resellers']}
        rowId={(row) => String(row.id)}
        add={mayEdit ? { label: 'Add reseller', to: add } : undefined}
        {...(mayEdit ? { onOpen: open } : {})}
        actions={actionsOf}
        empty={`No level ${level} resellers yet.`}
        filters={
          <>
            <TextFilter label="Search by name" search {...list.bind('q')} />
            {level > 1 && (
              <ResellerPicker
                aria-label="Under"
                placeholder="Under"
                level={level - 1}
                {...asFilter(list.bind('parent_id'))}
              />
            )}
            <SelectFilter label="Status" choices={ACCOUNT_STATUSES} {...list.bind('status')} />
            <TariffPicker
              aria-label="Tariff"
              placeholder="Tariff"
              kind="RESELLER_COST"
              {...asFilter(list.bind('tariff_id'))}
            />
            <SelectFilter label="Billing" choices={BILLING_TYPES} {...list.bind('billing_type')} />
          </>
        }
      />
      {dialog}
    </>
  )
}
