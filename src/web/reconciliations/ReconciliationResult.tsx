// The differences between both sides: sums by class and by destination, the rows, and the dispute.
import { Button, Progress } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import {
  listReconciliationRows,
  listReconciliationSums,
  type OneReconciliation,
  stopReconciliation,
} from '#contract/reconciliations/reconciliations.ts'
import { HistoryButton } from '../forms/history/History.tsx'
import { useChange, useRefresh } from '../http/use-endpoint.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { useMay } from '../session/session.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { ClassSums } from './ClassSums.tsx'
import { DestinationSums } from './DestinationSums.tsx'
import { DisputeNotes } from './DisputeNotes.tsx'
import styles from './Reconciliation.module.css'
import { CLASS_FILTERS } from './reconciliation-labels.ts'
import { ROW_COLUMNS } from './row-columns.tsx'

const DisputeDialog = lazy(async () => ({
  default: (await import('./DisputeDialog.tsx')).DisputeDialog,
}))

interface ReconciliationResultProps {
  readonly reconciliation: OneReconciliation
  readonly breadcrumb: ReactNode
  readonly onEdit: () => void
}

export function ReconciliationResult(props: ReconciliationResultProps) {
  const { reconciliation, breadcrumb, onEdit } = props
  const { id, file_name, settlement_name } = reconciliation
  const list = useListScreen(listReconciliationRows, { params: { id }, every_ms: false })
  const [isDisputing, setDisputing] = useState(false)
  useFreshAtTheEnd(reconciliation)
  return (
    <>
      <ListPage
        title={file_name}
        of={settlement_name}
        name="reconciliation-rows"
        breadcrumb={breadcrumb}
        list={list}
        columns={ROW_COLUMNS}
        noun={['row', 'rows']}
        rowId={({ number }) => String(number)}
        tools={
          <Tools
            reconciliation={reconciliation}
            onEdit={onEdit}
            onDispute={() => setDisputing(true)}
          />
        }
        empty={emptyText(reconciliation)}
        filters={
          <>
            <TextFilter label="Search by number or destination" search {...list.bind('q')} />
            <SelectFilter label="Class" choices={CLASS_FILTERS} {...list.bind('class')} />
            <TextFilter label="Destination" {...list.bind('destination')} />
          </>
        }
      >
        <Summary reconciliation={reconciliation} onClass={(kind) => list.set({ class: kind })} />
      </ListPage>
      {isDisputing && (
        <Suspense fallback={null}>
          <DisputeDialog reconciliation={reconciliation} onClose={() => setDisputing(false)} />
        </Suspense>
      )}
    </>
  )
}

function emptyText({ state, rows_removed_at }: OneReconciliation): string {
  if (state === 'COMPARING') return 'The file is being compared.'
  return rows_removed_at === null
    ? 'No rows.'
    : 'The rows were kept for 90 days; the sums above remain.'
}

/** Rows fetched during the work are older than its result. */
function useFreshAtTheEnd({ state }: OneReconciliation): void {
  const refreshRows = useRefresh(listReconciliationRows)
  const refreshSums = useRefresh(listReconciliationSums)
  const was_busy = useRef(false)
  const is_busy = state === 'COMPARING'
  useEffect(() => {
    if (was_busy.current && !is_busy) {
      refreshRows()
      refreshSums()
    }
    was_busy.current = is_busy
  }, [is_busy, refreshRows, refreshSums])
}

interface SummaryProps {
  readonly reconciliation: OneReconciliation
  readonly onClass: (kind: string) => void
}

function Summary({ reconciliation, onClass }: SummaryProps) {
  const { state, progress, error } = reconciliation
  if (state === 'COMPARING') {
    return <Progress value={progress / 10} aria-label="Comparing" animated />
  }
  return (
    <div className={styles.summary}>
      {error !== '' && (
        <p role="alert" className="danger">
          {error}
        </p>
      )}
      <ClassSums reconciliation={reconciliation} onClass={onClass} />
      <DestinationSums reconciliation={reconciliation} />
      <DisputeNotes reconciliation={reconciliation} />
    </div>
  )
}

interface ToolsProps {
  readonly reconciliation: OneReconciliation
  readonly onEdit: () => void
  readonly onDispute: () => void
}

function Tools({ reconciliation, onEdit, onDispute }: ToolsProps) {
  const { id, state, file_name, dispute_state } = reconciliation
  const mayEdit = useMay('reconciliations.edit')
  const stop = useChange(stopReconciliation)
  return (
    <>
      <HistoryButton of={{ entity: 'reconciliation', id }} name={file_name} />
      {mayEdit && state === 'COMPARING' && (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={15} />}
          loading={stop.isPending}
          onClick={() => stop.mutate({ params: { id } })}
        >
          Stop
        </Button>
      )}
      {mayEdit && state === 'COMPARED' && (
        <>
          <Button variant="default" onClick={onEdit}>
            Change options
          </Button>
          <Button onClick={onDispute}>
            {dispute_state === null ? 'Open a dispute' : 'Update the dispute'}
          </Button>
        </>
      )}
    </>
  )
}
