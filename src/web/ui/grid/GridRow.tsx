import { Checkbox } from '@mantine/core'
import type { KeyboardEvent, MouseEvent as ReactMouseEvent } from 'react'
import { CutName } from './CutName.tsx'
import type { GridColumn, GridSelection, RowAction } from './column.ts'
import styles from './DataGrid.module.css'
import { RowMenu } from './RowMenu.tsx'
import type { CutNames } from './use-widths.ts'

export interface GridRowProps<Row extends object> {
  readonly id: string
  readonly row: Row
  readonly index: number
  readonly columns: readonly GridColumn<Row>[]
  readonly cuts: CutNames
  readonly onOpen: ((row: Row) => void) | undefined
  readonly actions: ((row: Row) => readonly RowAction[]) | undefined
  readonly className: string | undefined
  readonly selection: GridSelection | undefined
}

export const endClass = (column: { readonly align?: 'end' } | undefined) =>
  column?.align === 'end' ? styles.end : undefined

export function GridRow<Row extends object>(props: GridRowProps<Row>) {
  const { id, row, index, onOpen, actions, selection } = props
  // A click on a link, a button or a marked text inside the row is not a click on the row.
  const open = (event: ReactMouseEvent<HTMLTableRowElement>) => {
    const target = event.target as HTMLElement
    if (target.closest('a, button, input, label') || getSelection()?.toString()) return
    if (event.currentTarget.contains(target)) onOpen?.(row)
  }
  const keys = (event: KeyboardEvent<HTMLTableRowElement>) => {
    const target = event.target as HTMLElement
    const isCell = target.matches('td[data-column]')
    if (target !== event.currentTarget && !isCell) return
    if (event.key === 'Enter') {
      const link = isCell ? target.querySelector<HTMLElement>('a, [data-edits]') : null
      if (link) link.click()
      else onOpen?.(row)
    }
    if (event.key !== ' ' || !selection || selection.canSelect?.(id) === false) return
    event.preventDefault()
    selection.onToggle(id, event.shiftKey)
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
            disabled={selection.canSelect?.(id) === false}
            onChange={(event) =>
              selection.onToggle(id, (event.nativeEvent as unknown as MouseEvent).shiftKey === true)
            }
          />
        </td>
      )}
      {props.columns.map((column) => (
        <td key={column.id} className={endClass(column)} data-column={column.id} tabIndex={-1}>
          {column.cell(row, nameIn(column, row, props.cuts))}
        </td>
      ))}
      {actions && (
        <td className={styles.actions}>
          <RowMenu actions={actions(row)} />
        </td>
      )}
    </tr>
  )
}

function nameIn<Row>(column: GridColumn<Row>, row: Row, cuts: CutNames) {
  const name = column.name?.(row) ?? ''
  const shown = cuts.get(column.id)?.get(name)
  return shown === undefined ? name : <CutName name={name} shown={shown} />
}
