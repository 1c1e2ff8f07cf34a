// The list of settlement accounts: the carriers, and what we owe each of them.
import { IconCoins, IconRouter, IconScale } from '@tabler/icons-react'
import {
  deleteSettlement,
  listSettlements,
  type Settlement,
  updateSettlement,
} from '#contract/accounts/settlements.ts'
import { getSettlementUses } from '#contract/console/uses.ts'
import { useOpenPortalAction } from '../actions/use-open-portal.tsx'
import { useResetPortalFactor } from '../actions/use-reset-factor.tsx'
import { usePageAction, useRowActions } from '../actions/use-row-actions.tsx'
import { accountEffects, useStatusActions } from '../actions/use-status-actions.tsx'
import { BILLING, CALLS, CPS, PROFILE, STATUS } from '../columns/account-columns.tsx'
import * as column from '../columns/common-columns.tsx'
import { ACCOUNT_STATUSES, BILLING_TYPES } from '../fields/account-labels.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths, withSearch } from '../navigation/paths.ts'
import { usePayment } from '../payments/use-payment.tsx'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { TariffPicker } from '../pickers/pickers.tsx'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { Amount } from '../ui/values/Amount.tsx'
import { formatDecimal } from '../ui/values/format.ts'
import { Debt } from './Debt.tsx'
import { Netting } from './Netting.tsx'
import { useNetting } from './use-netting.tsx'

const COLUMNS: readonly GridColumn<Settlement>[] = [
  column.name(200, paths.admin.settlements.edit),
  STATUS,
  column.link('tariff_name', 'Tariff', 150, (row) => paths.admin.tariffRates(row.tariff_id).list),
  BILLING,
  {
    id: 'balance',
    header: 'Balance',
    width: 180,
    align: 'end',
    sort: 'balance',
    cell: (row) => <Debt value={row.balance} currency={row.currency} />,
  },
  {
    id: 'max_debt',
    header: 'Max debt',
    width: 130,
    align: 'end',
    cell: (row) =>
      row.max_debt === null ? (
        <span className="muted">no limit</span>
      ) : (
        <Amount value={row.max_debt} currency={row.currency} />
      ),
  },
  {
    id: 'netting',
    fields: ['balance', 'client_balance'],
    header: 'Net balance',
    width: 180,
    align: 'end',
    cell: (row) => <Netting account={row} />,
    hidden: true,
  },
  {
    id: 'minutes_this_month',
    header: 'Minutes this month',
    width: 160,
    align: 'end',
    cell: ({ minutes_this_month, monthly_minutes_cap }) =>
      monthly_minutes_cap === null
        ? formatDecimal(minutes_this_month)
        : `${formatDecimal(minutes_this_month)} / ${formatDecimal(monthly_minutes_cap)}`,
    hidden: true,
  },
  column.countLink(
    'gateways_count',
    'Gateways',
    100,
    (row) => ({ to: paths.admin.gateways.list, filters: { settlement_id: row.id } }),
    { sort: true },
  ),
  CALLS,
  CPS,
  ...PROFILE,
  column.created,
]

const REFUSED = 'Its gateways get no new calls; route plans use other gateways.'

const netAction = (onClick: (() => void) | undefined) =>
  onClick ? [{ label: 'Net balances', icon: <IconScale size={15} />, onClick }] : []

export default function SettlementsScreen() {
  const list = useListScreen(listSettlements, { every_ms: 10_000 })
  const pageAction = usePageAction()
  const mayEdit = useMay('settlements.edit')
  const { pay, dialog } = usePayment('PAYMENT_MADE')
  const { netting, dialog: nettingDialog } = useNetting()
  const portalAction = useOpenPortalAction()
  const resetFactor = useResetPortalFactor()
  const { settlements, gateways } = paths.admin
  const status = useStatusActions(updateSettlement, accountEffects(REFUSED))
  const rows = useRowActions<Settlement>({
    noun: 'settlement account',
    of: 'settlements',
    pages: settlements,
    always: (row) => [
      ...pageAction(
        'Gateways',
        <IconRouter size={15} />,
        withSearch(gateways.list, { settlement_id: row.id }),
      ),
      ...portalAction(row),
      ...(pay ? [{ label: 'Pay', icon: <IconCoins size={15} />, onClick: () => pay(row) }] : []),
      ...netAction(netting(row)),
      ...(mayEdit ? [status.action(row)] : []),
      ...resetFactor(row),
    ],
    remove: {
      endpoint: deleteSettlement,
      uses: getSettlementUses,
      effect:
        'Its portal login is deleted too; call records and payments are kept. ' +
        'This cannot be undone.',
      block: status.block,
    },
  })

  return (
    <>
      <ListPage
        title="Settlements"
        name="settlements"
        list={list}
        columns={COLUMNS}
        noun={['settlement account', 'settlement accounts']}
        {...rows}
        empty="No settlement accounts yet. A settlement account is a carrier with its buy tariff
          and balance."
        filters={
          <>
            <TextFilter label="Search by name" search {...list.bind('q')} />
            <SelectFilter label="Status" choices={ACCOUNT_STATUSES} {...list.bind('status')} />
            <TariffPicker kind="BUY" {...asFilter('Tariff', list.bind('tariff_id'))} />
            <SelectFilter label="Billing" choices={BILLING_TYPES} {...list.bind('billing_type')} />
          </>
        }
      />
      {dialog}
      {nettingDialog}
    </>
  )
}
