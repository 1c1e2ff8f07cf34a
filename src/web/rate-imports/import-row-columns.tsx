import type { RateImportRow } from '#contract/rate-imports/rate-import-row.ts'
import * as column from '../columns/common-columns.tsx'
import { prefixName } from '../columns/prefix-name.ts'
import { FAULT_COLUMN } from '../files/fault-column.ts'
import { countryName } from '../pickers/countries.ts'
import { labelFor } from '../ui/form/labels.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { Amount, Price } from '../ui/values/Amount.tsx'
import { Badge } from '../ui/values/Badge.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { formatChange, formatDecimal, formatDuration, NONE } from '../ui/values/format.ts'
import { IMPORT_KIND_CHOICES } from './import-labels.ts'

const TONES = {
  NEW: 'info',
  UP: 'danger',
  DOWN: 'success',
  CHANGED: 'info',
  BLOCKED: 'danger',
  UNCHANGED: 'neutral',
  REMOVED: 'warning',
  INVALID: 'danger',
} as const

const LINE: GridColumn<RateImportRow> = {
  id: 'line',
  header: 'Line',
  width: 80,
  align: 'end',
  cell: (row) => (row.line === null ? NONE : formatDecimal(row.line)),
}

/** Beside the state of the row, where the reason of an invalid one is in sight on any screen. */
const NOTE: GridColumn<RateImportRow> = {
  ...FAULT_COLUMN,
  fields: ['reason', 'named_country', 'code_country'],
  wide: 440,
  cell: (row, name) => (
    <>
      {row.named_country !== null && row.code_country !== null && (
        <Badge tone="warning">
          code of {countryName(row.code_country)}, not {countryName(row.named_country)}
        </Badge>
      )}{' '}
      {(row.named_country === null || row.reason !== '') && FAULT_COLUMN.cell(row, name)}
    </>
  ),
}

const ROW_COLUMNS: readonly GridColumn<RateImportRow>[] = [
  {
    id: 'kind',
    header: 'Change',
    width: 120,
    cell: (row) => <Badge tone={TONES[row.kind]}>{labelFor(IMPORT_KIND_CHOICES, row.kind)}</Badge>,
  },
  NOTE,
  {
    id: 'prefix',
    header: 'Prefix',
    width: 130,
    sort: 'prefix',
    cell: (row) => (
      <span className="mono">{row.prefix === '' ? 'default' : (row.prefix ?? NONE)}</span>
    ),
  },
  column.text('destination', 'Destination', 200),
  {
    id: 'rate',
    header: 'New rate',
    help: 'Per minute.',
    fields: ['rate', 'blocked'],
    width: 160,
    align: 'end',
    sort: 'rate',
    cell: (row) =>
      row.blocked ? (
        <Badge tone="danger">blocked</Badge>
      ) : (
        <Price value={row.rate} currency={row.currency} />
      ),
  },
  {
    id: 'old_rate',
    header: 'Rate now',
    help: 'Per minute.',
    fields: ['old_rate', 'old_prefix'],
    width: 190,
    align: 'end',
    cell: (row) => (
      <>
        {row.old_prefix !== null && <Badge>by {prefixName(row.old_prefix)}</Badge>}{' '}
        <Price value={row.old_rate} currency={row.currency} />
      </>
    ),
  },
  {
    id: 'change_percent',
    header: 'Difference',
    width: 110,
    align: 'end',
    sort: 'change_percent',
    cell: ({ change_percent, is_large }) =>
      change_percent === null ? (
        NONE
      ) : (
        <span className={is_large ? 'danger' : undefined}>{formatChange(change_percent)}</span>
      ),
  },
]

const TRAFFIC_COLUMNS: readonly GridColumn<RateImportRow>[] = [
  column.integer('calls', 'Calls in 30 days', 110, { hidden: true }),
  {
    id: 'billed_seconds',
    header: 'Duration in 30 days',
    width: 120,
    align: 'end',
    sort: 'billed_seconds',
    cell: (row) => formatDuration(row.billed_seconds),
  },
  {
    id: 'starts_at',
    header: 'Effective',
    width: 160,
    cell: ({ kind, starts_at }) => {
      if (kind === 'INVALID' || kind === 'UNCHANGED') return NONE
      return starts_at === null ? 'Immediately' : <DateTime at={starts_at} />
    },
  },
]

/** The rate of the other side, which the new one is compared with; red where calls lose money. */
const facingRate = (
  side: 'cost' | 'sell',
  header: string,
  loses: (row: RateImportRow) => boolean,
): GridColumn<RateImportRow> => ({
  id: `${side}_rate`,
  header,
  fields: [`${side}_rate`, `${side}_tariff_name`],
  width: 170,
  align: 'end',
  cell: (row) => (
    <span
      className={loses(row) ? 'danger' : undefined}
      title={row[`${side}_tariff_name`] ?? undefined}
    >
      <Price value={row[`${side}_rate`]} currency={row.currency} />
    </span>
  ),
})

const COST_RATE = facingRate('cost', 'Highest cost', (row) => row.is_below_cost)
const SELL_RATE = facingRate('sell', 'Lowest sell rate', (row) => row.is_above_sell)

/** The extra cost of 30 days of calls by the new rates: for us, or for those who pay us. */
const differenceOf = (buys: boolean): GridColumn<RateImportRow> => ({
  ...column.money('difference', 'Cost difference', 130),
  cell: ({ difference, currency }) => (
    <Amount value={difference} currency={currency} bad={buys ? 'more' : 'less'} />
  ),
})

/** The line number is a column for imports of a file only; a bulk change has no lines. */
export const rowColumns = (
  isFile: boolean,
  buys: boolean,
): readonly GridColumn<RateImportRow>[] => [
  ...(isFile ? [LINE] : []),
  ...ROW_COLUMNS,
  differenceOf(buys),
  buys ? SELL_RATE : COST_RATE,
  ...TRAFFIC_COLUMNS,
]
