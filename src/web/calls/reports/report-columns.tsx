// The columns of a traffic report: its keys first, then the figures that its user may see.
import type { ReactNode } from 'react'
import type { ReportGroup, TrafficReportRow } from '#contract/traffic/traffic-reports.ts'
import type { FieldRight } from '#core/permission/field-rights.ts'
import * as column from '../../columns/common-columns.tsx'
import { Unknown } from '../../columns/Unknown.tsx'
import { countryName } from '../../pickers/countries.ts'
import type { GridColumn } from '../../ui/grid/column.ts'
import { type DateLook, formatDate, NONE } from '../../ui/values/format.ts'
import { refusalLabel } from '../call-labels.ts'
import { sipLabel } from '../sip-codes.ts'
import { COUNTED, type Figure } from './calls-behind.ts'
import { figuresFor, type ReportFigures } from './figure-columns.tsx'

type Row = TrafficReportRow
type Column = GridColumn<Row>

/** A count leads to the calls behind it, where there is such a list. */
export type LinkOf = (row: Row, figure: Figure) => ReactNode

const DATE_STYLES = { hour: 'minute', day: 'day', month: 'month' } as const

const timeColumn = (unit: 'hour' | 'day' | 'month', header: string, look: DateLook): Column => ({
  id: 'time',
  header,
  width: 150,
  sort: 'time',
  cell: ({ time }) => (time === null ? NONE : formatDate(time, DATE_STYLES[unit], look)),
})

const nameColumn = (
  group: 'client' | 'reseller' | 'settlement' | 'gateway',
  header: string,
  none: string,
): Column => ({
  id: `${group}_name`,
  header,
  width: 190,
  sort: `${group}_name`,
  name: (row) => row[`${group}_name`] ?? none,
  cell: (row, name) =>
    row[`${group}_name`] === null ? <span className="muted">{none}</span> : name,
  fields: [`${group}_id`, `${group}_name`],
  filter: (row) => [group === 'client' ? 'account_id' : `${group}_id`, row[`${group}_id`]],
})

function keyColumn(group: ReportGroup, look: DateLook): Column {
  switch (group) {
    case 'hour':
      return timeColumn(group, 'Hour', look)
    case 'day':
      return timeColumn(group, 'Day', look)
    case 'month':
      return timeColumn(group, 'Month', look)
    case 'client':
      return nameColumn(group, 'Client', 'Unknown caller')
    case 'reseller':
      return nameColumn(group, 'Reseller', 'No reseller')
    case 'settlement':
      return nameColumn(group, 'Settlement', 'No carrier')
    case 'gateway':
      return nameColumn(group, 'Gateway', 'No gateway')
    case 'destination':
      return {
        ...column.text('destination', 'Destination', 200, { sort: true }),
        cell: ({ destination }) => destination || <Unknown of="destination" />,
      }
    case 'country':
      return {
        ...column.text('country', 'Country', 180, { sort: true }),
        cell: ({ country }) => (country ? countryName(country) : <Unknown of="country" />),
      }
    case 'prefix':
      return column.mono('prefix', 'Prefix', 120, { sort: true })
    case 'sip_code':
      return {
        id: 'sip_code',
        header: 'SIP code',
        width: 200,
        sort: 'sip_code',
        cell: ({ sip_code }) => (sip_code ? sipLabel(sip_code) : NONE),
      }
    case 'refusal':
      return {
        ...column.text('refusal', 'Refusal', 200, { sort: true }),
        cell: ({ refusal }) => (refusal ? refusalLabel(refusal) : NONE),
      }
    case 'codec':
      return column.text('codec', 'Codec', 110, { sort: true })
  }
}

interface ReportColumns {
  readonly groups: readonly ReportGroup[]
  readonly held: readonly FieldRight[]
  readonly look: DateLook
  readonly linkOf: LinkOf
}

export function reportColumns({ groups, held, look, linkOf }: ReportColumns): Column[] {
  const ofTime = groups.some((group) => group in DATE_STYLES)
  const seen = figuresFor(held).filter(({ unsorted }) => ofTime || !unsorted)
  const isOfResults = groups.some((group) => group === 'sip_code' || group === 'refusal')
  const figures = seen.map((figure): Column => {
    const { id, header, help, width, show, unsorted } = figure
    const hidden = figure.hidden && !(figure.ofResults && isOfResults)
    const linked = COUNTED.find((one) => one === id)
    const cell = linked ? (row: Row) => linkOf(row, linked) : show
    return {
      id,
      header,
      ...(help && { help }),
      width,
      align: 'end',
      cell,
      ...(!unsorted && { sort: id }),
      ...(hidden && { hidden }),
    }
  })
  return [...groups.map((group) => keyColumn(group, look)), ...figures]
}

/** The totals row: the same figures under the same columns. */
export function totalsOf(figures: ReportFigures, held: readonly FieldRight[], first: string) {
  const shown = figuresFor(held).map(({ id, show }) => [id, show(figures)])
  return { ...Object.fromEntries(shown), [first]: 'Total' } as Record<string, ReactNode>
}
