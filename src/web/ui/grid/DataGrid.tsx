// The table of every list: native, with a sticky header, rows by keyboard, and only the rows in
// sight in the document once there are more than a hundred.
import { Checkbox } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import type { GridColumn, GridData, GridEmpty, GridSelection, RowAction } from './column.ts'
import styles from './DataGrid.module.css'
import { GridHeader } from './GridHeader.tsx'
import { GridState, SkeletonRows } from './GridStates.tsx'
import { RowMenu } from './RowMenu.tsx'
import type { GridTable } from './use-columns.ts'

const ROW_HEIGHT = 33
const VIRTUAL_FROM = 100

export interface DataGridProps<Row extends object> {
  readonly label: string
  readonly model: GridTable<Row>
  readonly data: GridData<Row>
  readonly sort?: string | undefined
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
}

export function DataGrid<Row extends object>(props: DataGridProps<Row>) {
  const { label, model, data, actions, totals, selection } = props
  const scroll = useRef<HTMLDivElement>(null)
  const { table, byId } = model
  const rows = table.getRowModel().rows
  const columns = table.getVisibleLeafColumns()
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
  const extra = (actions ? 1 : 0) + (selection ? 1 : 0)
  const width = columns.reduce((sum, column) => sum + column.getSize(), extra * 44)
  const span = columns.length + extra

  return (
    <div className={styles.frame}>
      {data.isFetching && data.rows && <div className={styles.progress} aria-hidden />}
      <div className={styles.scroll} ref={scroll}>
        {data.rows?.length === 0 || (data.error && !data.rows) ? (
          <GridState data={data} empty={props.empty} />
        ) : (
          <table
            className={styles.table}
            style={{ minWidth: width }}
            aria-label={label}
            aria-rowcount={rows.length}
            aria-busy={data.isFetching}
          >
            <GridHeader
              model={model}
              sort={props.sort}
              onSort={props.onSort}
              withActions={actions !== undefined}
              selection={selection}
            />
            <tbody onKeyDown={(event) => moveFocus(event, virtualizer, rows.length, virtual)}>
              {data.rows === undefined && <SkeletonRows columns={span} />}
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
                    columns={columns.map((column) => byId.get(column.id))}
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
                    <td key={column.id} className={endClass(byId.get(column.id))}>
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
    </div>
  )
}

const endClass = (column: { align?: 'end' } | undefined) =>
  column?.align === 'end' ? styles.end : undefined

function Gap({ span, height }: { span: number; height: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
    </tr>
  )
}

interface GridRowProps<Row extends object> {
  readonly id: string
  readonly row: Row
  readonly index: number
  readonly columns: readonly (GridColumn<Row> | undefined)[]
  readonly onOpen: ((row: Row) => void) | undefined
  readonly actions: ((row: Row) => readonly RowAction[]) | undefined
  readonly className: string | undefined
  readonly selection: GridSelection | undefined
}

function GridRow<Row extends object>(props: GridRowProps<Row>) {
  const { id, row, index, onOpen, actions, selection } = props
  // A click on a link, a button or a marked text inside the row is not a click on the row.
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    const target = event.target as HTMLElement
    if (target.closest('a, button, input, label') || getSelection()?.toString()) return
    if (event.currentTarget.contains(target)) onOpen?.(row)
  }
  const keys = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter') onOpen?.(row)
    if (event.key !== ' ' || !selection) return
    event.preventDefault()
    selection.onToggle(id)
  }
  return (
    <tr
      className={[onOpen ? styles.opens : '', props.className ?? ''].join(' ').trim() || undefined}
      data-index={index}
      aria-rowindex={index + 2}
      tabIndex={index === 0 ? 0 : -1}
      onClick={onOpen && open}
      onKeyDown={keys}
    >
      {selection && (
        <td className={styles.select}>
          <Checkbox
            aria-label={selection.label(id)}
            checked={selection.selected.has(id)}
            onChange={() => selection.onToggle(id)}
          />
        </td>
      )}
      {props.columns.map((column) =>
        column ? (
          <td key={column.id} className={endClass(column)}>
            {column.cell(row)}
          </td>
        ) : null,
      )}
      {actions && (
        <td className={styles.actions}>
          <RowMenu actions={actions(row)} />
        </td>
      )}
    </tr>
  )
}

const PAGE_ROWS = 15

/** ↑ ↓ PgUp PgDn Home End move between rows; the row that has the focus is the only tab stop. */
function moveFocus(
  event: KeyboardEvent<HTMLTableSectionElement>,
  virtualizer: { scrollToIndex: (index: number) => void },
  count: number,
  virtual: boolean,
) {
  const row = (event.target as HTMLElement).closest<HTMLTableRowElement>('tr[data-index]')
  if (!row || event.target !== row) return
  const at = Number(row.dataset.index)
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + PAGE_ROWS,
    PageUp: at - PAGE_ROWS,
    Home: 0,
    End: count - 1,
  }
  const wanted = targets[event.key]
  if (wanted === undefined) return
  event.preventDefault()
  const to = Math.min(count - 1, Math.max(0, wanted))
  const body = event.currentTarget
  if (virtual) virtualizer.scrollToIndex(to)
  // The row may come into the document only after the scroll.
  requestAnimationFrame(() => {
    body.querySelector<HTMLTableRowElement>(`tr[data-index="${to}"]`)?.focus()
  })
}
