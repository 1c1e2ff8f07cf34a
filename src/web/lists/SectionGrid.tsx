// A list inside a form page: without pages or filters of its own, and bounded in height.
import type { ReactNode } from 'react'
import type { GridColumn, RowAction } from '../ui/grid/column.ts'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { useColumns } from '../ui/grid/use-columns.ts'
import styles from './SectionGrid.module.css'

interface SectionGridProps<Row extends object> {
  readonly label: string
  /** The columns are remembered under it. */
  readonly name: string
  readonly list: {
    readonly data: { readonly rows: unknown; readonly page: { readonly sort?: string } } | undefined
    readonly error: Error | null
    readonly isFetching: boolean
    readonly refetch: () => Promise<unknown>
  }
  readonly columns: readonly GridColumn<Row>[]
  readonly empty: string
  readonly sort?: string | undefined
  readonly onSort?: (sort: string | undefined) => void
  readonly onOpen?: ((row: Row) => void) | undefined
  readonly actions?: ((row: Row) => readonly RowAction[]) | undefined
  /** Given where a search may have found nothing. */
  readonly onClearFilters?: (() => void) | undefined
}

const idOf = (row: object) => String((row as { readonly id: number }).id)

export function SectionGrid<Row extends object>(props: SectionGridProps<Row>) {
  const { list, sort, onSort, onClearFilters } = props
  const rows = list.data?.rows as readonly Row[] | undefined
  const model = useColumns<Row>(props.name, props.columns, rows, idOf)
  return (
    <div className={styles.grid}>
      <DataGrid
        label={props.label}
        model={model}
        data={{
          rows,
          error: list.error,
          isFetching: list.isFetching,
          retry: () => void list.refetch(),
        }}
        {...(onSort && { sort: { chosen: sort, fallback: list.data?.page.sort }, onSort })}
        onOpen={props.onOpen}
        actions={props.actions}
        empty={{ text: props.empty, onClearFilters }}
      />
    </div>
  )
}

/** Buttons and links above the grid. */
export function GridTools({ children }: { children: ReactNode }) {
  return <div className={styles.tools}>{children}</div>
}
