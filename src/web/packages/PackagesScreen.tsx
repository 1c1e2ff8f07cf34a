// The list of packages that clients can have.

import { getPackageUses } from '#contract/console/uses.ts'
import {
  deletePackage,
  listPackages,
  type Package,
  updatePackage,
} from '#contract/packages/packages.ts'
import { useRowActions } from '../actions/use-row-actions.tsx'
import { useStatusActions } from '../actions/use-status-actions.tsx'
import * as column from '../columns/common-columns.tsx'
import { STATUSES } from '../fields/statuses.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { CurrencyFilter } from '../pickers/CurrencyFilter.tsx'
import { PrefixNames } from '../pickers/PrefixNames.tsx'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { formatAmount } from '../ui/values/format.ts'
import { PACKAGE_CYCLES } from './package-labels.ts'

const COLUMNS: readonly GridColumn<Package>[] = [
  column.name(220, paths.admin.packages.edit),
  {
    id: 'prefixes',
    header: 'Numbers',
    width: 180,
    cell: (row) => <PrefixNames prefixes={row.prefixes} none="all numbers" />,
  },
  column.duration('seconds', 'Included time', 110, { sort: true }),
  {
    id: 'price',
    header: 'Price',
    width: 130,
    align: 'end',
    sort: 'price',
    cell: (row) => `${formatAmount(row.price, 2)} ${row.currency}`,
  },
  column.choice('cycle', 'Cycle', 120, PACKAGE_CYCLES, { sort: true }),
  {
    id: 'has_rollover',
    header: 'Rollover',
    width: 90,
    cell: (row) => (row.has_rollover ? 'Yes' : 'No'),
  },
  column.integer('priority', 'Priority', 90, { sort: true }),
  column.status(110),
  column.integer('subscribers_count', 'Clients', 90, { sort: true }),
  column.created,
]

export default function PackagesScreen() {
  const list = useListScreen(listPackages)
  const { block } = useStatusActions(updatePackage, {
    block: 'It is not sold or renewed. Paid periods can be used up.',
  })
  const rows = useRowActions<Package>({
    noun: 'package',
    of: 'packages',
    pages: paths.admin.packages,
    remove: {
      endpoint: deletePackage,
      uses: getPackageUses,
      effect: 'This cannot be undone.',
      block,
    },
  })

  return (
    <ListPage
      name="packages"
      list={list}
      columns={COLUMNS}
      noun={['package', 'packages']}
      {...rows}
      empty="No packages yet. A package is a bundle of prepaid minutes."
      filters={
        <>
          <TextFilter label="Search by name" search {...list.bind('q')} />
          <SelectFilter label="Cycle" choices={PACKAGE_CYCLES} {...list.bind('cycle')} />
          <CurrencyFilter {...list.bind('currency')} />
          <SelectFilter label="Status" choices={STATUSES} {...list.bind('status')} />
        </>
      }
    />
  )
}
