// The table of every list: native, with a sticky header, columns by what is in them, rows and cells
// by keyboard, and only the rows in sight in the document once there are more than a hundred.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useMemo, useRef } from 'react'
import { useEdges } from '../use-edges.ts'
import { type CellActions, CellMenu } from './CellMenu.tsx'
import { CellTip } from './CellTip.tsx'
import type {
  GridColumn,
  GridData,
  GridEmpty,
  GridFilters,
  GridSelection,
  GridSort,
  RowAction,
} from './column.ts'
import { useColumnCurrencies } from './column-currency.tsx'
import styles from './DataGrid.module.css'
import { GridHeader } from './GridHeader.tsx'
import { endClass, GridRow } from './GridRow.tsx'
import { GridState, SkeletonRows } from './GridStates.tsx'
import { moveFocus } from './grid-keys.ts'
import type { GridTable } from './use-columns.ts'
import { useWidths } from './use-widths.ts'

const ROW_HEIGHT = 33
const VIRTUAL_FROM = 100
/** The width of the column of boxes, and of the column of actions. */
const SIDE_WIDTH = 44

export interface DataGridProps<Row extends object> {
  readonly label: string
  readonly model: GridTable<Row>
  readonly data: GridData<Row>
  readonly sort?: GridSort
  readonly onSort?: (sort: string | undefined) => void
  readonly onOpen?: ((row: Row) => void) | undefined
  readonly actions?: ((row: Row) => readonly RowAction[]) | undefined
  readonly empty: GridEmpty
  /** Sums by column id, pinned at the bottom. */
  readonly totals?: Readonly<Record<string, ReactNode>> | undefined
  /** Marks a row, such as one that is about to go. */
  readonly rowClass?: ((row: Row) => string | undefined) | undefined
  /** Only where something can be done with many rows at once. */
  readonly selection?: GridSelection | undefined
  readonly filters?: GridFilters | undefined
  /** A different key is a different list, whose columns are measured again. */
  readonly view?: string
}

const UNSORTED: GridSort = { chosen: undefined, fallback: undefined }

export function DataGrid<Row extends object>(props: DataGridProps<Row>) {
  const { label, model, data, actions, totals, selection } = props
  const frame = useRef<HTMLDivElement>(null)
  const scroll = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const room = useEdges(scroll)
  const rows = model.table.getRowModel().rows
  const shown = model.table.getVisibleLeafColumns().map((column) => column.id)
  const names = shown.join(' ')
  // The table hands out another array at every render.
  const known = useMemo(
    () => names.split(' ').flatMap((id) => model.byId.get(id) ?? []),
    [names, model.byId],
  )
  const columns = useColumnCurrencies(known, data.rows)
  const extra = (actions ? 1 : 0) + (selection ? 1 : 0)
  const { widths, total, cuts, contentWidthOf } = useWidths<Row>({
    table,
    columns,
    rows: data.rows,
    isOutdated: data.isOutdated ?? false,
    view: props.view ?? '',
    chosen: model.widths,
    room: room - extra * SIDE_WIDTH,
  })
  // The first column is fixed while the others scroll under it.
  const pinned = selection ? SIDE_WIDTH : (widths.get(columns[0]?.id ?? '') ?? 0)
  const virtual = rows.length > VIRTUAL_FROM
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    enabled: virtual,
  })
  const items = virtual
    ? virtualizer.getVirtualItems()
    : rows.map((_, index) => ({ index, start: 0, end: 0 }))
  const before = virtual ? (items[0]?.start ?? 0) : 0
  const after = virtual ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0
  const span = columns.length + extra

  const actionsOf = (cell: HTMLTableCellElement): CellActions => {
    const at = Number(cell.closest('tr')?.dataset.index)
    const row = rows[at]?.original
    const column = model.byId.get(cell.dataset.column ?? '')
    return {
      ...filterActions(props.filters, column, row),
      open: row && props.onOpen ? () => props.onOpen?.(row) : undefined,
    }
  }
  return (
    <div
      className={`${styles.frame} edges`}
      data-actions={actions ? '' : undefined}
      style={{ '--pinned': `${pinned}px` } as CSSProperties}
      ref={frame}
    >
      {data.isFetching && data.rows && <div className={styles.progress} aria-hidden />}
      <div className={styles.scroll} ref={scroll}>
        {data.rows?.length === 0 || (data.error && !data.rows) ? (
          <GridState data={data} empty={props.empty} />
        ) : (
          <table
            ref={table}
            className={styles.table}
            style={{ minWidth: total + extra * SIDE_WIDTH }}
            aria-label={label}
            aria-rowcount={rows.length}
            aria-busy={data.isFetching}
          >
            <GridHeader
              model={model}
              columns={columns}
              widths={widths}
              contentWidthOf={contentWidthOf}
              sort={props.sort ?? UNSORTED}
              onSort={props.onSort}
              withActions={actions !== undefined}
              selection={selection}
            />
            <tbody
              onKeyDown={(event) =>
                moveFocus(event, {
                  count: rows.length,
                  scrollTo: virtual ? (index) => virtualizer.scrollToIndex(index) : undefined,
                })
              }
            >
              {data.rows === undefined && (
                <SkeletonRows columns={columns.length} actions={actions !== undefined} />
              )}
              {before > 0 && <Gap span={span} height={before} />}
              {items.map(({ index }) => {
                const row = rows[index]
                if (!row) return null
                return (
                  <GridRow
                    key={row.id}
                    id={row.id}
                    row={row.original}
                    index={index}
                    columns={columns}
                    cuts={cuts}
                    onOpen={props.onOpen}
                    actions={actions}
                    className={props.rowClass?.(row.original)}
                    selection={selection}
                  />
                )
              })}
              {after > 0 && <Gap span={span} height={after} />}
            </tbody>
            {totals && rows.length > 0 && (
              <tfoot>
                <tr className={styles.totals}>
                  {selection && <td />}
                  {columns.map((column) => (
                    <td key={column.id} className={endClass(column)}>
                      {totals[column.id]}
                    </td>
                  ))}
                  {actions && <td />}
                </tr>
              </tfoot>
            )}
          </table>
        )}
      </div>
      <CellTip frame={scroll} />
      <CellMenu frame={frame} actionsOf={actionsOf} />
    </div>
  )
}

/** By the filter that the column names, or by the one that is called as the column. */
function filterActions<Row extends object>(
  filters: GridFilters | undefined,
  column: GridColumn<Row> | undefined,
  row: Row | undefined,
): Pick<CellActions, 'filter' | 'exclude'> {
  const none = { filter: undefined, exclude: undefined }
  if (!filters || !column || !row) return none
  const own: unknown = row[column.id as keyof Row]
  const shown = typeof own === 'string' || typeof own === 'number' ? own : null
  const [name, value] = column.filter ? (column.filter(row) ?? []) : [column.id, shown]
  if (name === undefined || value === undefined || value === null || value === '') return none
  const text = String(value)
  return {
    filter: filters.canFilter(name, text) ? () => filters.filter(name, text) : undefined,
    exclude: filters.canExclude(name, text) ? () => filters.exclude(name, text) : undefined,
  }
}

function Gap({ span, height }: { span: number; height: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
    </tr>
  )
}
