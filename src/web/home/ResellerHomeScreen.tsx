// The dashboard of a reseller: its money, the activity below it, and the last 30 days.

import { listAddressRequests } from '#contract/accounts/address-requests.ts'
import { getResellerFigures } from '#contract/accounts/resellers.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { addEarnings, marginOf, marginPercentOf } from '#core/call/earnings.ts'
import { boundedMoney, NO_SUM, type Sum } from '#core/money.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useList, useOne } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { accountPath } from '../navigation/account-path.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { useMay, useSees, useUser } from '../session/session.ts'
import { Chart } from '../ui/charts/Chart.tsx'
import { ChartGroup } from '../ui/charts/shared-point.tsx'
import { Amount } from '../ui/values/Amount.tsx'
import { BarList } from '../ui/values/BarList.tsx'
import {
  amountIn,
  count,
  formatAmount,
  formatDecimal,
  formatPercentOf,
  formatShare,
} from '../ui/values/format.ts'
import { StatTile, StatTiles } from '../ui/values/StatTile.tsx'
import styles from './Home.module.css'
import { LastsTile } from './LastsTile.tsx'
import { MoneyTile } from './MoneyTile.tsx'

const POLL_MS = 5000
const MILLION = 1_000_000

type Figures = AnswerOf<typeof getResellerFigures>
type Day = Figures['days'][number]

export default function ResellerHomeScreen() {
  const { account_id } = useUser()
  const call = { params: { id: account_id ?? 0 } }
  const figures = useOne(getResellerFigures, call, { every_ms: POLL_MS })
  return (
    <div className="page-scroll">
      <div className="page-title">
        <h1>Reseller Dashboard</h1>
        {figures.data && (
          <span className="muted">
            Amounts in {figures.data.currency}; revenue, cost and margin excl. VAT
          </span>
        )}
      </div>
      <Loaded query={figures}>
        {(data) => (
          <>
            <NowTiles figures={data} />
            <MonthTiles days={data.days} currency={data.currency} />
            <ChartGroup>
              <div className={styles.charts}>
                <DayCharts days={data.days} currency={data.currency} />
              </div>
            </ChartGroup>
            <TopPayers figures={data} />
          </>
        )}
      </Loaded>
    </div>
  )
}

/** The money of the reseller, which falls by its cost. */
function MoneyTiles({ figures }: { figures: Figures }) {
  const { balance, credit_limit, held, lent, available, low_balance_threshold, currency } = figures
  const isLow = available <= (low_balance_threshold ?? 0)
  return (
    <>
      <MoneyTile
        label="Balance"
        amount={balance}
        currency={currency}
        danger={balance < 0}
        {...(credit_limit > 0 && { note: `credit limit ${amountIn(credit_limit, currency, 2)}` })}
      />
      <MoneyTile
        label="Available"
        amount={available}
        currency={currency}
        danger={isLow}
        note={isLow ? 'low: calls of your clients may be refused' : 'for calls and recharges'}
      />
      <LastsTile days={figures.lasts_days} />
      <MoneyTile label="Reserved" amount={held} currency={currency} note="for active calls" />
      {lent > 0 && (
        <MoneyTile label="Lent" amount={lent} currency={currency} note="limits of your accounts" />
      )}
    </>
  )
}

function NowTiles({ figures }: { figures: Figures }) {
  const seesMoney = useSees('reseller_cost')
  return (
    // Seven or eight tiles: two full rows.
    <StatTiles label="Now" maxColumns={4}>
      {seesMoney && <MoneyTiles figures={figures} />}
      <StatTile label="Calls now" value={formatDecimal(figures.calls_now)} />
      <StatTile label="Resellers" value={formatDecimal(figures.children_count)} />
      <StatTile
        label="Clients"
        value={formatDecimal(figures.clients_count)}
        note={<AddressRequestsLink />}
      />
    </StatTiles>
  )
}

/** The open requests that are for the reseller to decide, if there are any. */
function AddressRequestsLink() {
  const enabled = useMay('wholesale_clients.view')
  const query = { state: 'OPEN', limit: 1 } as const
  const open = useList(listAddressRequests, { query }, { every_ms: POLL_MS, enabled })
  const total = open.data?.page.total ?? 0
  if (total === 0) return null
  return (
    <ListLink to={paths.admin.wholesaleClients.list} filters={{ requests: 'OPEN' }}>
      {count(total, 'request for an address', 'requests for addresses')}
    </ListLink>
  )
}

const sumOf = (days: readonly Day[], of: (day: Day) => number): number =>
  days.reduce((sum, day) => sum + of(day), 0)

interface DaysProps {
  readonly days: readonly Day[]
  readonly currency: string
}

function MonthTiles({ days, currency }: DaysProps) {
  const calls = sumOf(days, (day) => day.calls)
  const answered = sumOf(days, (day) => day.answered)
  const seesRevenue = useSees('sale')
  const seesCost = useSees('reseller_cost')
  const earned = addEarnings(days.map(({ revenue = NO_SUM, cost = NO_SUM }) => ({ revenue, cost })))
  const margin = marginOf(earned)
  const percent = marginPercentOf(earned)
  return (
    <StatTiles label="Last 30 days" maxColumns={6}>
      <StatTile label="Calls, 30 days" value={formatDecimal(calls)} />
      <StatTile
        label="Answered, 30 days"
        value={formatDecimal(answered)}
        note={formatPercentOf(calls > 0 ? answered / calls : null)}
      />
      <StatTile label="Minutes, 30 days" value={formatDecimal(minutesOf(days))} />
      {seesRevenue && (
        <MoneyTile label="Revenue, 30 days" amount={earned.revenue} currency={currency} />
      )}
      {seesCost && (
        <>
          <MoneyTile label="Cost, 30 days" amount={earned.cost} currency={currency} />
          <MoneyTile
            label="Margin, 30 days"
            amount={margin}
            currency={currency}
            danger={margin < 0}
            note={percent === null ? '' : `${formatShare(percent)} of revenue`}
          />
        </>
      )}
    </StatTiles>
  )
}

const minutesOf = (days: readonly Day[]): number =>
  Math.round(sumOf(days, (day) => day.seconds) / 60)

const units = (sum: Sum) => Number(sum) / MILLION
const written = (value: number) => formatAmount(boundedMoney(Math.round(value * MILLION)), 2)

const costSeriesOf = (days: readonly Day[]) => [
  { label: 'Cost', tone: 'warning' as const, values: days.map(({ cost }) => units(cost)) },
  {
    label: 'Margin',
    tone: 'success' as const,
    filled: true,
    values: days.map(({ margin }) => units(margin)),
  },
]

function DayCharts({ days, currency }: DaysProps) {
  const seesRevenue = useSees('sale')
  const seesCost = useSees('reseller_cost')
  const frame = {
    times: days.map(({ day }) => day),
    note: '1 day',
    unfinished: true,
  }
  return (
    <>
      <Chart
        {...frame}
        title="Minutes"
        format={(value) => formatDecimal(Math.round(value))}
        series={[
          {
            label: 'Minutes',
            tone: 'primary',
            filled: true,
            values: days.map(({ seconds }) => seconds / 60),
          },
        ]}
      />
      {seesRevenue && (
        <Chart
          {...frame}
          title={`Money, ${currency}`}
          format={written}
          series={[
            {
              label: 'Revenue',
              tone: 'primary',
              values: days.map(({ revenue }) => units(revenue)),
            },
            ...(seesCost ? costSeriesOf(days) : []),
          ]}
        />
      )}
    </>
  )
}

function TopPayers({ figures: { top_payers, currency } }: { figures: Figures }) {
  const seesRevenue = useSees('sale')
  return (
    <BarList
      title="Top clients and resellers, last 30 days"
      columns={['Name', 'Calls', 'Answered', 'Minutes', ...(seesRevenue ? ['Revenue'] : [])]}
      empty="No calls yet."
      bars={top_payers.map(({ id, name, kind, level, calls, answered, seconds, revenue }) => ({
        key: String(id),
        label: (
          <>
            <Link to={accountPath({ kind, id, level })}>{name}</Link>
            {kind === 'RESELLER' && <span className="muted"> reseller</span>}
          </>
        ),
        value: seconds,
        figures: [
          formatDecimal(calls),
          formatDecimal(answered),
          formatDecimal(Math.round(seconds / 60)),
          ...(seesRevenue
            ? [<Amount key="revenue" value={revenue} currency={currency} places={2} />]
            : []),
        ],
      }))}
    />
  )
}
