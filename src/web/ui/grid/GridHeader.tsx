import { Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { GridSelection } from './column.ts'
import styles from './DataGrid.module.css'
import type { GridTable } from './use-columns.ts'

interface GridHeaderProps<Row extends object> {
  readonly model: GridTable<Row>
  readonly sort: string | undefined
  readonly onSort: ((sort: string | undefined) => void) | undefined
  readonly withActions: boolean
  readonly selection: GridSelection | undefined
}

/** A click sorts upwards, a second one downwards, a third one not at all. */
function next(sort: string | undefined, name: string): string | undefined {
  if (sort === name) return `-${name}`
  return sort === `-${name}` ? undefined : name
}

export function GridHeader<Row extends object>(props: GridHeaderProps<Row>) {
  const { model, sort, onSort, selection } = props
  return (
    <thead>
      {model.table.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {selection && (
            <th scope="col" className={styles.select}>
              <Checkbox
                aria-label="Select all rows on this page"
                checked={selection.isAll}
                indeterminate={!selection.isAll && selection.selected.size > 0}
                onChange={selection.onToggleAll}
              />
            </th>
          )}
          {group.headers.map((header) => {
            const column = model.byId.get(header.column.id)
            if (!column) return null
            const resize = header.getResizeHandler()
            return (
              <th
                key={header.id}
                scope="col"
                style={{ width: header.getSize() }}
                className={column.align === 'end' ? styles.end : undefined}
                aria-sort={ariaSort(column.sort, sort)}
              >
                {column.sort && onSort ? (
                  <SortButton name={column.sort} sort={sort} onSort={onSort}>
                    {column.header}
                  </SortButton>
                ) : (
                  <span className={styles.label}>{column.header}</span>
                )}
                <span
                  className={styles.handle}
                  onMouseDown={resize}
                  onTouchStart={resize}
                  onDoubleClick={() => header.column.resetSize()}
                  aria-hidden
                />
              </th>
            )
          })}
          {props.withActions && (
            <th scope="col" className={styles.actions}>
              <span className="visually-hidden">Actions</span>
            </th>
          )}
        </tr>
      ))}
    </thead>
  )
}

function ariaSort(name: string | undefined, sort: string | undefined) {
  if (!name) return undefined
  if (sort === name) return 'ascending'
  return sort === `-${name}` ? 'descending' : 'none'
}

interface SortButtonProps {
  readonly name: string
  readonly sort: string | undefined
  readonly onSort: (sort: string | undefined) => void
  readonly children: ReactNode
}

function SortButton({ name, sort, onSort, children }: SortButtonProps) {
  return (
    <button type="button" className={styles.label} onClick={() => onSort(next(sort, name))}>
      {children}
      {sort === name && <IconArrowUp size={13} aria-hidden />}
      {sort === `-${name}` && <IconArrowDown size={13} aria-hidden />}
    </button>
  )
}
