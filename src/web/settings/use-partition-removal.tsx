// The partitions that are chosen, and their removal after a confirmation that is typed.
import { Button } from '@mantine/core'
import { type CdrPartition, deleteCdrPartitions } from '#contract/partitions/cdr-partitions.ts'
import { alert } from '../alerts/alerts.ts'
import { useChange } from '../http/use-endpoint.ts'
import { SelectionBar } from '../lists/SelectionBar.tsx'
import { useSelection } from '../lists/use-selection.ts'
import { useMay } from '../session/session.ts'
import { count, formatBytes, formatDecimal } from '../ui/values/format.ts'

const PARTITIONS = ['partition', 'partitions'] as const
const NAMED_AT_MOST = 3

const nameOf = ({ name }: CdrPartition) => name

export function usePartitionRemoval(rows: readonly CdrPartition[] = []) {
  const mayDelete = useMay('cdr_partitions.delete')
  const mayForce = useMay('cdr_partitions.execute')
  const { chosen, selection, clear } = useSelection(rows, {
    idOf: ({ key }) => key,
    nameOf,
    canSelect: ({ state, is_uninvoiced }) => state === 'PAST' && (mayForce || !is_uninvoiced),
  })
  const remove = useChange(deleteCdrPartitions)
  const words = count(chosen.length, ...PARTITIONS)

  const removeChosen = async (isExported: boolean) => {
    const all = chosen.reduce((sum, { rows }) => sum + (rows ?? 0), 0)
    const size = chosen.reduce((sum, { total_bytes }) => sum + total_bytes, 0)
    const named = chosen.slice(0, NAMED_AT_MOST).map(nameOf).join(', ')
    const more = chosen.length > NAMED_AT_MOST ? ' and others' : ''
    const file = isExported
      ? 'Calls and charges go to the archive, which lists read; others to a compressed CSV file.'
      : 'They are not exported.'
    const uninvoiced = chosen.filter(({ is_uninvoiced }) => is_uninvoiced).length
    const loss = uninvoiced > 0 ? `${uninvoiced} of them not invoiced yet. ` : ''
    const sure = await alert.confirm(
      `${named}${more}: about ${formatDecimal(all)} rows, ${formatBytes(size)}. ${loss}${file} ` +
        'This cannot be undone. Balances and reports stay as they are.',
      {
        title: `Delete ${words}?`,
        yes: 'Delete',
        no: 'Keep',
        dangerous: true,
        type_to_confirm: `DELETE ${uninvoiced > 0 ? 'UNINVOICED ' : ''}${chosen.length}`,
      },
    )
    if (!sure) return
    remove.mutate(
      { body: { partitions: chosen.map(nameOf), export: isExported, force: uninvoiced > 0 } },
      {
        onSuccess: () => {
          clear()
          alert.success(`${words} will be removed within a minute.`)
        },
      },
    )
  }
  if (!mayDelete) return { selection: undefined, bar: undefined }
  const bar = chosen.length > 0 && (
    <SelectionBar chosen={chosen.length} noun={PARTITIONS} onClear={clear}>
      <Button variant="outline" color="danger" onClick={() => void removeChosen(true)}>
        Export and delete…
      </Button>
      <Button variant="outline" color="danger" onClick={() => void removeChosen(false)}>
        Delete without export…
      </Button>
    </SelectionBar>
  )
  return { selection, bar }
}
