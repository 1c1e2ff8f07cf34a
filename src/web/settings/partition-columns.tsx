import type { CdrPartition } from '#contract/partitions/cdr-partitions.ts'
import type { PartitionedTable } from '#core/call/reason-to-keep.ts'
import * as column from '../columns/common-columns.tsx'
import { labelFor } from '../ui/form/labels.ts'
import type { Choice } from '../ui/form/SelectField.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { Badge } from '../ui/values/Badge.tsx'
import { formatBytes, NONE } from '../ui/values/format.ts'

export const PARENTS: readonly Choice<PartitionedTable>[] = [
  { value: 'call_record', label: 'Call records' },
  { value: 'call_charge', label: 'Charges' },
  { value: 'routing_log', label: 'Routing logs' },
  { value: 'sip_message', label: 'SIP messages' },
  { value: 'call_recording', label: 'Recordings' },
  { value: 'auth_failure', label: 'Auth failures' },
  { value: 'activity_log', label: 'Activities' },
  { value: 'ledger_entry', label: 'Ledger' },
]

export const PARTITION_STATE_CHOICES: readonly Choice<CdrPartition['state']>[] = [
  { value: 'FUTURE', label: 'Future' },
  { value: 'CURRENT', label: 'Current' },
  { value: 'PAST', label: 'Past' },
  { value: 'WAITING', label: 'Waiting' },
  { value: 'DETACHED', label: 'Detached' },
  { value: 'REMOVED', label: 'Removed' },
]

const TONES = {
  FUTURE: 'neutral',
  CURRENT: 'success',
  PAST: 'neutral',
  WAITING: 'warning',
  DETACHED: 'warning',
  REMOVED: 'danger',
} as const

/** In UTC, as partitions begin and end, whatever the time zone of the console. */
const inUtc = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 16)}`

const bound = (id: 'from_at' | 'to_at', header: string): GridColumn<CdrPartition> => ({
  id,
  header,
  width: 150,
  ...(id === 'from_at' && { sort: id }),
  cell: (row) => <span className="mono">{inUtc(row[id])}</span>,
})

const bytes = (id: 'size_bytes' | 'total_bytes', header: string): GridColumn<CdrPartition> => ({
  id,
  header,
  width: 120,
  align: 'end',
  sort: id,
  cell: (row) => formatBytes(row[id]),
})

export const PARTITION_COLUMNS: readonly GridColumn<CdrPartition>[] = [
  column.mono('name', 'Partition', 210, { sort: true }),
  column.choice('parent', 'Table', 120, PARENTS, { sort: true }),
  bound('from_at', 'From (UTC)'),
  bound('to_at', 'To (UTC)'),
  column.integer('rows', 'Rows, about', 110, { sort: true }),
  bytes('size_bytes', 'Size'),
  bytes('total_bytes', 'With indexes'),
  {
    id: 'state',
    header: 'State',
    width: 110,
    cell: ({ state }) => (
      <Badge tone={TONES[state]}>{labelFor(PARTITION_STATE_CHOICES, state)}</Badge>
    ),
    filter: ({ state }) => ['state', state],
  },
  {
    id: 'is_uninvoiced',
    header: 'Invoiced',
    width: 110,
    cell: ({ is_uninvoiced }) => (is_uninvoiced ? <Badge tone="warning">Uninvoiced</Badge> : NONE),
  },
  { id: 'error', header: 'Problem', width: 260, cell: ({ error }) => error || NONE },
  column.text('requested_by', 'Removed by', 120),
  column.time('removed_at', 'Removed', 160, { sort: true }),
  column.mono('export_file', 'Exported file', 260),
]
