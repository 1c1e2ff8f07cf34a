// The list of currencies, with what each is worth in that of the whole switch.
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { type Currency, deleteCurrency, listCurrencies } from '#contract/currencies.ts'
import { lookupCurrencies } from '#contract/lookups.ts'
import { getCurrencyUses } from '#contract/uses.ts'
import { formatFx } from '#core/money.ts'
import { useDelete } from '../forms/use-delete.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { useMay } from '../session/session.ts'
import { Badge } from '../ui/Badge.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { TextFilter } from '../ui/filters.tsx'
import { formatDecimal } from '../ui/format.ts'
import type { GridColumn, RowAction } from '../ui/grid/column.ts'
import { CurrencyDialog } from './CurrencyDialog.tsx'

const columnsWith = (system: string): readonly GridColumn<Currency>[] => [
  {
    id: 'code',
    header: 'Code',
    width: 150,
    sort: 'code',
    cell: (row) => (
      <>
        <span className="mono">{row.code}</span>{' '}
        {row.is_system && <Badge tone="primary">system</Badge>}
      </>
    ),
  },
  { id: 'name', header: 'Name', width: 220, sort: 'name', cell: (row) => row.name },
  {
    id: 'rate',
    header: `Rate in ${system}`,
    width: 160,
    align: 'end',
    sort: 'rate',
    cell: (row) => formatFx(row.rate),
  },
  {
    id: 'tariffs_count',
    header: 'Tariffs',
    width: 100,
    align: 'end',
    sort: 'tariffs_count',
    cell: (row) => (
      <ListLink to={paths.admin.tariffs.list} filters={{ currency: row.code }}>
        {formatDecimal(row.tariffs_count)}
      </ListLink>
    ),
  },
  {
    id: 'accounts_count',
    header: 'Accounts',
    width: 100,
    align: 'end',
    sort: 'accounts_count',
    cell: (row) => formatDecimal(row.accounts_count),
  },
  {
    id: 'updated_at',
    header: 'Changed',
    width: 160,
    sort: 'updated_at',
    cell: (row) => <DateTime at={row.updated_at} />,
  },
]

export default function CurrenciesScreen() {
  const list = useListScreen(listCurrencies)
  const mayEdit = useMay('currencies.edit')
  const remove = useDelete(deleteCurrency, 'currency', { uses: getCurrencyUses })
  const [opened, open] = useState<'add' | Currency>()
  const { data: known } = useOne(lookupCurrencies, {})
  const system = known?.find((currency) => currency.is_system)?.code ?? ''
  const columns = useMemo(() => columnsWith(system), [system])

  const actionsOf = (row: Currency): RowAction[] => [
    { label: 'Edit', icon: <IconPencil size={15} />, onClick: () => open(row) },
    ...(row.is_system
      ? []
      : [
          {
            label: 'Delete',
            icon: <IconTrash size={15} />,
            danger: true,
            onClick: () =>
              void remove(
                { name: row.code },
                { effect: 'This cannot be undone.', params: { code: row.code } },
              ),
          },
        ]),
  ]

  return (
    <>
      <ListPage
        title="Currencies"
        name="currencies"
        list={list}
        columns={columns}
        noun={['currency', 'currencies']}
        rowId={(row) => row.code}
        add={mayEdit ? { label: 'Add currency', to: () => open('add') } : undefined}
        {...(mayEdit ? { onOpen: open, actions: actionsOf } : {})}
        empty="No currencies."
        filters={<TextFilter label="Search" search {...list.bind('q')} />}
      />
      {opened && (
        <CurrencyDialog
          row={opened === 'add' ? undefined : opened}
          system={system}
          onClose={() => open(undefined)}
        />
      )}
    </>
  )
}
