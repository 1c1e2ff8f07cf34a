// The stored calls and logs, by day or month: their size, and their removal.
import { type CdrPartition, listCdrPartitions } from '#contract/partitions/cdr-partitions.ts'
import { HistoryButton } from '../forms/history/History.tsx'
import { RANGES } from '../lists/filters/ranges.ts'
import { ListPage } from '../lists/ListPage.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { SelectFilter, TextFilter } from '../ui/filters.tsx'
import { RangeFilter } from '../ui/RangeFilter.tsx'
import { PARENTS, PARTITION_COLUMNS, PARTITION_STATE_CHOICES } from './partition-columns.tsx'
import { RetentionRuns } from './retention/RetentionRuns.tsx'
import { usePartitionRemoval } from './use-partition-removal.tsx'

const POLL_MS = 10_000
const EVER = 'ever'
const TIMES = [{ value: EVER, label: 'All times' }, ...RANGES]

export default function CdrPartitionsScreen() {
  const list = useListScreen(listCdrPartitions, { every_ms: POLL_MS })
  const { selection, bar } = usePartitionRemoval(list.rows)
  const { range, from, to } = list.search
  return (
    <ListPage
      title="CDR partitions"
      name="cdr-partitions"
      list={list}
      columns={PARTITION_COLUMNS}
      noun={['partition', 'partitions']}
      tools={<HistoryButton of={{ entity: 'cdr_partition' }} name="CDR partitions" />}
      rowId={(row: CdrPartition) => row.key}
      selection={selection}
      selectionBar={bar}
      empty="No partitions."
      filters={
        <>
          <TextFilter label="Name" search {...list.bind('q')} />
          <SelectFilter label="Table" choices={PARENTS} {...list.bind('parent')} />
          <SelectFilter label="State" choices={PARTITION_STATE_CHOICES} {...list.bind('state')} />
          <RangeFilter
            range={range}
            from={from}
            to={to}
            choices={TIMES}
            fallback={EVER}
            onChange={(next) => list.set({ ...next })}
          />
        </>
      }
    >
      <RetentionRuns />
    </ListPage>
  )
}
