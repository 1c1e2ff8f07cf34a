// The columns of a compared prefix: the rate in each tariff, the lowest cost, and the margin.
import type { ComparedPrefix } from '#contract/tariffs/rate-comparison.ts'
import type { Percent, Rate } from '#core/money.ts'
import * as column from '../columns/common-columns.tsx'
import { prefixName } from '../columns/prefix-name.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { Amount, Price } from '../ui/values/Amount.tsx'
import { Badge } from '../ui/values/Badge.tsx'
import { decimalsOfPrices, formatDecimal, formatShare, NONE } from '../ui/values/format.ts'

const SLOTS = [1, 2, 3, 4, 5, 6] as const
type Slot = (typeof SLOTS)[number]

/** The decimals of each column of prices, so that its figures are aligned. */
export type ColumnDecimals = Readonly<Record<string, number>>

interface SlotRateProps {
  readonly row: ComparedPrefix
  readonly slot: Slot
  readonly decimals: number | undefined
}

function SlotRate({ row, slot, decimals }: SlotRateProps) {
  const rate = row[`rate_${slot}`]
  const prefix = row[`prefix_${slot}`]
  if (rate === null) return <span className="muted">no rate</span>
  return (
    <>
      {row[`blocked_${slot}`] && <Badge tone="danger">blocked</Badge>}{' '}
      {prefix !== row.prefix && <Badge>by {prefixName(prefix ?? '')}</Badge>}{' '}
      <Price value={rate} currency={row[`rate_${slot}_currency`] ?? ''} decimals={decimals} />
    </>
  )
}

const GAPS = { NOT_BOUGHT: 'not bought', NOT_SOLD: 'not sold' } as const

/** Below zero, calls lose money. */
const lossClass = (value: Rate | Percent): string | undefined => (value < 0 ? 'danger' : undefined)

type WorthId = 'lowest_sell' | 'lowest_cost' | 'margin'

const price = (
  id: WorthId,
  header: string,
  decimals: ColumnDecimals,
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
        <Price value={value} currency={row.margin_currency} decimals={decimals[id]} />
      </span>
    )
  },
})

const PRICES = [
  ...SLOTS.map((slot) => `rate_${slot}` as const),
  'lowest_sell',
  'lowest_cost',
  'margin',
] as const

export const decimalsOfColumns = (rows: readonly ComparedPrefix[]): ColumnDecimals =>
  Object.fromEntries(PRICES.map((id) => [id, decimalsOfPrices(rows.map((row) => row[id] ?? null))]))

interface Compared {
  /** How many tariffs have a column. */
  readonly count: number
  /** Those of the compared tariffs, once they are known. */
  readonly names: readonly string[]
  readonly decimals: ColumnDecimals
  readonly all_buys: boolean
  readonly traffic: boolean
}

/** The traffic of 30 days, and its margin at the compared rates. */
const TRAFFIC: readonly GridColumn<ComparedPrefix>[] = [
  column.integer('calls', 'Answered, 30 days', 140),
  {
    id: 'billed_seconds',
    header: 'Minutes, 30 days',
    width: 140,
    align: 'end',
    sort: 'billed_seconds',
    cell: ({ billed_seconds: seconds }) =>
      seconds == null ? NONE : formatDecimal(Math.round(seconds / 6) / 10),
  },
  {
    id: 'margin_amount',
    header: 'Margin of these calls',
    fields: ['margin_amount', 'margin_currency'],
    width: 160,
    align: 'end',
    sort: 'margin_amount',
    cell: ({ margin_amount: amount, margin_currency }) =>
      amount == null ? (
        NONE
      ) : (
        <span className={amount < 0 ? 'danger' : undefined}>
          <Amount value={amount} currency={margin_currency} places={2} />
        </span>
      ),
  },
]

export const comparisonColumns = ({
  count,
  names,
  decimals,
  all_buys,
  traffic,
}: Compared): readonly GridColumn<ComparedPrefix>[] => [
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
      cell: (row) => <SlotRate row={row} slot={slot} decimals={decimals[`rate_${slot}`]} />,
    }),
  ),
  // With two tariffs, each is the lowest of its kind.
  ...(count > 2 ? [price('lowest_sell', 'Lowest sell', decimals)] : []),
  ...(count > 2 || all_buys
    ? [
        price('lowest_cost', 'Lowest cost', decimals),
        column.text('cheapest', 'Cheapest', 150) as GridColumn<ComparedPrefix>,
      ]
    : []),
  price('margin', 'Margin per minute', decimals),
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
        <span className={lossClass(margin_percent)}>{formatShare(margin_percent)}</span>
      ),
  },
  ...(traffic ? TRAFFIC : []),
  {
    id: 'gap',
    header: 'Gap',
    width: 110,
    cell: ({ gap }) => (gap ? <Badge tone="warning">{GAPS[gap]}</Badge> : NONE),
  },
]
