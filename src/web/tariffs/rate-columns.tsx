// The columns of the rates of one tariff. Values that a rate does not have itself are shown muted,
// as the tariff has them.

import type { ReactNode } from 'react'
import type { TariffRate } from '#contract/tariffs/tariff-rates.ts'
import type { Tariff } from '#contract/tariffs/tariffs.ts'
import { formatPercent, type Money } from '#core/money.ts'
import { rateChange } from '#core/tariff/rate-history.ts'
import * as column from '../columns/common-columns.tsx'
import { prefixName } from '../columns/prefix-name.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import type { GridColumn } from '../ui/grid/column.ts'
import { useKit } from '../ui/Kit.tsx'
import { Amount, Price } from '../ui/values/Amount.tsx'
import { Badge, StatusDot } from '../ui/values/Badge.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { amountIn, formatChange, formatDate, formatPrice, NONE } from '../ui/values/format.ts'
import { RateCell } from './RateCell.tsx'

export function inherited<T>(own: T | null, tariffs: T, write: (value: T) => string): ReactNode {
  if (own !== null) return write(own)
  return (
    <span className="muted" title="Tariff default">
      {write(tariffs)}
    </span>
  )
}

const seconds = (value: number) => `${value} s`

/** All that makes a rate differ from most of the others: when it counts, and that it is blocked. */
function State({ rate }: { rate: TariffRate }) {
  const { state, blocked, window_name, effective_until } = rate
  return (
    <>
      {blocked && <StatusDot tone="danger">Blocked</StatusDot>}{' '}
      {(!blocked || state !== 'active') && <Lifetime rate={rate} />}{' '}
      {window_name && <Hours rate={rate} />}{' '}
      {state === 'active' && effective_until && (
        <span className="muted">
          until <DateTime at={effective_until} />
        </span>
      )}
    </>
  )
}

function Lifetime({ rate }: { rate: TariffRate }) {
  if (rate.state === 'active') return <StatusDot tone="success">Active</StatusDot>
  if (rate.state === 'expired') return <StatusDot tone="neutral">Expired</StatusDot>
  if (rate.state === 'again') return <AgainLater at={rate.counts_from} />
  return (
    <Badge tone="info">
      from <DateTime at={rate.effective_from} />
    </Badge>
  )
}

/** A newer rate counts now, and ends earlier. */
function AgainLater({ at }: { at: string }) {
  const kit = useKit()
  const from = formatDate(at, 'second', kit)
  return (
    <span title={`A newer rate counts now. This one counts again from ${from} ${kit.timeZone}.`}>
      <Badge tone="info">Resumes later</Badge>
    </span>
  )
}

/** The window in which the rate counts, and whether that is now. */
function Hours({ rate }: { rate: TariffRate }) {
  if (rate.window_id === null) return <span className="muted">Always</span>
  return (
    <>
      <Link to={paths.admin.timeWindows.edit(rate.window_id)}>{rate.window_name}</Link>{' '}
      {rate.window_is_open && <Badge tone="success">open</Badge>}
    </>
  )
}

/** Each step in short: from which second on, at which price, in which increments. */
const stepLabel = ({ steps }: TariffRate): string =>
  steps
    .map((step) => `${step.after_seconds} s: ${formatPrice(step.rate)}/${step.increment} s`)
    .join(', ')

type Column = GridColumn<TariffRate>

/** From the rate before to this one. */
function Change({ rate: { rate, previous_rate } }: { rate: TariffRate }) {
  const change = previous_rate === null ? null : rateChange(previous_rate, rate)
  if (change === null) return NONE
  return <span className={change > 0 ? 'danger' : 'success'}>{formatChange(change)}</span>
}

interface Shown {
  /** The rate by which the searched number would be billed. */
  readonly answers_id: number | undefined
  readonly mayEdit: boolean
  /** The rate comes right after the prefix: there is room for no more than the two. */
  readonly isNarrow: boolean
}

const sayItself = (currency: string, { answers_id, mayEdit }: Shown): readonly Column[] => [
  {
    id: 'prefix',
    header: 'Prefix',
    width: 150,
    sort: 'prefix',
    cell: (row) => (
      <>
        <Link className="mono" to={paths.admin.tariffRates(row.tariff_id).edit(row.id)}>
          {prefixName(row.prefix)}
        </Link>{' '}
        {row.id === answers_id && <Badge tone="success">applies</Badge>}
      </>
    ),
  },
  column.text('destination', 'Destination', 220, { sort: true, minWidth: 180 }),
  {
    id: 'rate',
    header: 'Rate per minute',
    width: 130,
    align: 'end',
    currency: () => currency,
    sort: 'rate',
    cell: (row) => (
      <>
        {row.reverse_billing && <Badge tone="info">credit</Badge>}{' '}
        {row.rate_now !== null && (
          <span className="muted" title="Now">
            {formatPrice(row.rate_now)} →{' '}
          </span>
        )}
        {mayEdit ? <RateCell rate={row} /> : <Price value={row.rate} currency={currency} />}
      </>
    ),
  },
  {
    id: 'previous_rate',
    header: 'Previous rate',
    width: 130,
    align: 'end',
    currency: () => currency,
    hidden: true,
    cell: (row) => <Price value={row.previous_rate} currency={currency} />,
  },
  {
    id: 'change',
    fields: ['previous_rate'],
    header: 'Change',
    width: 90,
    align: 'end',
    hidden: true,
    cell: (row) => <Change rate={row} />,
  },
  column.money('five_minutes', '5 minutes', 100, { currency: () => currency }),
  {
    id: 'state',
    fields: ['state', 'counts_from', 'blocked', 'window_name', 'effective_until'],
    header: 'State',
    width: 150,
    cell: (row) => <State rate={row} />,
  },
  {
    id: 'blocked',
    header: 'Calls',
    width: 100,
    hidden: true,
    cell: (row) => (row.blocked ? <StatusDot tone="danger">Blocked</StatusDot> : 'Allowed'),
  },
  {
    id: 'window_name',
    header: 'Hours',
    width: 150,
    hidden: true,
    cell: (row) => <Hours rate={row} />,
  },
]

const inherit = (tariff: Tariff): readonly Column[] => [
  {
    id: 'increments',
    fields: ['first_increment', 'next_increment'],
    header: 'Increments',
    width: 110,
    align: 'end',
    cell: (row) => (
      <>
        {inherited(row.first_increment, tariff.first_increment, String)}
        <span className="muted">/</span>
        {inherited(row.next_increment, tariff.next_increment, seconds)}
      </>
    ),
  },
  {
    id: 'connect_fee',
    header: 'Connect fee',
    width: 110,
    align: 'end',
    cell: (row) =>
      inherited(row.connect_fee, tariff.connect_fee, (fee) =>
        fee ? amountIn(fee, tariff.currency) : NONE,
      ),
  },
  {
    id: 'first_rate',
    header: 'First increment rate',
    width: 110,
    align: 'end',
    hidden: true,
    cell: (row) =>
      inherited(row.first_rate, row.rate, (rate) => `${formatPrice(rate)} ${tariff.currency}`),
  },
  {
    id: 'min_duration_seconds',
    header: 'Min duration',
    width: 100,
    align: 'end',
    hidden: true,
    cell: (row) => inherited(row.min_duration_seconds, tariff.min_duration_seconds, seconds),
  },
  {
    id: 'grace_seconds',
    header: 'Grace period',
    width: 90,
    align: 'end',
    hidden: true,
    cell: (row) => inherited(row.grace_seconds, tariff.grace_seconds, seconds),
  },
  {
    id: 'free_seconds',
    header: 'Free seconds',
    width: 90,
    align: 'end',
    hidden: true,
    cell: (row) => inherited(row.free_seconds, tariff.free_seconds, seconds),
  },
  {
    id: 'surcharge_percent',
    header: 'Surcharge',
    width: 100,
    align: 'end',
    hidden: true,
    cell: (row) =>
      inherited(row.surcharge_percent, tariff.surcharge_percent, (p) => `${formatPercent(p)} %`),
  },
]

const amountOrNone = (value: Money | null, currency: string) =>
  value ? <Amount value={value} currency={currency} /> : NONE

/** The values that a tariff does not have: only rates have them. */
const seldom = (currency: string): readonly Column[] => [
  {
    id: 'attempt_fee',
    header: 'Attempt fee',
    width: 110,
    align: 'end',
    hidden: true,
    cell: (row) => amountOrNone(row.attempt_fee, currency),
  },
  {
    id: 'min_charge',
    header: 'Min charge',
    width: 110,
    align: 'end',
    hidden: true,
    cell: (row) => amountOrNone(row.min_charge, currency),
  },
  {
    id: 'max_charge',
    header: 'Max charge',
    width: 110,
    align: 'end',
    hidden: true,
    cell: (row) => <Amount value={row.max_charge} currency={currency} />,
  },
  {
    id: 'additional_seconds',
    header: 'Additional seconds',
    width: 90,
    align: 'end',
    hidden: true,
    cell: (row) => (row.additional_seconds > 0 ? seconds(row.additional_seconds) : NONE),
  },
  {
    id: 'steps',
    header: 'Tiers',
    width: 240,
    hidden: true,
    cell: (row) => stepLabel(row) || NONE,
  },
]

const TIMES: readonly Column[] = [
  column.time('effective_from', 'Effective from', 160, { sort: true }),
  column.time('effective_until', 'Until', 160, { hidden: true }),
  column.time('updated_at', 'Changed', 160, { sort: true, hidden: true }),
  column.text('notes', 'Notes', 200, { hidden: true }),
]

export function rateColumns(tariff: Tariff, shown: Shown): readonly Column[] {
  const columns = [
    ...sayItself(tariff.currency, shown),
    ...inherit(tariff),
    ...seldom(tariff.currency),
    ...TIMES,
  ]
  if (!shown.isNarrow) return columns
  const isFirst = ({ id }: Column) => id === 'prefix' || id === 'rate'
  return [...columns.filter(isFirst), ...columns.filter((one) => !isFirst(one))]
}
