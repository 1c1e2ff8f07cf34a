// The totals of a list of calls, in a separate request, so that the list does not wait.
import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import {
  type CallTotals,
  getCallTotals,
  type listCallRecords,
  type CallRecordTotals as RecordTotals,
} from '#contract/calls/call-records.ts'
import {
  getResellerCallTotals,
  type listResellerRecords,
} from '#contract/calls/reseller-records.ts'
import { messageOf } from '../http/api-error.ts'
import { useOne } from '../http/use-endpoint.ts'
import type { ListScreen } from '../lists/use-list-screen.ts'
import { Amount } from '../ui/values/Amount.tsx'
import {
  count,
  formatDecimal,
  formatDuration,
  formatPercentOf,
  formatShare,
} from '../ui/values/format.ts'
import styles from './CallTotals.module.css'

interface CallTotalsProps<List> {
  readonly list: List
  /** No call of the list was answered. */
  readonly failed: boolean
}

type Kind = { readonly type: 'wholesale' | 'retail' | 'all' }

export function CallRecordTotals({
  list,
  failed,
  type,
}: CallTotalsProps<ListScreen<typeof listCallRecords>> & Kind) {
  const query = { ...list.filters, type }
  const totals = useOne(getCallTotals, { query }, list.live)
  return (
    <TotalsLine query={totals}>{(data) => <Figures totals={data} failed={failed} />}</TotalsLine>
  )
}

export function ResellerCallTotals({
  list,
  failed,
}: CallTotalsProps<ListScreen<typeof listResellerRecords>>) {
  const totals = useOne(getResellerCallTotals, { query: list.filters }, list.live)
  return (
    <TotalsLine query={totals}>
      {(each) => each.map((data) => <Figures key={data.currency} totals={data} failed={failed} />)}
    </TotalsLine>
  )
}

interface TotalsLineProps<Data> {
  readonly query: UseQueryResult<Data>
  readonly children: (data: Data) => React.ReactNode
}

function TotalsLine<Data>({ query, children }: TotalsLineProps<Data>) {
  const { data, error, isFetching, refetch } = query
  return (
    <section className={styles.line} aria-label="Totals" aria-busy={isFetching}>
      {data !== undefined && !error && children(data)}
      {error && (
        <p className={styles.figures} role="alert">
          <span className="muted">Totals:</span> {messageOf(error)}{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      )}
      {data === undefined && !error && <p className="muted">Adding up…</p>}
    </section>
  )
}

type Totals = CallTotals & Partial<RecordTotals>

function Figures({ totals, failed }: { totals: Totals; failed: boolean }) {
  const { calls, seconds, revenue, cost, margin, margin_percent, asr, acd_seconds, currency } =
    totals
  const minutes = Math.round(seconds / 60)
  return (
    <dl className={styles.figures}>
      <Figure name="Calls" value={formatDecimal(calls)} />
      {!failed && <Figure name="Minutes" value={formatDecimal(minutes)} />}
      {margin === undefined ? (
        <OwnMoney totals={totals} />
      ) : (
        <>
          <Figure
            name="Revenue"
            value={<Amount value={revenue} currency={currency} places={2} />}
          />
          <Figure name="Cost" value={<Amount value={cost} currency={currency} places={2} />} />
          <Figure name="Margin" value={<Amount value={margin} currency={currency} places={2} />} />
          <Figure name="Margin %" value={formatShare(margin_percent)} />
        </>
      )}
      {!failed && (
        <>
          <Figure
            name="ASR"
            value={formatPercentOf(asr)}
            basis={`of ${count(calls, 'call', 'calls')}`}
          />
          <Figure
            name="ACD"
            value={formatDuration(acd_seconds, 'minutes')}
            basis={`of ${formatDecimal(totals.answered)} answered`}
          />
        </>
      )}
    </dl>
  )
}

/** For users who do not see what the operator earns: the amount that they pay, or get. */
function OwnMoney({ totals }: { totals: Totals }) {
  const { sold, sell_currency = null, bought, buy_currency = null } = totals
  return (
    <>
      {sold !== undefined && (
        <Figure
          name="Charged, incl. VAT"
          value={<Amount value={sold} currency={sell_currency} places={2} />}
        />
      )}
      {bought !== undefined && (
        <Figure
          name="Owed, incl. VAT"
          value={<Amount value={bought} currency={buy_currency} places={2} />}
        />
      )}
    </>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: React.ReactNode
  /** The calls that a share or a mean is computed from. */
  readonly basis?: string
}

const Figure = ({ name, value, basis }: FigureProps) => (
  <div title={basis}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
