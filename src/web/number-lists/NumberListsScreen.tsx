// The list of number lists.
import { IconList, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  deleteNumberList,
  listNumberLists,
  type NumberList,
  numberListForm,
  updateNumberList,
} from '#contract/number-lists.ts'
import { getNumberListUses } from '#contract/uses.ts'
import { useDelete } from '../forms/use-delete.tsx'
import { blocking, useSetStatus } from '../forms/use-set-status.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { useMay } from '../session/session.ts'
import { Badge, StatusDot } from '../ui/Badge.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { labelFor } from '../ui/form/labels.ts'
import { count, formatDecimal, NONE } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { ACTIONS, MODES, STATUSES } from './number-list-labels.ts'

const COLUMNS: readonly GridColumn<NumberList>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 220,
    sort: 'name',
    name: (row) => row.name,
    cell: (row, name) => (
      <>
        <Link to={paths.admin.numberLists.items(row.id)}>{name}</Link>{' '}
        {row.is_high_risk && <Badge tone="warning">high-risk</Badge>}
      </>
    ),
  },
  {
    id: 'mode',
    header: 'Mode',
    width: 130,
    sort: 'mode',
    cell: (row) => <Badge>{labelFor(MODES, row.mode)}</Badge>,
  },
  {
    id: 'items_count',
    header: 'Items',
    width: 100,
    align: 'end',
    sort: 'items_count',
    cell: (row) => formatDecimal(row.items_count),
  },
  {
    id: 'default_action',
    header: 'Unmatched',
    width: 110,
    cell: (row) => (row.mode === 'RANDOM' ? NONE : labelFor(ACTIONS, row.default_action)),
  },
  {
    id: 'status',
    header: 'Status',
    width: 110,
    sort: 'status',
    cell: (row) => (
      <StatusDot tone={row.status === 'active' ? 'success' : 'danger'}>
        {labelFor(STATUSES, row.status)}
      </StatusDot>
    ),
  },
  {
    id: 'used_by_count',
    header: 'Used by',
    width: 100,
    align: 'end',
    sort: 'used_by_count',
    cell: (row) => (row.is_high_risk ? 'all clients' : formatDecimal(row.used_by_count)),
  },
  {
    id: 'description',
    header: 'Description',
    width: 240,
    cell: (row) => row.description || NONE,
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

const blockEffect = ({ mode }: NumberList) =>
  mode === 'RANDOM' ? 'No number is taken from it.' : 'It accepts all numbers.'

function effectOf({ items_count }: NumberList): string {
  const items = items_count > 0 ? `Deletes ${count(items_count, 'item', 'items')} too. ` : ''
  return `${items}This cannot be undone.`
}

export default function NumberListsScreen() {
  const list = useListScreen(listNumberLists)
  const navigate = useNavigate()
  const mayEdit = useMay('number_lists.edit')
  const remove = useDelete(deleteNumberList, 'number list', { uses: getNumberListUses })
  const setStatus = useSetStatus(updateNumberList, numberListForm)
  const { numberLists } = paths.admin
  const open = (row: NumberList) => void navigate({ to: numberLists.items(row.id) })

  const actionsOf = (row: NumberList) => [
    { label: 'Items', icon: <IconList size={15} />, onClick: () => open(row) },
    ...(mayEdit
      ? [
          {
            label: 'Edit',
            icon: <IconPencil size={15} />,
            onClick: () => void navigate({ to: numberLists.edit(row.id) }),
          },
        ]
      : []),
    ...(mayEdit && !row.is_high_risk
      ? [
          {
            label: 'Delete',
            icon: <IconTrash size={15} />,
            danger: true,
            onClick: () =>
              void remove(row, {
                effect: effectOf(row),
                block:
                  row.status === 'active'
                    ? () => void setStatus(row, blocking(row.name, blockEffect(row)))
                    : undefined,
              }),
          },
        ]
      : []),
  ]

  return (
    <ListPage
      title="Number lists"
      name="number-lists"
      list={list}
      columns={COLUMNS}
      noun={['number list', 'number lists']}
      rowId={(row) => String(row.id)}
      add={mayEdit ? { label: 'Add number list', to: numberLists.add } : undefined}
      onOpen={open}
      actions={actionsOf}
      empty="No number lists yet. A list accepts or rejects numbers, or is a number pool."
      filters={
        <>
          <TextFilter label="Search by name" search {...list.bind('q')} />
          <SelectFilter label="Mode" choices={MODES} {...list.bind('mode')} />
          <SelectFilter label="Status" choices={STATUSES} {...list.bind('status')} />
        </>
      }
    />
  )
}
