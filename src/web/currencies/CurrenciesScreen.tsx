// The list of currencies, with what each is worth in that of the whole switch.
import { useMemo, useState } from 'react'
import { lookupCurrencies } from '#contract/console/lookups.ts'
import { getCurrencyUses } from '#contract/console/uses.ts'
import { type Currency, deleteCurrency, listCurrencies } from '#contract/tariffs/currencies.ts'
import { formatFx } from '#core/money.ts'
import { useRowActions } from '../actions/use-row-actions.tsx'
import * as column from '../columns/common-columns.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { Badge } from '../ui/values/Badge.tsx'
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
  column.countLink(
    'tariffs_count',
    'Tariffs',
    100,
    (row) => ({ to: paths.admin.tariffs.list, filters: { currency: row.code } }),
    { sort: true },
  ),
  column.integer('accounts_count', 'Accounts', 100, { sort: true }),
  column.time('updated_at', 'Changed', 160, { sort: true }),
]

export default function CurrenciesScreen() {
  const list = useListScreen(listCurrencies)
  const [opened, open] = useState<'add' | Currency>()
  const { data: known } = useOne(lookupCurrencies, {})
  const system = known?.find((currency) => currency.is_system)?.code ?? ''
  const columns = useMemo(() => columnsWith(system), [system])

  const rows = useRowActions<Currency>({
    noun: 'currency',
    of: 'currencies',
    add: { label: 'Add currency', to: () => open('add') },
    edit: open,
    remove: {
      endpoint: deleteCurrency,
      uses: getCurrencyUses,
      name: ({ code }) => code,
      params: ({ code }) => ({ code }),
      effect: 'This cannot be undone.',
      unless: ({ is_system }) => is_system,
    },
  })

  return (
    <>
      <ListPage
        name="currencies"
        list={list}
        columns={columns}
        noun={['currency', 'currencies']}
        rowId={(row) => row.code}
        {...rows}
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
