// The bulk changes of the last months, each with a way back.
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type BulkChange, listBulkChanges } from '#contract/bulk-changes/bulk-changes.ts'
import { BULK_NOUNS, operationWords } from '../bulk-changes/bulk-labels.ts'
import { undo } from '../bulk-changes/undo-bulk-change.tsx'
import * as column from '../columns/common-columns.tsx'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { capital } from '../ui/form/labels.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { DateTime } from '../ui/values/DateTime.tsx'
import { NONE } from '../ui/values/format.ts'
import { BulkChangeDrawer } from './BulkChangeDrawer.tsx'

const RESOURCES = Object.entries(BULK_NOUNS).map(([value, [, many]]) => ({
  value,
  label: capital(many),
}))

const UNDONE = [
  { value: 'false', label: 'In effect' },
  { value: 'true', label: 'Undone' },
]

const COLUMNS: readonly GridColumn<BulkChange>[] = [
  { ...column.time('created_at', 'Time', 168), sort: 'id' },
  { id: 'created_by', header: 'Person', width: 130, cell: ({ created_by }) => created_by },
  {
    id: 'resource',
    header: 'Kind',
    width: 150,
    sort: 'resource',
    cell: ({ resource }) => capital(BULK_NOUNS[resource][1]),
    filter: ({ resource }) => ['resource', resource],
  },
  {
    id: 'operations',
    header: 'Change',
    width: 320,
    cell: ({ operations }) => operations.map(operationWords).join(', ') || NONE,
  },
  column.integer('changed_count', 'Changed', 90, { sort: true }),
  column.integer('skipped_count', 'Skipped', 90),
  {
    id: 'undone_at',
    header: 'Undone',
    width: 220,
    fields: ['undone_at', 'undone_by', 'undone_count'],
    cell: ({ undone_at, undone_by }) =>
      undone_at ? (
        <>
          <DateTime at={undone_at} /> by {undone_by}
        </>
      ) : (
        NONE
      ),
  },
]

export default function BulkChangesScreen() {
  const list = useListScreen(listBulkChanges)
  const queries = useQueryClient()
  const [opened, setOpened] = useState<BulkChange>()
  return (
    <ListPage
      title="Bulk changes"
      name="bulk-changes"
      list={list}
      columns={COLUMNS}
      noun={['bulk change', 'bulk changes']}
      onOpen={setOpened}
      actions={(row) =>
        row.can_be_undone
          ? [
              {
                label: 'Undo…',
                icon: <IconArrowBackUp size={15} />,
                onClick: () => void undo(queries, row),
              },
            ]
          : []
      }
      empty="No bulk changes yet. Select rows of a list to change many together."
      filters={
        <>
          <TextFilter label="Search by person" search {...list.bind('q')} />
          <SelectFilter label="Kind" choices={RESOURCES} width={170} {...list.bind('resource')} />
          <SelectFilter label="State" choices={UNDONE} {...list.bind('is_undone')} />
        </>
      }
    >
      {opened && <BulkChangeDrawer change={opened} onClose={() => setOpened(undefined)} />}
    </ListPage>
  )
}
