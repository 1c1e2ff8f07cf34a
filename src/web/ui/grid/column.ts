import type { ReactNode } from 'react'

export interface GridColumn<Row> {
  readonly id: string
  readonly header: string
  /** The meaning of the header, as its tooltip. */
  readonly help?: string
  /** `name` is that of the column's `name`, as much of it as there is room for. */
  readonly cell: (row: Row, name: ReactNode) => ReactNode
  /** A name: where it does not fit, it is cut in the middle. */
  readonly name?: (row: Row) => string | null
  /** Pixels, until there are rows to measure. */
  readonly width?: number
  /** The minimum width in pixels: for a word that must not be cut, or that appears later. */
  readonly minWidth?: number
  /** A text that is read whole keeps up to this width in pixels, also where others shrink. */
  readonly wide?: number
  /** Numbers are aligned at the end. */
  readonly align?: 'end'
  /** That of its amount: the heading says it once where all rows have the same. */
  readonly currency?: (row: Row) => string | null
  /** Common to all its values, such as a currency: small, beside the header. */
  readonly unit?: string
  /** The name by which the server sorts; without it the column cannot be sorted. */
  readonly sort?: string
  /** The fields of a row that it shows, for a file, where that is not the field of its id. */
  readonly fields?: readonly string[]
  /** Only shown when chosen. */
  readonly hidden?: boolean
  /** Takes the place of that column for users who do not see it. */
  readonly insteadOf?: string
  /** Its header for users who do not see the field: their list has no other side. */
  readonly headerWithout?: readonly [field: string, header: string]
  /** By which filter of the list its value is looked for; without it, by that of its own name. */
  readonly filter?: (row: Row) => GridFilter | undefined
}

/** The name of a filter, and the value that the row has for it. */
export type GridFilter = readonly [name: string, value: string | number | null]

/** How a list is narrowed to the value of a cell, or to all but that. */
export interface GridFilters {
  readonly canFilter: (name: string, value: string) => boolean
  readonly canExclude: (name: string, value: string) => boolean
  readonly filter: (name: string, value: string) => void
  readonly exclude: (name: string, value: string) => void
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
  /** The rows are still those of the filters before, or not all of what is in them is there. */
  readonly isOutdated?: boolean
  readonly retry: () => void
}

/** Names of columns as the server sorts by them; a leading `-` sorts downwards. */
export interface GridSort {
  readonly chosen: string | undefined
  /** How the list is sorted when nothing is chosen. */
  readonly fallback: string | undefined
}

export interface GridEmpty {
  /** Said when there is nothing at all. */
  readonly text: string
  /** The word for the rows, such as `clients`. */
  readonly many?: string
  readonly action?: ReactNode
  /** Set while filters hide rows. */
  readonly onClearFilters?: (() => void) | undefined
  /** Says which of them hides the most. */
  readonly narrowest?: { readonly text: string; readonly onRemove: () => void } | undefined
}

/** Which rows are chosen, by their ids. */
export interface GridSelection {
  readonly selected: ReadonlySet<string>
  /** With Shift, all rows from the last one to this. */
  readonly onToggle: (id: string, isRange: boolean) => void
  /** All rows of the page, or none. */
  readonly onToggleAll: () => void
  readonly isAll: boolean
  /** Whether the row may be chosen; absent where every one may. */
  readonly canSelect?: (id: string) => boolean
  /** Names the box of a row. */
  readonly label: (id: string) => string
}
