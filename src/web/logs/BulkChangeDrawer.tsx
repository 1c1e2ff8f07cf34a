// The changes that a bulk change has made, thing by thing.
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type BulkChange, listChangedThings } from '#contract/bulk-changes/bulk-changes.ts'
import { BULK_NOUNS, operationWords } from '../bulk-changes/bulk-labels.ts'
import { undo } from '../bulk-changes/undo-bulk-change.tsx'
import { Changes } from '../forms/history/Changes.tsx'
import { messageOf } from '../http/api-error.ts'
import { useList } from '../http/use-endpoint.ts'
import { SideDialog } from '../ui/Dialog.tsx'
import { Failure } from '../ui/Failure.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Badge } from '../ui/values/Badge.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { Figures } from '../ui/values/Figures.tsx'
import { count, NONE } from '../ui/values/format.ts'

const SHOWN = 100

interface BulkChangeDrawerProps {
  readonly change: BulkChange
  readonly onClose: () => void
}

export function BulkChangeDrawer({ change, onClose }: BulkChangeDrawerProps) {
  const { id, resource, operations, created_by, created_at, changed_count } = change
  const queries = useQueryClient()
  const things = useList(listChangedThings, { params: { id }, query: { limit: SHOWN } })
  const rows = things.data?.rows ?? []
  const more = changed_count - rows.length
  const undoAndClose = async () => {
    if (await undo(queries, change)) onClose()
  }
  return (
    <SideDialog
      title={`Change of ${count(changed_count, ...BULK_NOUNS[resource])}`}
      width={680}
      onClose={onClose}
      tools={
        change.can_be_undone && (
          <Button variant="default" onClick={() => void undoAndClose()}>
            Undo…
          </Button>
        )
      }
    >
      <Figures
        label="Bulk change"
        figures={[
          { label: 'Time', value: <DateTime at={created_at} /> },
          { label: 'Person', value: created_by },
          { label: 'Change', value: operations.map(operationWords).join(', ') || NONE },
          { label: 'Skipped', value: change.skipped_count },
          { label: 'Undone by', value: change.undone_by ?? NONE },
        ]}
      />
      {things.error && (
        <Failure message={messageOf(things.error)} onRetry={() => void things.refetch()} />
      )}
      {things.isPending && <Loading />}
      {rows.map((thing) => (
        <section key={thing.id} aria-label={thing.name}>
          <h3>
            {thing.name} {thing.is_undone && <Badge tone="neutral">Undone</Badge>}
          </h3>
          <Changes changes={thing.changes} names={thing.names} />
        </section>
      ))}
      {rows.length > 0 && more > 0 && <p className="muted">and {count(more, 'other', 'others')}</p>}
    </SideDialog>
  )
}
