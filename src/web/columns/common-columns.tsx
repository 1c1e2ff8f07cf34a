// Columns that lists of all kinds share: of one field, by its kind of value.

import type { ReactNode } from 'react'
import { formatPercent, type Money, type Percent, type Rate, type Sum } from '#core/money.ts'
import { STATUSES } from '../fields/statuses.ts'
import { ListLink, type ListLinkProps } from '../lists/ListLink.tsx'
import { Link } from '../session/Link.tsx'
import { labelFor } from '../ui/form/labels.ts'
import type { Choice } from '../ui/form/SelectField.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { Amount, Price } from '../ui/values/Amount.tsx'
import { StatusDot } from '../ui/values/Badge.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { formatDecimal, formatDuration, NONE } from '../ui/values/format.ts'

interface More<Row> extends Omit<Partial<GridColumn<Row>>, 'sort' | 'cell'> {
  /** By the name of the field. */
  readonly sort?: true
}

const columnWith = <Row,>(
  id: string,
  header: string,
  width: number,
  cell: GridColumn<Row>['cell'],
  { sort, ...more }: More<Row>,
): GridColumn<Row> => ({ id, header, width, cell, ...(sort && { sort: id }), ...more })

type Field<Id extends string, Value> = Readonly<Record<Id, Value>>

const columnOf =
  <Value,>(show: (value: Value) => ReactNode, align?: 'end') =>
  <Id extends string>(
    id: Id,
    header: string,
    width: number,
    more: More<Field<Id, Value>> = {},
  ): GridColumn<Field<Id, Value>> =>
    columnWith(id, header, width, (row) => show(row[id]), { ...(align && { align }), ...more })

export const text = columnOf((text: string | null) => text || NONE)

/** Numbers and addresses, which are read digit by digit. */
export const mono = columnOf((text: string | number | null) => (
  <span className="mono">{text || NONE}</span>
))

export const time = columnOf((at: string | null) => <DateTime at={at} />)

export const integer = columnOf(
  (value: number | null) => (value === null ? NONE : formatDecimal(value)),
  'end',
)

/** Its field is in seconds. */
export const duration = columnOf((seconds: number | null) => formatDuration(seconds), 'end')

export const percent = columnOf((percent: Percent) => `${formatPercent(percent)} %`, 'end')

/** A value by its label. */
export const choice = <Id extends string>(
  id: Id,
  header: string,
  width: number,
  choices: readonly Choice[],
  more: More<Field<Id, string>> = {},
): GridColumn<Field<Id, string>> =>
  columnWith(id, header, width, (row) => labelFor(choices, row[id]), more)

type MoneyRow<Id extends string> = Field<Id, Money | Sum | null> & Field<'currency', string | null>

export const money = <Id extends string>(
  id: Id,
  header: string,
  width: number,
  more: More<MoneyRow<Id>> = {},
): GridColumn<MoneyRow<Id>> =>
  columnWith(id, header, width, (row) => <Amount value={row[id]} currency={row.currency} />, {
    align: 'end',
    ...more,
  })

/** An amount of a document or a payment, in the decimals of its currency. */
export const paid = <Id extends string>(
  id: Id,
  header: string,
  width: number,
  more: More<MoneyRow<Id>> = {},
): GridColumn<MoneyRow<Id>> => ({
  ...money(id, header, width, more),
  cell: (row) => <Amount value={row[id]} currency={row.currency} places="paid" />,
})

type Currency<Id extends string> = Field<`${Id}_currency`, string | null>
type RateRow<Id extends string> = Field<Id, Rate | null> & Currency<Id>

/** A rate per minute, whose currency is in a field of its own. */
export const rate = <Id extends string>(
  id: Id,
  header: string,
  width: number,
  more: More<RateRow<Id>> = {},
): GridColumn<RateRow<Id>> => {
  const currencyOf = (row: Currency<Id>) => row[`${id}_currency`]
  const cell = (row: RateRow<Id>) => <Price value={row[id]} currency={currencyOf(row)} />
  return columnWith(id, header, width, cell, { align: 'end', ...more })
}

export const status = (width: number) =>
  columnWith<Field<'status', 'active' | 'blocked'>>(
    'status',
    'Status',
    width,
    ({ status }) => (
      <StatusDot tone={status === 'active' ? 'success' : 'danger'}>
        {labelFor(STATUSES, status)}
      </StatusDot>
    ),
    { sort: true },
  )

export const created = time('created_at', 'Created', 160, { sort: true, hidden: true })

/** The name of a row leads to `to`; `beside` it may be a badge. */
export const name = <Row extends { readonly id: number; readonly name: string }>(
  width: number,
  to: (id: number) => string,
  beside?: (row: Row) => ReactNode,
): GridColumn<Row> => {
  const link = (row: Row, name: ReactNode) => <Link to={to(row.id)}>{name}</Link>
  const cell = (row: Row, name: ReactNode) => (
    <>
      {link(row, name)} {beside?.(row)}
    </>
  )
  const name = (row: Row) => row.name
  return columnWith('name', 'Name', width, beside ? cell : link, { sort: true, name })
}

/** The name of another thing, which leads there. */
export const link = <Id extends string, Row extends Field<Id, string>>(
  id: Id,
  header: string,
  width: number,
  to: (row: Row) => string,
  more: More<Row> = {},
): GridColumn<Row> =>
  columnWith(id, header, width, (row, name) => <Link to={to(row)}>{name}</Link>, {
    name: (row) => row[id],
    ...more,
  })

/** A count that leads to the list of what is counted. */
export const countLink = <Id extends string, Row extends Field<Id, number>>(
  id: Id,
  header: string,
  width: number,
  link: (row: Row) => Omit<ListLinkProps, 'children'>,
  more: More<Row> = {},
): GridColumn<Row> => {
  const cell = (row: Row) => <ListLink {...link(row)}>{formatDecimal(row[id])}</ListLink>
  return columnWith(id, header, width, cell, { align: 'end', ...more })
}

/** How much uses it, in words. */
export const usedBy = <Row extends Field<'used_by_count', number>>(
  width: number,
  words: (row: Row) => ReactNode,
  more: More<Row> = { sort: true },
): GridColumn<Row> => {
  const cell = (row: Row) =>
    row.used_by_count === 0 ? <span className="muted">unused</span> : words(row)
  return columnWith('used_by_count', 'Used by', width, cell, { align: 'end', ...more })
}
