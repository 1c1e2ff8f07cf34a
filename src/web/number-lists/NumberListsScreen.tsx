// The list of number lists.
import { IconList } from '@tabler/icons-react'
import { getNumberListUses } from '#contract/console/uses.ts'
import {
  deleteNumberList,
  listNumberLists,
  type NumberList,
  updateNumberList,
} from '#contract/routing/number-lists.ts'
import { useOpen, useRowActions } from '../actions/use-row-actions.tsx'
import { useStatusActions } from '../actions/use-status-actions.tsx'
import { useBulkActions } from '../bulk-changes/use-bulk-actions.tsx'
import * as column from '../columns/common-columns.tsx'
import { STATUSES } from '../fields/statuses.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { labelFor } from '../ui/form/labels.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { Badge } from '../ui/values/Badge.tsx'
import { count, formatDecimal, NONE } from '../ui/values/format.ts'
import { LIST_ACTION_CHOICES, LIST_MODE_CHOICES } from './number-list-labels.ts'

const COLUMNS: readonly GridColumn<NumberList>[] = [
  column.name(
    220,
    paths.admin.numberLists.items,
    (row) => row.is_high_risk && <Badge tone="warning">high-risk</Badge>,
  ),
  {
    id: 'mode',
    header: 'Mode',
    width: 130,
    sort: 'mode',
    cell: (row) => <Badge>{labelFor(LIST_MODE_CHOICES, row.mode)}</Badge>,
  },
  column.integer('items_count', 'Items', 100, { sort: true }),
  {
    id: 'default_action',
    header: 'Unmatched',
    width: 110,
    cell: (row) =>
      row.mode === 'RANDOM' ? NONE : labelFor(LIST_ACTION_CHOICES, row.default_action),
  },
  column.status(110),
  {
    id: 'used_by_count',
    header: 'Used by',
    width: 100,
    align: 'end',
    sort: 'used_by_count',
    cell: (row) => (row.is_high_risk ? 'all clients' : formatDecimal(row.used_by_count)),
  },
  column.text('description', 'Description', 240),
  column.created,
]

const blockEffect = ({ mode }: NumberList) =>
  mode === 'RANDOM' ? 'No number is taken from it.' : 'It accepts all numbers.'

function effectOf({ items_count }: NumberList): string {
  const items = items_count > 0 ? `Deletes ${count(items_count, 'item', 'items')} too. ` : ''
  return `${items}This cannot be undone.`
}

const NOUN = ['number list', 'number lists'] as const
const BULK_EDIT = {
  update: updateNumberList,
  inputs: async () => (await import('./bulk-list-inputs.tsx')).NUMBER_LIST_INPUTS,
  block: 'They accept all numbers; no number is taken from a pool.',
  activate: 'Numbers are checked against them again.',
} as const

export default function NumberListsScreen() {
  const list = useListScreen(listNumberLists)
  const { numberLists } = paths.admin
  const open = useOpen(numberLists.items)
  const { block } = useStatusActions(updateNumberList, { block: blockEffect })
  const rows = useRowActions<NumberList>({
    noun: 'number list',
    of: 'number_lists',
    pages: numberLists,
    open,
    first: (row) => [{ label: 'Items', icon: <IconList size={15} />, onClick: () => open(row) }],
    remove: {
      endpoint: deleteNumberList,
      uses: getNumberListUses,
      effect: effectOf,
      block,
      unless: ({ is_high_risk }) => is_high_risk,
    },
  })

  const bulk = useBulkActions(list, {
    resource: 'number_lists',
    noun: NOUN,
    edit: BULK_EDIT,
    remove: 'Their items are deleted too. Number lists in use stay.',
  })

  return (
    <ListPage
      name="number-lists"
      list={list}
      columns={COLUMNS}
      noun={NOUN}
      {...rows}
      selection={bulk.selection}
      selectionBar={bulk.selectionBar}
      empty="No number lists yet. A list accepts or rejects numbers, or is a number pool."
      filters={
        <>
          <TextFilter label="Search by name" search {...list.bind('q')} />
          <SelectFilter label="Mode" choices={LIST_MODE_CHOICES} {...list.bind('mode')} />
          <SelectFilter label="Status" choices={STATUSES} {...list.bind('status')} />
        </>
      }
    >
      {bulk.dialog}
    </ListPage>
  )
}
