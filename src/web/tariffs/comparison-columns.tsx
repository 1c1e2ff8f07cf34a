// The columns of a compared prefix: the rate in each tariff, the lowest cost, and the margin.
import type { ComparedPrefix } from '#contract/tariffs/rate-comparison.ts'
import type { Percent, Rate } from '#core/money.ts'
import { formatPercent } from '#core/money.ts'
import * as column from '../columns/common-columns.tsx'
import { prefixName } from '../columns/prefix-name.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { Price } from '../ui/values/Amount.tsx'
import { Badge } from '../ui/values/Badge.tsx'
import { NONE } from '../ui/values/format.ts'

const SLOTS = [1, 2, 3, 4, 5, 6] as const
type Slot = (typeof SLOTS)[number]

function SlotRate({ row, slot }: { row: ComparedPrefix; slot: Slot }) {
  const rate = row[`rate_${slot}`]
  const prefix = row[`prefix_${slot}`]
  if (rate === null) return <span className="muted">no rate</span>
  return (
    <>
      {row[`blocked_${slot}`] && <Badge tone="danger">blocked</Badge>}{' '}
      {prefix !== row.prefix && <Badge>by {prefixName(prefix ?? '')}</Badge>}{' '}
      <Price value={rate} currency={row[`rate_${slot}_currency`] ?? ''} />
    </>
  )
}

const GAPS = { NOT_BOUGHT: 'not bought', NOT_SOLD: 'not sold' } as const

/** Below zero, calls lose money. */
const lossClass = (value: Rate | Percent): string | undefined => (value < 0 ? 'danger' : undefined)

const percentText = (value: Percent) => `${formatPercent(value).replace('-', '−')} %`

const price = (
  id: 'lowest_sell' | 'lowest_cost' | 'margin',
  header: string,
): GridColumn<ComparedPrefix> => ({
  id,
  header,
  fields: [id, 'margin_currency'],
  width: 150,
  align: 'end',
  sort: id,
  cell: (row) => {
    const value = row[id]
    if (value === null || value === undefined) return NONE
    return (
      <span className={id === 'margin' ? lossClass(value) : undefined}>
        <Price value={value} currency={row.margin_currency} />
      </span>
    )
  },
})

/** `names` are those of the compared tariffs, once they are known. */
export const comparisonColumns = (
  count: number,
  names: readonly string[],
): readonly GridColumn<ComparedPrefix>[] => [
  {
    id: 'prefix',
    header: 'Prefix',
    width: 120,
    sort: 'prefix',
    cell: (row) => <span className="mono">{prefixName(row.prefix)}</span>,
  },
  column.text('destination', 'Destination', 180, { sort: true }),
  ...SLOTS.slice(0, count).map(
    (slot): GridColumn<ComparedPrefix> => ({
      id: `rate_${slot}`,
      header: names[slot - 1] ?? `Tariff ${slot}`,
      fields: [`rate_${slot}`, `rate_${slot}_currency`, `prefix_${slot}`, `tariff_${slot}`],
      width: 170,
      align: 'end',
      cell: (row) => <SlotRate row={row} slot={slot} />,
    }),
  ),
  // With two tariffs, each is the lowest of its kind.
  ...(count > 2 ? [price('lowest_sell', 'Lowest sell'), price('lowest_cost', 'Lowest cost')] : []),
  price('margin', 'Margin per minute'),
  {
    id: 'margin_percent',
    header: 'Margin %',
    width: 100,
    align: 'end',
    sort: 'margin_percent',
    cell: ({ margin_percent }) =>
      margin_percent === null || margin_percent === undefined ? (
        NONE
      ) : (
        <span className={lossClass(margin_percent)}>{percentText(margin_percent)}</span>
      ),
  },
  {
    id: 'gap',
    header: 'Gap',
    width: 110,
    cell: ({ gap }) => (gap ? <Badge tone="warning">{GAPS[gap]}</Badge> : NONE),
  },
]
