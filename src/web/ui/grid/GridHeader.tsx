import { Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { PointerEvent, ReactNode } from 'react'
import type { GridColumn, GridSelection, GridSort } from './column.ts'
import styles from './DataGrid.module.css'
import type { GridTable } from './use-columns.ts'

interface GridHeaderProps<Row extends object> {
  readonly model: GridTable<Row>
  /** Those that are shown, in their order. */
  readonly columns: readonly GridColumn<Row>[]
  readonly widths: ReadonlyMap<string, number>
  /** As wide as a column has to be for all that is in it. */
  readonly contentWidthOf: (id: string) => number
  readonly sort: GridSort
  readonly onSort: ((sort: string | undefined) => void) | undefined
  readonly withActions: boolean
  readonly selection: GridSelection | undefined
}

/** A click sorts upwards, a second one downwards, a third one restores the default: undefined. */
function next({ chosen, fallback }: GridSort, name: string): string | undefined {
  const now = chosen ?? fallback
  if (now === `-${name}` && chosen !== undefined) return undefined
  const wanted = now === name ? `-${name}` : name
  return wanted === fallback ? undefined : wanted
}

export function GridHeader<Row extends object>(props: GridHeaderProps<Row>) {
  const { model, columns, sort, onSort, selection } = props
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className={styles.select}>
            <Checkbox
              aria-label="Select all rows on this page"
              checked={selection.isAll}
              indeterminate={!selection.isAll && selection.selected.size > 0}
              disabled={model.table.getRowModel().rows.length === 0}
              onChange={selection.onToggleAll}
            />
          </th>
        )}
        {columns.map(({ id, header, unit, help, align, sort: name }) => (
          <th
            key={id}
            scope="col"
            style={{ width: props.widths.get(id) }}
            data-column={id}
            title={help}
            className={align === 'end' ? styles.end : undefined}
            aria-sort={ariaSort(name, sort)}
          >
            {name && onSort ? (
              <SortButton name={name} sort={sort} onSort={onSort}>
                <Heading header={header} unit={unit} />
              </SortButton>
            ) : (
              <span className={styles.label}>
                <Heading header={header} unit={unit} />
              </span>
            )}
            <span
              className={styles.handle}
              title="Drag to resize, double click to fit"
              onPointerDown={(event) => resize(event, (width) => model.setWidth(id, width))}
              onDoubleClick={() => model.setWidth(id, props.contentWidthOf(id))}
              aria-hidden
            />
          </th>
        ))}
        {props.withActions && (
          <th scope="col" className={styles.actions}>
            <span className="visually-hidden">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

const Heading = ({ header, unit }: { header: string; unit: string | undefined }) => (
  <>
    {header}
    {unit && <span className={styles.unit}> {unit}</span>}
  </>
)

/** Follows the pointer until it is let go. */
function resize(event: PointerEvent<HTMLElement>, setWidth: (width: number) => void): void {
  const handle = event.currentTarget
  const width = handle.parentElement?.offsetWidth ?? 0
  const from = event.clientX
  handle.setPointerCapture(event.pointerId)
  const follow = (move: globalThis.PointerEvent) => setWidth(width + move.clientX - from)
  const end = () => {
    handle.removeEventListener('pointermove', follow)
    handle.removeEventListener('lostpointercapture', end)
  }
  handle.addEventListener('pointermove', follow)
  handle.addEventListener('lostpointercapture', end)
}

function ariaSort(name: string | undefined, { chosen, fallback }: GridSort) {
  if (!name) return undefined
  const sort = chosen ?? fallback
  if (sort === name) return 'ascending'
  return sort === `-${name}` ? 'descending' : 'none'
}

interface SortButtonProps {
  readonly name: string
  readonly sort: GridSort
  readonly onSort: (sort: string | undefined) => void
  readonly children: ReactNode
}

function SortButton({ name, sort, onSort, children }: SortButtonProps) {
  const now = sort.chosen ?? sort.fallback
  return (
    <button type="button" className={styles.label} onClick={() => onSort(next(sort, name))}>
      {children}
      {now === name && <IconArrowUp size={13} aria-hidden />}
      {now === `-${name}` && <IconArrowDown size={13} aria-hidden />}
    </button>
  )
}
