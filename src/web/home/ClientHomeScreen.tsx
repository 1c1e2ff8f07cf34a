// The dashboard of clients and carriers: their money, their calls of today and of the last day.

import { type ComponentType, Suspense } from 'react'
import { home } from '#contract/console/home.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { NO_SUM, type Sum, subtractSums, toSum } from '#core/money.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { paths } from '../navigation/paths.ts'
import { prefixesLabel } from '../packages/package-labels.ts'
import { Link } from '../session/Link.tsx'
import { useMay, useSees, useUser } from '../session/session.ts'
import { Chart } from '../ui/charts/Chart.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Amount } from '../ui/values/Amount.tsx'
import { BarList } from '../ui/values/BarList.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { amountIn, formatDecimal, formatDuration, formatPercentOf } from '../ui/values/format.ts'
import { StatTile, StatTiles } from '../ui/values/StatTile.tsx'
import { callSeries } from './call-series.ts'
import styles from './Home.module.css'
import { LastPayments } from './LastPayments.tsx'
import { LastsTile } from './LastsTile.tsx'
import { LowBalanceNote } from './LowBalanceNote.tsx'
import { MoneyTile } from './MoneyTile.tsx'
import { MonthTiles } from './MonthTiles.tsx'
import { TrafficPanel } from './TrafficPanel.tsx'
import { useOpenRecords } from './use-open-records.ts'

const { client } = paths

const POLL_MS = 5000

const CLIENT = {
  now: 'Calls now',
  calls: 'Calls today',
  charged: 'Charged today',
  month: 'Charged, 30 days',
  direction: 'payable',
  chart: 'Calls',
} as const
/** A carrier places no calls: it takes ours, and we owe it for them. */
const SETTLEMENT = {
  now: 'Calls to you now',
  calls: 'Calls to you today',
  charged: 'Owed for today',
  month: 'Owed, 30 days',
  direction: 'receivable',
  chart: 'Calls to your gateways',
} as const

interface ClientHomeScreenProps {
  readonly title: string
  /** The state of the gateways of a settlement account. */
  readonly GatewayHealth: ComponentType
  /** How the calls of a client reach the switch. */
  readonly Connection: ComponentType
}

const vatNote = (charged: Sum | null, currency: string): string =>
  `incl. VAT; ${amountIn(charged, currency, 2)} yesterday, same time`

export default function ClientHomeScreen({
  title,
  GatewayHealth,
  Connection,
}: ClientHomeScreenProps) {
  const figures = useOne(home, {}, { every_ms: POLL_MS })
  const { type, currency } = useUser()
  const isSettlement = type === 'SETTLEMENT'
  const connection = !isSettlement && (
    <Suspense fallback={<Loading />}>
      <Connection />
    </Suspense>
  )
  // A retail client sets phones up more often than it reads charts.
  const [above, below] = type === 'RETAIL' ? [connection, null] : [null, connection]
  const words = isSettlement ? SETTLEMENT : CLIENT
  const openRecords = useOpenRecords()
  const seesCharges = useSees('own_charges')
  const seesReports = useMay('traffic_reports.view')
  const seesPayments = useMay('payments.view')
  return (
    <div className="page-scroll">
      <div className="page-title">
        <h1>{title}</h1>
      </div>
      {!isSettlement && <LowBalanceNote />}
      {isSettlement ? <Owed /> : <Money lasts_days={figures.data?.lasts_days} />}
      <Loaded query={figures}>
        {({ calls_now, today, yesterday, packages, top_gateways }) => (
          <>
            {packages.length > 0 && <Packages packages={packages} />}
            <StatTiles label="Calls today" maxColumns={6}>
              <StatTile
                label={words.now}
                value={<Link to={client.activeCalls}>{formatDecimal(calls_now)}</Link>}
              />
              <StatTile
                label={words.calls}
                value={
                  <ListLink to={client.callRecords} filters={{}}>
                    {formatDecimal(today.calls)}
                  </ListLink>
                }
                note={`${formatDecimal(yesterday.calls)} yesterday, same time`}
              />
              <StatTile
                label="Answered today"
                value={
                  <ListLink to={client.callRecords} filters={{ status: 'ANSWERED' }}>
                    {formatDecimal(today.answered)}
                  </ListLink>
                }
                note={`${formatPercentOf(today.asr)} of ${formatDecimal(today.calls)}`}
              />
              <StatTile
                label="Minutes today"
                value={formatDecimal(Math.round(today.seconds / 60))}
              />
              <StatTile label="ACD" value={formatDuration(today.acd_seconds, 'minutes')} />
              {seesCharges && (
                <MoneyTile
                  label={words.charged}
                  amount={today.charged}
                  currency={currency}
                  note={vatNote(yesterday.charged, currency)}
                />
              )}
            </StatTiles>
            {above}
            <TrafficPanel>
              {({ points, note }) => (
                <Chart
                  title={words.chart}
                  note={note}
                  unfinished
                  times={points.map((point) => point.bucket)}
                  series={callSeries(points)}
                  onOpen={openRecords}
                />
              )}
            </TrafficPanel>
            {seesReports && <MonthTiles charged={words.month} />}
            <div className={styles.lists}>
              {isSettlement && (
                <>
                  <Gateways gateways={top_gateways} currency={currency} />
                  <Suspense fallback={<Loading />}>
                    <GatewayHealth />
                  </Suspense>
                </>
              )}
              {seesPayments && <LastPayments direction={words.direction} />}
            </div>
          </>
        )}
      </Loaded>
      {below}
    </div>
  )
}

/** The prepaid minutes that are left. */
function Packages({ packages }: Pick<AnswerOf<typeof home>, 'packages'>) {
  return (
    <StatTiles label="Packages">
      {packages.map((row) => (
        <StatTile
          key={row.id}
          label={`${row.package_name} (${prefixesLabel(row.prefixes)})`}
          value={formatDuration(row.seconds_left)}
          tone={row.state === 'PAUSED' ? 'danger' : undefined}
          note={<PackageNote {...row} />}
        />
      ))}
    </StatTiles>
  )
}

function PackageNote(row: AnswerOf<typeof home>['packages'][number]) {
  if (row.state === 'PAUSED') return 'paused: balance too low for renewal'
  return (
    <>
      of {formatDuration(row.period_seconds)}
      {row.period_ends_at !== null && (
        <>
          , until <DateTime at={row.period_ends_at} />
        </>
      )}
    </>
  )
}

function Money({ lasts_days }: { lasts_days: number | null | undefined }) {
  const { balance, credit_limit, available, currency } = useUser()
  if (balance === null) return null
  return (
    <StatTiles label="Money" maxColumns={6}>
      <MoneyTile label="Balance" amount={balance} currency={currency} danger={balance < 0} />
      {credit_limit !== null && credit_limit > 0 && (
        <MoneyTile label="Credit limit" amount={credit_limit} currency={currency} />
      )}
      <MoneyTile
        label="Available for calls"
        amount={available}
        currency={currency}
        danger={available !== null && available <= 0}
      />
      <LastsTile days={lasts_days} />
    </StatTiles>
  )
}

/** The balance of a settlement account is what the operator owes it. */
function Owed() {
  const { balance, max_debt, currency } = useUser()
  if (balance === null) return null
  const isAhead = balance < 0
  const left = max_debt === null ? null : subtractSums(max_debt, balance)
  return (
    <StatTiles label="Money" maxColumns={6}>
      <MoneyTile
        label={isAhead ? 'Paid to you ahead' : 'Owed to you'}
        amount={isAhead ? toSum(-balance) : balance}
        currency={currency}
        note={isAhead ? 'taken off what your gateways earn' : 'for calls that you took'}
      />
      {max_debt !== null && left !== null && (
        <MoneyTile
          label="Left until the limit"
          amount={left > 0 ? left : NO_SUM}
          currency={currency}
          danger={left <= 0}
          note={
            left > 0
              ? `of ${amountIn(max_debt, currency, 2)}`
              : 'your gateways get no calls until you are paid'
          }
        />
      )}
    </StatTiles>
  )
}

interface GatewaysProps {
  readonly gateways: AnswerOf<typeof home>['top_gateways']
  readonly currency: string
}

function Gateways({ gateways, currency }: GatewaysProps) {
  return (
    <BarList
      title="Your gateways today"
      columns={['Gateway', 'Calls', 'Answered', 'Minutes', 'Owed']}
      empty="No call was sent to your gateways today."
      bars={gateways.map(({ id, name, attempts, answered, seconds, charged }) => ({
        key: String(id),
        label: (
          <ListLink to={client.callRecords} filters={{ gateway_id: id }}>
            {name}
          </ListLink>
        ),
        value: seconds,
        figures: [
          formatDecimal(attempts),
          formatDecimal(answered),
          formatDecimal(Math.round(seconds / 60)),
          <Amount key="owed" value={charged} currency={currency} places={2} />,
        ],
      }))}
    />
  )
}
