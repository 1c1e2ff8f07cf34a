// The list of tariffs. It is the model of every list screen: columns, filters, actions, deletion.
import { IconCopy, IconLink, IconList, IconPercentage } from '@tabler/icons-react'
import { getTariffUses } from '#contract/console/uses.ts'
import { deleteTariff, listTariffs, type Tariff, updateTariff } from '#contract/tariffs/tariffs.ts'
import { formatPercent } from '#core/money.ts'
import { useOpen, useRowActions } from '../actions/use-row-actions.tsx'
import { useStatusActions } from '../actions/use-status-actions.tsx'
import * as column from '../columns/common-columns.tsx'
import { STATUSES } from '../fields/statuses.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { CurrencyFilter } from '../pickers/CurrencyFilter.tsx'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { Badge } from '../ui/values/Badge.tsx'
import { count, NONE } from '../ui/values/format.ts'
import { MarkupState } from './markups/MarkupNote.tsx'
import { tariffKindLabel } from './tariff-labels.ts'
import { useTariffKinds } from './use-tariff-kinds.ts'

const COLUMNS: readonly GridColumn<Tariff>[] = [
  column.name(220, paths.admin.tariffs.edit),
  {
    id: 'kind',
    header: 'Kind',
    width: 120,
    sort: 'kind',
    cell: (row) => <Badge>{tariffKindLabel(row.kind)}</Badge>,
  },
  {
    id: 'currency',
    header: 'Currency',
    width: 90,
    sort: 'currency',
    cell: (row) => row.currency,
  },
  column.status(110),
  column.countLink(
    'rates_count',
    'Rates',
    100,
    (row) => ({ to: paths.admin.tariffRates(row.id).list, filters: {} }),
    { sort: true },
  ),
  {
    id: 'markup_state',
    header: 'Follows',
    width: 120,
    cell: (row) => (row.markup_state === null ? NONE : <MarkupState state={row.markup_state} />),
  },
  column.integer('used_by_count', 'Used by', 100, { sort: true }),
  {
    id: 'increments',
    fields: ['first_increment', 'next_increment'],
    header: 'Increments',
    width: 110,
    align: 'end',
    cell: (row) => `${row.first_increment}/${row.next_increment} s`,
  },
  column.money('connect_fee', 'Connect fee', 110),
  {
    id: 'loss_protection',
    header: 'Loss protection',
    width: 120,
    cell: (row) => lossLabel(row),
    hidden: true,
  },
  { ...column.created, hidden: false },
]

function lossLabel({ loss_protection, max_loss_percent }: Tariff): string {
  if (!loss_protection) return 'No'
  return !max_loss_percent ? 'Yes' : `Up to ${formatPercent(max_loss_percent)} %`
}

function effectOf({ rates_count }: Tariff): string {
  const rates = rates_count > 0 ? `Deletes ${count(rates_count, 'rate', 'rates')} too. ` : ''
  return `${rates}This cannot be undone.`
}

export default function TariffsScreen() {
  const kinds = useTariffKinds()
  const list = useListScreen(listTariffs)
  const { tariffs, tariffRates } = paths.admin
  const open = useOpen((id) => tariffRates(id).list)
  const toMarkup = useOpen(tariffs.markup)
  const toCopy = useOpen(tariffs.copy)
  const toFollow = useOpen(tariffs.follow)
  const mayCreate = useMay('tariffs.create')
  const { block } = useStatusActions(updateTariff, {
    block: 'No new calls for its clients and resellers; its gateways are skipped.',
  })
  const rows = useRowActions<Tariff>({
    noun: 'tariff',
    of: 'tariffs',
    pages: tariffs,
    open,
    isReadOnly: ({ is_own }) => !is_own,
    first: (row) => [{ label: 'Rates', icon: <IconList size={15} />, onClick: () => open(row) }],
    always: (row) => [
      ...(mayCreate
        ? [
            {
              label: 'Copy with markup',
              icon: <IconCopy size={15} />,
              onClick: () => toCopy(row),
            },
          ]
        : []),
    ],
    more: (row) => [
      ...(row.markup_state
        ? [
            {
              label: 'Markup',
              icon: <IconPercentage size={15} />,
              onClick: () => toMarkup(row),
            },
          ]
        : []),
      {
        label: 'Follow another tariff',
        icon: <IconLink size={15} />,
        onClick: () => toFollow(row),
      },
    ],
    remove: {
      endpoint: deleteTariff,
      uses: getTariffUses,
      effect: effectOf,
      block,
    },
  })

  return (
    <ListPage
      name="tariffs"
      list={list}
      columns={COLUMNS}
      noun={['tariff', 'tariffs']}
      {...rows}
      empty="No tariffs yet. A tariff is a list of sell or buy rates."
      filters={
        <>
          <TextFilter label="Search by name" search {...list.bind('q')} />
          <SelectFilter label="Kind" choices={kinds} {...list.bind('kind')} />
          <CurrencyFilter {...list.bind('currency')} />
          <SelectFilter label="Status" choices={STATUSES} {...list.bind('status')} />
        </>
      }
    />
  )
}
