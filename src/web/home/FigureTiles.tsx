import type { ReactNode } from 'react'
import { homeTraffic } from '#contract/console/home.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { useOne } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { useSees, useUser } from '../session/session.ts'
import {
  formatAmount,
  formatDecimal,
  formatDuration,
  formatPercentOf,
  formatShare,
} from '../ui/values/format.ts'
import { StatTile, StatTiles } from '../ui/values/StatTile.tsx'
import { basisOf, changeOf, type HomeFigures, isTooFew, pointsOf } from './figures.ts'
import { Sparkline } from './Sparkline.tsx'

type Point = AnswerOf<typeof homeTraffic>[number]

export function FigureTiles({ figures }: { figures: HomeFigures }) {
  const { calls_now, calls_per_second, today, yesterday } = figures
  const minutes = ({ seconds }: typeof today) => Math.round(seconds / 60)
  const records = paths.admin.callRecords('all')
  const { currency } = useUser()
  const trendOf = useTrends()
  const seesRevenue = useSees('turnover')
  const seesMargin = useSees('margin')
  return (
    <StatTiles label="Now and today" maxColumns={5}>
      <StatTile
        label="Calls now"
        value={<Link to={paths.admin.activeCalls}>{formatDecimal(calls_now)}</Link>}
        note="in progress or ringing"
      />
      <StatTile
        label="New calls per second"
        value={calls_per_second.toFixed(1)}
        note="10 s average"
      />
      <StatTile
        label="Calls today"
        trend={trendOf(({ calls }) => calls)}
        value={
          <ListLink to={records} filters={{}}>
            {formatDecimal(today.calls)}
          </ListLink>
        }
        note={changeOf(today.calls, yesterday.calls)}
      />
      <StatTile
        label="Answered today"
        trend={trendOf(({ answered }) => answered)}
        value={
          <ListLink to={records} filters={{ status: 'ANSWERED' }}>
            {formatDecimal(today.answered)}
          </ListLink>
        }
        note={changeOf(today.answered, yesterday.answered)}
      />
      <StatTile
        label="Minutes today"
        trend={trendOf(({ seconds }) => seconds)}
        value={formatDecimal(minutes(today))}
        note={changeOf(minutes(today), minutes(yesterday))}
      />
      <StatTile
        label="ASR today"
        trend={trendOf(({ asr }) => asr)}
        value={formatPercentOf(today.asr)}
        tone={isTooFew(today.calls) ? 'muted' : undefined}
        note={lines(basisOf(today.calls, 'calls'), pointsOf(today.asr, yesterday.asr))}
      />
      <StatTile
        label="ACD today"
        trend={trendOf(({ acd_seconds }) => acd_seconds)}
        value={formatDuration(today.acd_seconds, 'minutes')}
        tone={isTooFew(today.answered) ? 'muted' : undefined}
        note={lines(
          basisOf(today.answered, 'answered'),
          today.acd_seconds === null || yesterday.acd_seconds === null
            ? ''
            : changeOf(today.acd_seconds, yesterday.acd_seconds),
        )}
      />
      {seesRevenue && (
        <StatTile
          label="Revenue today"
          trend={trendOf(({ revenue }) => numberOf(revenue))}
          value={formatAmount(today.revenue, 2)}
          unit={currency}
          note={changeOf(Number(today.revenue), Number(yesterday.revenue))}
        />
      )}
      {seesMargin && (
        <>
          <StatTile
            label="Cost today"
            trend={trendOf(({ cost }) => numberOf(cost))}
            value={formatAmount(today.cost, 2)}
            unit={currency}
            note={changeOf(Number(today.cost), Number(yesterday.cost))}
          />
          <StatTile
            label="Margin today"
            trend={trendOf(({ margin }) => numberOf(margin))}
            value={formatAmount(today.margin, 2)}
            unit={currency}
            tone={today.margin !== null && today.margin < 0 ? 'danger' : undefined}
            note={lines(shareOf(today), changeOf(Number(today.margin), Number(yesterday.margin)))}
          />
        </>
      )}
    </StatTiles>
  )
}

const DAY_POLL_MS = 60_000

/** The last day of a figure, without the current quarter of an hour. */
function useTrends() {
  const call = { query: { range: '24h' } } as const
  const { data } = useOne(homeTraffic, call, { every_ms: DAY_POLL_MS })
  return (read: (point: Point) => number | null) =>
    data && <Sparkline values={data.slice(0, -1).map(read)} />
}

const numberOf = (sum: Point['revenue']) => (sum === null ? null : Number(sum))

const shareOf = ({ margin_percent }: HomeFigures['today']): string =>
  margin_percent === null ? '' : `${formatShare(margin_percent)} of revenue`

function lines(first: string, second: string): ReactNode {
  return (
    <>
      {first}
      {first && second && <br />}
      {second}
    </>
  )
}
