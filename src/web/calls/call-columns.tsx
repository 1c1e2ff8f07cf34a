// Columns that the lists of calls share.
import type { FailureReason } from '#core/call/failure-reason.ts'
import type { Money, Percent, Sum } from '#core/money.ts'
import type { GridColumn } from '../ui/grid/column.ts'
import { Amount } from '../ui/values/Amount.tsx'
import { formatShare, NONE } from '../ui/values/format.ts'
import { failureLabel, failureMeaning } from './call-labels.ts'

type Destination = GridColumn<{ readonly destination: string | null }>

export const destinationColumn = (width: number, more: Partial<Destination> = {}): Destination => ({
  id: 'destination',
  header: 'Destination',
  width,
  name: (row) => row.destination,
  cell: (row, name) => (row.destination ? name : NONE),
  ...more,
})

export const SETTLEMENT: GridColumn<{ readonly settlement_name: string | null }> = {
  id: 'settlement_name',
  header: 'Settlement',
  width: 120,
  hidden: true,
  name: (row) => row.settlement_name,
  cell: (row, name) => (row.settlement_name === null ? NONE : name),
}

/** Admins have the refusal, and can add what the client is shown. */
export const FAILURE: GridColumn<{ readonly failure: FailureReason | null }> = {
  id: 'failure',
  header: 'Reason for the client',
  headerWithout: ['refusal', 'Reason'],
  width: 172,
  cell: ({ failure }) => <span title={failureMeaning(failure)}>{failureLabel(failure)}</span>,
}

export const MARGIN_PERCENT: GridColumn<{ readonly margin_percent: Percent | null }> = {
  id: 'margin_percent',
  header: 'Margin %',
  width: 84,
  align: 'end',
  hidden: true,
  cell: (row) => formatShare(row.margin_percent),
}

type Earning = 'revenue' | 'cost' | 'margin'
type Earned<Id extends Earning> = Readonly<Record<Id, Money | Sum>> & {
  readonly status: string
  readonly currency: string
}

/** The money of a call. One that was not answered and cost nothing has none. */
export const earned = <Id extends Earning>(id: Id, header: string): GridColumn<Earned<Id>> => ({
  id,
  header,
  width: 92,
  align: 'end',
  currency: (row) => row.currency,
  cell: (row) =>
    row[id] || row.status === 'ANSWERED' ? (
      <Amount value={row[id]} currency={row.currency} />
    ) : (
      NONE
    ),
})
