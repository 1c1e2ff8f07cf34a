// The first rows of an uploaded file, with a meaning for each column and what each row is read as.
import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { columnLetters, type TableLayout, type TableRow } from '#core/table-file/table-file.ts'
import type { Choice } from '../ui/form/SelectField.tsx'
import styles from './Files.module.css'

interface ColumnTableProps<Meaning extends string> {
  readonly head: readonly TableRow[]
  readonly layout: Pick<TableLayout<Meaning>, 'columns' | 'headers' | 'header_line'>
  readonly meanings: readonly Choice<Meaning>[]
  /** Columns that must not be ignored without a word. */
  readonly undecided?: readonly number[]
  /** Shows the values that are read from a row below the header. */
  readonly reading: (row: TableRow) => ReactNode
  readonly onChange: (columns: readonly (Meaning | null)[]) => void
}

export function ColumnTable<Meaning extends string>(props: ColumnTableProps<Meaning>) {
  const { head, layout, meanings, undecided = [], reading, onChange } = props
  const { columns, headers, header_line } = layout
  const rows = head.filter(({ line }) => line > (header_line ?? 0))
  const nameOf = (at: number) => headers[at] || columnLetters(at)
  const meaningOf = (value: string | null): Meaning | null =>
    meanings.find((meaning) => meaning.value === value)?.value ?? null
  return (
    <div className={styles.head}>
      <table>
        <thead>
          <tr>
            <th scope="col">Read as</th>
            {columns.map((meaning, at) => (
              <th key={columnLetters(at)} scope="col">
                <Select
                  label={nameOf(at)}
                  size="xs"
                  placeholder={undecided.includes(at) ? 'Choose…' : 'Ignored'}
                  error={undecided.includes(at) && 'A field, or “Ignored”'}
                  clearable
                  data={[...meanings]}
                  value={meaning}
                  onChange={(value) =>
                    onChange(columns.map((old, i) => (i === at ? meaningOf(value) : old)))
                  }
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line}>
              <td>{reading(row)}</td>
              {columns.map((_, at) => (
                <td key={columnLetters(at)}>{row.cells[at]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
