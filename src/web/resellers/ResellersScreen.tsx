// The resellers of one level, with their money, their children and what they do now.
import { IconCoins, IconHierarchy, IconUserPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import {
  deleteReseller,
  listResellers,
  type Reseller,
  updateReseller,
} from '#contract/accounts/resellers.ts'
import { getResellerUses } from '#contract/console/uses.ts'
import { RESELLER_LEVELS } from '#core/account/reseller.ts'
import { useOpenPortalAction } from '../actions/use-open-portal.tsx'
import { useResetPortalFactor } from '../actions/use-reset-factor.tsx'
import { useRowActions } from '../actions/use-row-actions.tsx'
import { accountEffects, callsEnd, useStatusActions } from '../actions/use-status-actions.tsx'
import { useStopAction } from '../actions/use-stop-calls.tsx'
import { ACCOUNT_STATUSES, BILLING_TYPES } from '../fields/account-labels.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths, withSearch } from '../navigation/paths.ts'
import { usePayment } from '../payments/use-payment.tsx'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { ResellerPicker, TariffPicker } from '../pickers/pickers.tsx'
import { useMay, useSees } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { columnsOf } from './reseller-columns.tsx'

const REFUSED = 'New calls of all clients under it are refused.'

export default function ResellersScreen({ level }: { level: number }) {
  const list = useListScreen(listResellers, { fixed: { level }, every_ms: 10_000 })
  const navigate = useNavigate()
  const mayAdd = useMay('resellers.create')
  const mayEdit = useMay('resellers.edit')
  // A reseller has only those right below it.
  const seesAllLevels = useSees('operations')
  const { pay, dialog } = usePayment('RECHARGE')
  const failoverAction = useStopAction()
  const portalAction = useOpenPortalAction()
  const resetFactor = useResetPortalFactor()
  const status = useStatusActions(updateReseller, accountEffects(REFUSED, callsEnd))
  const { resellers } = paths.admin
  const { add, edit, tree } = resellers(level)
  const rows = useRowActions<Reseller>({
    noun: 'reseller',
    of: 'resellers',
    pages: { add, edit },
    always: (row) => [
      {
        label: 'Children',
        icon: <IconHierarchy size={15} />,
        onClick: () => void navigate({ to: tree(row.id) }),
      },
      ...portalAction(row),
      ...(pay
        ? [{ label: 'Recharge', icon: <IconCoins size={15} />, onClick: () => pay(row) }]
        : []),
      ...(mayAdd && seesAllLevels && level < RESELLER_LEVELS && row.allow_create_subreseller
        ? [
            {
              label: 'Add reseller under it',
              icon: <IconUserPlus size={15} />,
              onClick: () =>
                void navigate({
                  href: withSearch(resellers(level + 1).add, { parent_id: row.id }),
                }),
            },
          ]
        : []),
      ...(mayEdit ? [status.action(row)] : []),
      ...resetFactor(row),
      ...failoverAction(row),
    ],
    remove: {
      endpoint: deleteReseller,
      uses: getResellerUses,
      effect: 'Its portal login is deleted too; payments are kept. This cannot be undone.',
      block: status.block,
    },
  })

  return (
    <>
      <ListPage
        key={level}
        title={`Level ${level} resellers`}
        name="resellers"
        list={list}
        columns={columnsOf(level, seesAllLevels)}
        noun={['reseller', 'resellers']}
        {...rows}
        empty={`No level ${level} resellers yet.`}
        filters={
          <>
            <TextFilter label="Search by name" search {...list.bind('q')} />
            {seesAllLevels && level > 1 && (
              <ResellerPicker level={level - 1} {...asFilter('Under', list.bind('parent_id'))} />
            )}
            <SelectFilter label="Status" choices={ACCOUNT_STATUSES} {...list.bind('status')} />
            <TariffPicker kind="RESELLER_COST" {...asFilter('Tariff', list.bind('tariff_id'))} />
            <SelectFilter label="Billing" choices={BILLING_TYPES} {...list.bind('billing_type')} />
          </>
        }
      />
      {dialog}
    </>
  )
}
