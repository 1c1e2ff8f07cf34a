import type { GridColumn } from '../ui/grid/column.ts'
import { DateTime } from '../ui/values/DateTime.tsx'
import { CallLink } from './CallLink.tsx'

/** When a call began; it leads to the whole call. */
export const STARTED: GridColumn<{ readonly call_id: string; readonly started_at: string }> = {
  id: 'started_at',
  header: 'Started',
  width: 168,
  sort: 'started_at',
  cell: (row) => (
    <CallLink call_id={row.call_id}>
      <DateTime at={row.started_at} />
    </CallLink>
  ),
}
