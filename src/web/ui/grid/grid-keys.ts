// The keys of a table: ↑ ↓ PgUp PgDn Home End move between rows, ← → between the cells of a row.
import type { KeyboardEvent } from 'react'

const PAGE_ROWS = 15

interface Rows {
  readonly count: number
  /** Renders a row that is not in the document yet. */
  readonly scrollTo: ((index: number) => void) | undefined
}

const rowsApart = (key: string, at: number, count: number): number | undefined => {
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + PAGE_ROWS,
    PageUp: at - PAGE_ROWS,
    Home: 0,
    End: count - 1,
  }
  const wanted = targets[key]
  return wanted === undefined ? undefined : Math.min(count - 1, Math.max(0, wanted))
}

/** The row that has the focus is the only tab stop; its cells are reached from it. */
export function moveFocus(event: KeyboardEvent<HTMLTableSectionElement>, rows: Rows): void {
  const target = event.target as HTMLElement
  const row = target.closest<HTMLTableRowElement>('tr[data-index]')
  const cell = target.closest<HTMLElement>('td[data-column]')
  if (!row || (target !== row && target !== cell)) return
  if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
    event.preventDefault()
    moveSideways(row, cell, event.key === 'ArrowRight' ? 1 : -1)
    return
  }
  const to = rowsApart(event.key, Number(row.dataset.index), rows.count)
  if (to === undefined) return
  event.preventDefault()
  const body = event.currentTarget
  rows.scrollTo?.(to)
  // The row may come into the document only after the scroll.
  requestAnimationFrame(() => {
    const next = body.querySelector<HTMLElement>(`tr[data-index="${to}"]`)
    const column = cell && `td[data-column="${CSS.escape(cell.dataset.column ?? '')}"]`
    const aim = column ? next?.querySelector<HTMLElement>(column) : next
    aim?.focus()
  })
}

function moveSideways(row: HTMLElement, cell: HTMLElement | null, by: 1 | -1): void {
  const cells = [...row.querySelectorAll<HTMLElement>('td[data-column]')]
  const at = cell ? cells.indexOf(cell) : -1
  const aim = at + by < 0 ? row : cells[Math.min(cells.length - 1, at + by)]
  aim?.focus()
  aim?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
