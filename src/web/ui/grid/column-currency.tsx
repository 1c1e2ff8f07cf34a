// The heading of a column of amounts has the currency, where all rows have the same.
import { useMemo } from 'react'
import { SaidCurrency } from '../values/said-currency.ts'
import type { GridColumn } from './column.ts'

/** Undefined where the rows have several currencies, or none. */
function commonCurrency<Row>(
  { currency }: GridColumn<Row>,
  rows: readonly Row[] = [],
): string | undefined {
  const [code, ...others] = new Set(currency ? rows.map(currency) : [])
  return others.length === 0 && code ? code : undefined
}

/** The columns with the currency in the headings, and not in the cells. */
export function useColumnCurrencies<Row>(
  columns: readonly GridColumn<Row>[],
  rows: readonly Row[] | undefined,
): readonly GridColumn<Row>[] {
  const said = columns.map((column) => commonCurrency(column, rows) ?? '').join(' ')
  return useMemo(() => {
    const codes = said.split(' ')
    return columns.map((column, at) => {
      const code = codes[at]
      if (!code) return column
      return {
        ...column,
        unit: code,
        cell: (row, name) => <SaidCurrency value={code}>{column.cell(row, name)}</SaidCurrency>,
      }
    })
  }, [columns, said])
}
