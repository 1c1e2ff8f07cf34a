import type { RateImportRow } from '#contract/rate-imports.ts'
import { formatPercent } from '#core/money.ts'
import * as column from '../columns/common-columns.tsx'
import { FAULT_COLUMN } from '../files/fault-column.ts'
import { Price } from '../ui/Amount.tsx'
import { Badge } from '../ui/Badge.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { labelFor } from '../ui/form/labels.ts'
import { formatDecimal, formatDuration, NONE } from '../ui/format.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { KINDS } from './import-labels.ts'

const TONES = {
  NEW: 'info',
  UP: 'danger',
  DOWN: 'success',
  CHANGED: 'info',
  UNCHANGED: 'neutral',
  REMOVED: 'warning',
  INVALID: 'danger',
} as const

export const IMPORT_ROW_COLUMNS: readonly GridColumn<RateImportRow>[] = [
  {
    id: 'line',
    header: 'Line',
    width: 80,
    align: 'end',
    cell: (row) => (row.line === null ? NONE : formatDecimal(row.line)),
  },
  {
    id: 'kind',
    header: 'Change',
    width: 120,
    cell: (row) => <Badge tone={TONES[row.kind]}>{labelFor(KINDS, row.kind)}</Badge>,
  },
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
    id: 'old_rate',
    header: 'Rate now',
    width: 150,
    align: 'end',
    cell: (row) => <Price value={row.old_rate} currency={row.currency} />,
  },
  {
    id: 'rate',
    header: 'New rate',
    width: 150,
    align: 'end',
    sort: 'rate',
    cell: (row) => <Price value={row.rate} currency={row.currency} />,
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
        <span className={is_large ? 'danger' : undefined}>
          {change_percent > 0 ? '+' : ''}
          {formatPercent(change_percent)} %
        </span>
      ),
  },
  column.count('calls', 'Calls in 30 days', 110, { hidden: true }),
  {
    id: 'billed_seconds',
    header: 'Duration in 30 days',
    width: 120,
    align: 'end',
    sort: 'billed_seconds',
    cell: (row) => formatDuration(row.billed_seconds),
  },
  column.money('difference', 'Cost difference', 130),
  {
    id: 'starts_at',
    header: 'Effective',
    width: 160,
    cell: ({ kind, starts_at }) => {
      if (kind === 'INVALID' || kind === 'UNCHANGED') return NONE
      return starts_at === null ? 'Immediately' : <DateTime at={starts_at} />
    },
  },
  {
    id: 'buy_rate',
    header: 'Highest buy rate',
    width: 170,
    align: 'end',
    cell: (row) => (
      <span
        className={row.is_below_buy ? 'danger' : undefined}
        title={row.buy_tariff_name ?? undefined}
      >
        <Price value={row.buy_rate} currency={row.currency} />
      </span>
    ),
  },
  FAULT_COLUMN,
]

/** Without what only a file has. */
export const CHANGE_ROW_COLUMNS = IMPORT_ROW_COLUMNS.filter(({ id }) => id !== 'line')
