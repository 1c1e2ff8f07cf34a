// The price of a number in each tariff: its rate, and the margin between sale and purchase.

import type { NumberRate } from '#contract/tariffs/number-rates.ts'
import * as column from '../columns/common-columns.tsx'
import { prefixName } from '../columns/prefix-name.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { Amount, Price } from '../ui/values/Amount.tsx'
import { Badge, StatusDot } from '../ui/values/Badge.tsx'
import { NONE } from '../ui/values/format.ts'
import { tariffKindLabel } from './tariff-labels.ts'

function Prefix({ row }: { row: NumberRate }) {
  const { id, rate_id, prefix } = row
  if (rate_id === null) return <span className="muted">no rate</span>
  return (
    <Link className="mono" to={paths.admin.tariffRates(id).edit(rate_id)}>
      {prefixName(prefix ?? '')}
    </Link>
  )
}

/** Below zero, calls to the number lose money. */
function Margin({ row: { margin, margin_currency } }: { row: NumberRate }) {
  if (margin === null) return NONE
  const price = <Price value={margin} currency={margin_currency} />
  return margin < 0 ? <span className="danger">{price}</span> : price
}

export const NUMBER_RATE_COLUMNS: readonly GridColumn<NumberRate>[] = [
  column.link('tariff_name', 'Tariff', 200, (row) => paths.admin.tariffRates(row.id).list, {
    sort: true,
  }),
  {
    id: 'kind',
    header: 'Kind',
    width: 170,
    sort: 'kind',
    cell: (row) => (
      <>
        <Badge>{tariffKindLabel(row.kind)}</Badge>{' '}
        {row.is_of_client && <Badge tone="info">of the client</Badge>}
      </>
    ),
  },
  column.integer('used_by_count', 'Used by', 90, { sort: true }),
  {
    id: 'prefix',
    header: 'Prefix',
    width: 130,
    sort: 'prefix',
    cell: (row) => <Prefix row={row} />,
  },
  column.text('destination', 'Destination', 200, { sort: true }),
  {
    id: 'blocked',
    header: 'Calls',
    width: 100,
    cell: (row) => {
      if (row.blocked === null) return NONE
      return row.blocked ? <StatusDot tone="danger">Blocked</StatusDot> : 'Allowed'
    },
  },
  {
    id: 'rate',
    header: 'Rate per minute',
    fields: ['rate', 'currency'],
    width: 140,
    align: 'end',
    sort: 'rate',
    cell: (row) => (
      <>
        {row.reverse_billing && <Badge tone="info">credit</Badge>}{' '}
        <Price value={row.rate} currency={row.currency} />
      </>
    ),
  },
  {
    id: 'five_minutes',
    header: '5 minutes',
    width: 110,
    align: 'end',
    cell: (row) => <Amount value={row.five_minutes} currency={row.currency} />,
  },
  {
    id: 'margin',
    header: 'Margin per minute',
    fields: ['margin', 'margin_currency'],
    width: 150,
    align: 'end',
    sort: 'margin',
    cell: (row) => <Margin row={row} />,
  },
  {
    id: 'window_name',
    header: 'Hours',
    width: 130,
    cell: (row) => {
      if (row.rate_id === null) return NONE
      return row.window_name ?? <span className="muted">Always</span>
    },
  },
  column.time('effective_from', 'Effective from', 160, { sort: true }),
  column.time('changes_at', 'Next change', 160, { sort: true }),
]
