// The head of a table that is no data grid: one row of column headers.
import type { ReactNode } from 'react'

interface HeadCell {
  readonly name: string
  readonly className?: string | undefined
}

interface TableHeadProps {
  readonly columns: readonly (string | HeadCell)[]
  /** Further cells at the end, such as the one above the buttons of the rows. */
  readonly children?: ReactNode
}

export function TableHead({ columns, children }: TableHeadProps) {
  const cells = columns.map((column) => (typeof column === 'string' ? { name: column } : column))
  return (
    <thead>
      <tr>
        {cells.map(({ name, className }) => (
          <th key={name} scope="col" className={className}>
            {name}
          </th>
        ))}
        {children}
      </tr>
    </thead>
  )
}

/** Above the buttons of the rows: its name is only for screen readers. */
export function ActionsHead({ name }: { name: string }) {
  return (
    <th scope="col">
      <span className="visually-hidden">{name}</span>
    </th>
  )
}
