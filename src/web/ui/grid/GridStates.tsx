// The states of a list without rows: not loaded yet, empty, none that match, or failed to load.
import { Button, Group } from '@mantine/core'
import type { GridData, GridEmpty } from './column.ts'
import styles from './DataGrid.module.css'

export function SkeletonRows({ columns, actions }: { columns: number; actions: boolean }) {
  return Array.from({ length: 10 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows have nothing but their place.
    <tr key={row} aria-hidden>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: neither have the cells.
        <td key={column}>
          <span className={styles.bone} />
        </td>
      ))}
      {actions && <td className={styles.actions} />}
    </tr>
  ))
}

export function GridState<Row>({ data, empty }: { data: GridData<Row>; empty: GridEmpty }) {
  if (data.error && !data.rows) {
    return (
      <div className={styles.state} role="alert">
        <strong>This list could not be loaded.</strong>
        <span className="muted">{data.error.message}</span>
        <Button variant="default" onClick={data.retry} loading={data.isFetching}>
          Retry
        </Button>
      </div>
    )
  }
  if (empty.onClearFilters) {
    return (
      <div className={styles.state} role="status">
        <strong>Nothing matches.</strong>
        <span className="muted">No {empty.many ?? 'rows'} match these filters.</span>
        {empty.narrowest && <span className="muted">{empty.narrowest.text}</span>}
        <Group gap={8}>
          {empty.narrowest && (
            <Button variant="default" onClick={empty.narrowest.onRemove}>
              Remove this filter
            </Button>
          )}
          <Button variant="default" onClick={empty.onClearFilters}>
            Clear filters
          </Button>
        </Group>
      </div>
    )
  }
  return (
    <div className={styles.state} role="status">
      <span>{empty.text}</span>
      {empty.action}
    </div>
  )
}
