import type { ReactNode } from 'react'

export interface GridColumn<Row> {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** Pixels; the rest of the room is shared in proportion. */
  readonly width?: number
  /** Numbers stand at the end. */
  readonly align?: 'end'
  /** The name by which the server sorts; without it the column cannot be sorted. */
  readonly sort?: string
  /** Only shown when chosen. */
  readonly hidden?: boolean
}

export interface RowAction {
  readonly label: string
  readonly icon?: ReactNode
  readonly onClick: () => void
  readonly danger?: boolean
}

/** The states of a list, as a query gives them. */
export interface GridData<Row> {
  readonly rows: readonly Row[] | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly retry: () => void
}

export interface GridEmpty {
  /** Said when there is nothing at all. */
  readonly text: string
  readonly action?: ReactNode
  /** Set while filters hide rows. */
  readonly onClearFilters?: (() => void) | undefined
}

/** Which rows are chosen, by their ids. */
export interface GridSelection {
  readonly selected: ReadonlySet<string>
  readonly onToggle: (id: string) => void
  /** All rows of the page, or none. */
  readonly onToggleAll: () => void
  readonly isAll: boolean
  /** Names the box of a row. */
  readonly label: (id: string) => string
}
