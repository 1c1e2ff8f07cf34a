// The list of settlement accounts: the carriers, and what we owe each of them.
import { IconCoins, IconPencil, IconRouter, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  deleteSettlement,
  listSettlements,
  type Settlement,
  settlementForm,
  updateSettlement,
} from '#contract/settlements.ts'
import { getSettlementUses } from '#contract/uses.ts'
import { useStatusActions } from '../actions/use-account-actions.tsx'
import { BILLING, CALLS, CPS, CREATED, PROFILE, STATUS } from '../columns/account-columns.tsx'
import { ACCOUNT_STATUSES, BILLING_TYPES } from '../fields/account-labels.ts'
import { useDelete } from '../forms/use-delete.tsx'
import { ListLink } from '../lists/ListLink.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths, withSearch } from '../navigation/paths.ts'
import { usePayment } from '../payments/use-payment.tsx'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { TariffPicker } from '../pickers/TariffPicker.tsx'
import { useMay } from '../session/session.ts'
import { Amount } from '../ui/Amount.tsx'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { formatDecimal } from '../ui/format.ts'
import type { GridColumn, RowAction } from '../ui/grid/column.ts'
import { Debt } from './Debt.tsx'
import { Netting } from './Netting.tsx'

const COLUMNS: readonly GridColumn<Settlement>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 200,
    sort: 'name',
    name: (row) => row.name,
    cell: (row, name) => <Link to={paths.admin.settlements.edit(row.id)}>{name}</Link>,
  },
  STATUS,
  {
    id: 'tariff_name',
    header: 'Tariff',
    width: 150,
    name: (row) => row.tariff_name,
    cell: (row, name) => <Link to={paths.admin.tariffRates(row.tariff_id).list}>{name}</Link>,
  },
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
  {
    id: 'gateways_count',
    header: 'Gateways',
    width: 100,
    align: 'end',
    sort: 'gateways_count',
    cell: (row) => (
      <ListLink to={paths.admin.gateways.list} filters={{ settlement_id: row.id }}>
        {formatDecimal(row.gateways_count)}
      </ListLink>
    ),
  },
  CALLS,
  CPS,
  ...PROFILE,
  CREATED,
]

const REFUSED = 'Its gateways get no new calls; route plans use other gateways.'

export default function SettlementsScreen() {
  const list = useListScreen(listSettlements, { every_ms: 10_000 })
  const navigate = useNavigate()
  const mayEdit = useMay('settlements.edit')
  const remove = useDelete(deleteSettlement, 'settlement account', { uses: getSettlementUses })
  const { pay, dialog } = usePayment('PAYMENT_MADE')
  const statusAction = useStatusActions(updateSettlement, settlementForm, REFUSED)
  const { settlements, gateways } = paths.admin

  const edit = (row: Settlement) => void navigate({ to: settlements.edit(row.id) })
  const actionsOf = (row: Settlement): RowAction[] => [
    ...(mayEdit
      ? [{ label: 'Edit', icon: <IconPencil size={15} />, onClick: () => edit(row) }]
      : []),
    {
      label: 'Gateways',
      icon: <IconRouter size={15} />,
      onClick: () => void navigate({ href: withSearch(gateways.list, { settlement_id: row.id }) }),
    },
    ...(pay ? [{ label: 'Pay', icon: <IconCoins size={15} />, onClick: () => pay(row) }] : []),
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
                  'Its portal login is deleted too; call records and payments are kept. ' +
                  'This cannot be undone.',
                block: row.status === 'active' ? statusAction(row).onClick : undefined,
              }),
          },
        ]
      : []),
  ]

  return (
    <>
      <ListPage
        title="Settlements"
        name="settlements"
        list={list}
        columns={COLUMNS}
        noun={['settlement account', 'settlement accounts']}
        rowId={(row) => String(row.id)}
        add={mayEdit ? { label: 'Add settlement account', to: settlements.add } : undefined}
        {...(mayEdit ? { onOpen: edit } : {})}
        actions={actionsOf}
        empty="No settlement accounts yet. A settlement account is a carrier with its buy tariff
          and balance."
        filters={
          <>
            <TextFilter label="Search by name" search {...list.bind('q')} />
            <SelectFilter label="Status" choices={ACCOUNT_STATUSES} {...list.bind('status')} />
            <TariffPicker
              aria-label="Tariff"
              placeholder="Tariff"
              kind="BUY"
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
