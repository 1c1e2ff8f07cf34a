// The list of packages that clients can have.
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  deletePackage,
  listPackages,
  type Package,
  packageForm,
  updatePackage,
} from '#contract/packages.ts'
import { getPackageUses } from '#contract/uses.ts'
import { useDelete } from '../forms/use-delete.tsx'
import { blocking, useSetStatus } from '../forms/use-set-status.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { CurrencyFilter } from '../pickers/CurrencyFilter.tsx'
import { PrefixNames } from '../pickers/PrefixNames.tsx'
import { useMay } from '../session/session.ts'
import { StatusDot } from '../ui/Badge.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { labelFor } from '../ui/form/labels.ts'
import { formatAmount, formatDecimal, formatDuration } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { PACKAGE_CYCLES } from './package-labels.ts'
import { PACKAGE_STATUSES } from './package-statuses.ts'

const COLUMNS: readonly GridColumn<Package>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 220,
    sort: 'name',
    name: (row) => row.name,
    cell: (row, name) => <Link to={paths.admin.packages.edit(row.id)}>{name}</Link>,
  },
  {
    id: 'prefixes',
    header: 'Numbers',
    width: 180,
    cell: (row) => <PrefixNames prefixes={row.prefixes} none="all numbers" />,
  },
  {
    id: 'seconds',
    header: 'Included time',
    width: 110,
    align: 'end',
    sort: 'seconds',
    cell: (row) => formatDuration(row.seconds),
  },
  {
    id: 'price',
    header: 'Price',
    width: 130,
    align: 'end',
    sort: 'price',
    cell: (row) => `${formatAmount(row.price, 2)} ${row.currency}`,
  },
  {
    id: 'cycle',
    header: 'Cycle',
    width: 120,
    sort: 'cycle',
    cell: (row) => labelFor(PACKAGE_CYCLES, row.cycle),
  },
  {
    id: 'has_rollover',
    header: 'Rollover',
    width: 90,
    cell: (row) => (row.has_rollover ? 'Yes' : 'No'),
  },
  {
    id: 'priority',
    header: 'Priority',
    width: 90,
    align: 'end',
    sort: 'priority',
    cell: (row) => formatDecimal(row.priority),
  },
  {
    id: 'status',
    header: 'Status',
    width: 110,
    sort: 'status',
    cell: (row) => (
      <StatusDot tone={row.status === 'active' ? 'success' : 'danger'}>
        {labelFor(PACKAGE_STATUSES, row.status)}
      </StatusDot>
    ),
  },
  {
    id: 'subscribers_count',
    header: 'Clients',
    width: 90,
    align: 'end',
    sort: 'subscribers_count',
    cell: (row) => formatDecimal(row.subscribers_count),
  },
  {
    id: 'created_at',
    header: 'Created',
    width: 160,
    sort: 'created_at',
    hidden: true,
    cell: (row) => <DateTime at={row.created_at} />,
  },
]

const BLOCK_EFFECT = 'It is not sold or renewed. Paid periods can be used up.'

export default function PackagesScreen() {
  const list = useListScreen(listPackages)
  const navigate = useNavigate()
  const mayEdit = useMay('packages.edit')
  const remove = useDelete(deletePackage, 'package', { uses: getPackageUses })
  const setStatus = useSetStatus(updatePackage, packageForm)
  const { packages } = paths.admin
  const edit = (row: Package) => void navigate({ to: packages.edit(row.id) })
  const actionsOf = (row: Package) => [
    { label: 'Edit', icon: <IconPencil size={15} />, onClick: () => edit(row) },
    {
      label: 'Delete',
      icon: <IconTrash size={15} />,
      danger: true,
      onClick: () =>
        void remove(row, {
          effect: 'This cannot be undone.',
          block:
            row.status === 'active'
              ? () => void setStatus(row, blocking(row.name, BLOCK_EFFECT))
              : undefined,
        }),
    },
  ]
  return (
    <ListPage
      title="Packages"
      name="packages"
      list={list}
      columns={COLUMNS}
      noun={['package', 'packages']}
      rowId={(row) => String(row.id)}
      add={mayEdit ? { label: 'Add package', to: packages.add } : undefined}
      {...(mayEdit ? { onOpen: edit, actions: actionsOf } : {})}
      empty="No packages yet. A package is a bundle of prepaid minutes."
      filters={
        <>
          <TextFilter label="Search by name" search {...list.bind('q')} />
          <SelectFilter label="Cycle" choices={PACKAGE_CYCLES} {...list.bind('cycle')} />
          <CurrencyFilter {...list.bind('currency')} />
          <SelectFilter label="Status" choices={PACKAGE_STATUSES} {...list.bind('status')} />
        </>
      }
    />
  )
}
