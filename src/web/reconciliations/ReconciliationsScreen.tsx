// The reconciliations with carriers, and the upload of the next file.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  deleteReconciliation,
  listReconciliations,
  type Reconciliation,
  uploadCallFile,
} from '#contract/reconciliations/reconciliations.ts'
import { useOpen, useRowActions } from '../actions/use-row-actions.tsx'
import * as column from '../columns/common-columns.tsx'
import { DropFile } from '../files/DropFile.tsx'
import { upload } from '../http/upload.ts'
import { useRefresh } from '../http/use-endpoint.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { paths } from '../navigation/paths.ts'
import { asFilter } from '../pickers/LookupPicker.tsx'
import { SettlementPicker } from '../pickers/pickers.tsx'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { NONE } from '../ui/values/format.ts'
import { StatusLabel } from '../ui/values/StatusLabel.tsx'
import { DISPUTES, RECONCILIATION_STATE_CHOICES } from './reconciliation-labels.ts'

const LOOK_EVERY_MS = 3000
const to = paths.admin.reconciliations

const COLUMNS: readonly GridColumn<Reconciliation>[] = [
  column.link('file_name', 'File', 240, (row: Reconciliation) => to.one(row.id)),
  column.link(
    'settlement_name',
    'Settlement',
    180,
    (row: Reconciliation) => paths.admin.settlements.edit(row.settlement_id),
    { sort: true },
  ),
  {
    id: 'state',
    header: 'State',
    width: 130,
    cell: ({ state }) => <StatusLabel choices={RECONCILIATION_STATE_CHOICES} value={state} />,
    filter: ({ state }) => ['state', state],
  },
  column.time('from_at', 'From', 160, { sort: true }),
  column.time('until_at', 'Until', 160),
  column.integer('rows_count', 'Rows', 100),
  column.money('difference', 'Difference', 150),
  {
    id: 'dispute_state',
    header: 'Dispute',
    width: 120,
    cell: ({ dispute_state }) =>
      dispute_state === null ? NONE : <StatusLabel choices={DISPUTES} value={dispute_state} />,
  },
  column.money('dispute_amount', 'Disputed', 140, { sort: true }),
  column.text('created_by', 'Created by', 130),
  column.time('created_at', 'Created', 160, { hidden: true }),
]

export default function ReconciliationsScreen() {
  const list = useListScreen(listReconciliations, { every_ms: LOOK_EVERY_MS })
  const mayCreate = useMay('reconciliations.create')
  const open = useOpen(to.one)
  const rows = useRowActions<Reconciliation>({
    noun: 'reconciliation',
    of: 'reconciliations',
    open,
    remove: {
      endpoint: deleteReconciliation,
      name: ({ file_name }) => file_name,
      effect: 'Its file and its rows are deleted too.',
      unless: ({ dispute_state, state }) => dispute_state !== null || state === 'COMPARING',
    },
  })
  return (
    <ListPage
      title="Reconciliations"
      name="reconciliations"
      list={list}
      columns={COLUMNS}
      noun={['reconciliation', 'reconciliations']}
      {...rows}
      empty="No reconciliations yet. A carrier's file of calls or totals is compared with ours."
      filters={
        <>
          <TextFilter label="Search by file or carrier" search {...list.bind('q')} />
          <SettlementPicker {...asFilter('Settlement', list.bind('settlement_id'))} />
          <SelectFilter
            label="State"
            choices={RECONCILIATION_STATE_CHOICES}
            {...list.bind('state')}
          />
          <SelectFilter label="Dispute" choices={DISPUTES} {...list.bind('dispute_state')} />
        </>
      }
    >
      {mayCreate && <Upload />}
    </ListPage>
  )
}

function Upload() {
  const [settlement_id, setSettlement] = useState<number | null>(null)
  const navigate = useNavigate()
  const refresh = useRefresh(listReconciliations)
  const send = async (file: File, onShare: (share: number) => void) => {
    const call = {
      params: { sid: settlement_id ?? 0 },
      query: { file_name: file.name.slice(-200) },
    }
    const { id } = await upload(uploadCallFile, call, file, onShare)
    refresh()
    void navigate({ to: to.one(id) })
  }
  return (
    <DropFile label="Choose a file" send={send} disabled={settlement_id === null}>
      <SettlementPicker
        label="Carrier of the file"
        value={settlement_id}
        onChange={setSettlement}
      />
    </DropFile>
  )
}
