// The first rows of a rate file, with a meaning for each column and what each row is read as.
import { Select } from '@mantine/core'
import type { OneRateImport } from '#contract/rate-imports.ts'
import { formatRate } from '#core/money.ts'
import type { ColumnMeaning } from '#core/rate-import/layout.ts'
import { parseRateRow } from '#core/rate-import/parse-rate-row.ts'
import { columnLetters } from '#core/table-file/table-file.ts'
import { MEANINGS } from './import-labels.ts'
import styles from './RateImport.module.css'

type Layout = NonNullable<OneRateImport['layout']>
type Row = OneRateImport['head'][number]

interface ColumnTableProps {
  readonly head: OneRateImport['head']
  readonly layout: Layout
  readonly currency: string
  readonly onChange: (columns: Layout['columns']) => void
}

export function ColumnTable({ head, layout, currency, onChange }: ColumnTableProps) {
  const { columns, headers, header_line } = layout
  const rows = head.filter(({ line }) => line > (header_line ?? 0))
  const nameOf = (at: number) => headers[at] || columnLetters(at)
  return (
    <div className={styles.head}>
      <table>
        <thead>
          <tr>
            {columns.map((meaning, at) => (
              <th key={columnLetters(at)} scope="col">
                <Select
                  label={nameOf(at)}
                  size="xs"
                  placeholder="Ignored"
                  clearable
                  data={[...MEANINGS]}
                  value={meaning}
                  onChange={(value) =>
                    onChange(columns.map((old, i) => (i === at ? meaningOf(value) : old)))
                  }
                />
              </th>
            ))}
            <th scope="col">Read as</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line}>
              {columns.map((_, at) => (
                <td key={columnLetters(at)}>{row.cells[at]}</td>
              ))}
              <td>
                <Reading row={row} layout={layout} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const meaningOf = (value: string | null): ColumnMeaning | null =>
  MEANINGS.find((meaning) => meaning.value === value)?.value ?? null

interface ReadingProps {
  readonly row: Row
  readonly layout: Layout
  readonly currency: string
}

function Reading({ row, layout, currency }: ReadingProps) {
  const context = { time_zone: 'UTC', currency, namePrefixes: () => [] }
  const read = parseRateRow(row, layout, context)
  if (!Array.isArray(read)) return <span className="danger">{read.reason}</span>
  const [first] = read
  if (!first) return null
  const prefixes = read.length > 1 ? `${first.prefix} and ${read.length - 1} more` : first.prefix
  if (first.is_deleted) return <>{prefixes}: removed</>
  return (
    <>
      <span className="mono">{prefixes || 'default'}</span>:{' '}
      {first.blocked ? 'blocked' : `${formatRate(first.rate)} ${currency} per minute`}
    </>
  )
}
