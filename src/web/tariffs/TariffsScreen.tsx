// The list of tariffs. It is the model of every list screen: columns, filters, actions, deletion.
import { IconList, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  deleteTariff,
  listTariffs,
  type Tariff,
  tariffForm,
  updateTariff,
} from '#contract/tariffs.ts'
import { getTariffUses } from '#contract/uses.ts'
import { formatPercent } from '#core/money.ts'
import { useDelete } from '../forms/use-delete.tsx'
import { blocking, useSetStatus } from '../forms/use-set-status.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { CurrencyFilter } from '../pickers/CurrencyFilter.tsx'
import { useMay } from '../session/session.ts'
import { Amount } from '../ui/Amount.tsx'
import { Badge, StatusDot } from '../ui/Badge.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { count, formatDecimal } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { KINDS, kindLabel, STATUSES } from './tariff-labels.ts'

const COLUMNS: readonly GridColumn<Tariff>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 220,
    sort: 'name',
    name: (row) => row.name,
    cell: (row, name) => <Link to={paths.admin.tariffs.edit(row.id)}>{name}</Link>,
  },
  {
    id: 'kind',
    header: 'Kind',
    width: 120,
    sort: 'kind',
    cell: (row) => <Badge>{kindLabel(row.kind)}</Badge>,
  },
  {
    id: 'currency',
    header: 'Currency',
    width: 90,
    sort: 'currency',
    cell: (row) => row.currency,
  },
  {
    id: 'status',
    header: 'Status',
    width: 110,
    sort: 'status',
    cell: (row) => (
      <StatusDot tone={row.status === 'active' ? 'success' : 'danger'}>
        {row.status === 'active' ? 'Active' : 'Blocked'}
      </StatusDot>
    ),
  },
  {
    id: 'rates_count',
    header: 'Rates',
    width: 100,
    align: 'end',
    sort: 'rates_count',
    cell: (row) => (
      <Link to={paths.admin.tariffRates(row.id).list}>{formatDecimal(row.rates_count)}</Link>
    ),
  },
  {
    id: 'used_by_count',
    header: 'Used by',
    width: 100,
    align: 'end',
    sort: 'used_by_count',
    cell: (row) => formatDecimal(row.used_by_count),
  },
  {
    id: 'increments',
    fields: ['first_increment', 'next_increment'],
    header: 'Increments',
    width: 110,
    align: 'end',
    cell: (row) => `${row.first_increment}/${row.next_increment} s`,
  },
  {
    id: 'connect_fee',
    header: 'Connect fee',
    width: 110,
    align: 'end',
    cell: (row) => <Amount value={row.connect_fee} currency={row.currency} />,
  },
  {
    id: 'loss_protection',
    header: 'Loss protection',
    width: 120,
    cell: (row) => lossLabel(row),
    hidden: true,
  },
  {
    id: 'created_at',
    header: 'Created',
    width: 160,
    sort: 'created_at',
    cell: (row) => <DateTime at={row.created_at} />,
  },
]

function lossLabel({ loss_protection, max_loss_percent }: Tariff): string {
  if (!loss_protection) return 'No'
  return max_loss_percent === 0 ? 'Yes' : `Up to ${formatPercent(max_loss_percent)} %`
}

function effectOf({ rates_count }: Tariff): string {
  const rates = rates_count > 0 ? `Deletes ${count(rates_count, 'rate', 'rates')} too. ` : ''
  return `${rates}This cannot be undone.`
}

export default function TariffsScreen() {
  const list = useListScreen(listTariffs)
  const navigate = useNavigate()
  const mayEdit = useMay('tariffs.edit')
  const remove = useDelete(deleteTariff, 'tariff', { uses: getTariffUses })
  const setStatus = useSetStatus(updateTariff, tariffForm)
  const { tariffs, tariffRates } = paths.admin

  const block = (row: Tariff) =>
    void setStatus(
      row,
      blocking(row.name, 'No new calls for its clients and resellers; its gateways are skipped.'),
    )
  const actionsOf = (row: Tariff) => [
    {
      label: 'Rates',
      icon: <IconList size={15} />,
      onClick: () => void navigate({ to: tariffRates(row.id).list }),
    },
    ...(mayEdit
      ? [
          {
            label: 'Edit',
            icon: <IconPencil size={15} />,
            onClick: () => void navigate({ to: tariffs.edit(row.id) }),
          },
          {
            label: 'Delete',
            icon: <IconTrash size={15} />,
            danger: true,
            onClick: () =>
              void remove(row, {
                effect: effectOf(row),
                block: row.status === 'active' ? () => block(row) : undefined,
              }),
          },
        ]
      : []),
  ]

  return (
    <ListPage
      title="Tariffs"
      name="tariffs"
      list={list}
      columns={COLUMNS}
      noun={['tariff', 'tariffs']}
      rowId={(row) => String(row.id)}
      add={mayEdit ? { label: 'Add tariff', to: tariffs.add } : undefined}
      onOpen={(row) => void navigate({ to: tariffRates(row.id).list })}
      actions={actionsOf}
      empty="No tariffs yet. A tariff is a list of sell or buy rates."
      filters={
        <>
          <TextFilter label="Search by name" search {...list.bind('q')} />
          <SelectFilter label="Kind" choices={KINDS} {...list.bind('kind')} />
          <CurrencyFilter {...list.bind('currency')} />
          <SelectFilter label="Status" choices={STATUSES} {...list.bind('status')} />
        </>
      }
    />
  )
}
