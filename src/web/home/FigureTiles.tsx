import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../areas/paths.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { formatAmount, formatDecimal, formatDuration, formatPercentOf } from '../ui/format.ts'
import { StatTile, StatTiles } from '../ui/StatTile.tsx'
import { basisOf, changeOf, type HomeFigures, isTooFew, pointsOf } from './figures.ts'

export function FigureTiles({ figures }: { figures: HomeFigures }) {
  const { calls_now, calls_per_second, today, yesterday } = figures
  const minutes = ({ seconds }: typeof today) => Math.round(seconds / 60)
  const records = paths.admin.callRecords('wholesale')
  return (
    <StatTiles label="Now and today" most={5}>
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
        value={
          <ListLink to={records} filters={{}}>
            {formatDecimal(today.calls)}
          </ListLink>
        }
        note={changeOf(today.calls, yesterday.calls)}
      />
      <StatTile
        label="Answered today"
        value={
          <ListLink to={records} filters={{ status: 'ANSWERED' }}>
            {formatDecimal(today.answered)}
          </ListLink>
        }
        note={changeOf(today.answered, yesterday.answered)}
      />
      <StatTile
        label="Minutes today"
        value={formatDecimal(minutes(today))}
        note={changeOf(minutes(today), minutes(yesterday))}
      />
      <StatTile
        label="ASR today"
        value={formatPercentOf(today.asr)}
        tone={isTooFew(today.calls) ? 'muted' : undefined}
        note={lines(basisOf(today.calls, 'calls'), pointsOf(today.asr, yesterday.asr))}
      />
      <StatTile
        label="ACD today"
        value={formatDuration(today.acd, 'minutes')}
        tone={isTooFew(today.answered) ? 'muted' : undefined}
        note={lines(
          basisOf(today.answered, 'answered'),
          today.acd === null || yesterday.acd === null ? '' : changeOf(today.acd, yesterday.acd),
        )}
      />
      <StatTile
        label="Sell today"
        value={formatAmount(today.sell, 2)}
        note={changeOf(Number(today.sell), Number(yesterday.sell))}
      />
      <StatTile
        label="Buy today"
        value={formatAmount(today.buy, 2)}
        note={changeOf(Number(today.buy), Number(yesterday.buy))}
      />
      <StatTile
        label="Margin today"
        value={formatAmount(today.margin, 2)}
        tone={today.margin !== null && today.margin < 0 ? 'danger' : undefined}
        note={lines(shareOf(today), changeOf(Number(today.margin), Number(yesterday.margin)))}
      />
    </StatTiles>
  )
}

/** Of what was sold, in per cent. */
function shareOf({ margin, sell }: HomeFigures['today']): string {
  if (margin === null || sell === 0n) return ''
  return `${formatPercentOf(Number(margin) / Number(sell)).replace('-', '−')} of sell`
}

function lines(first: string, second: string): ReactNode {
  return (
    <>
      {first}
      {first && second && <br />}
      {second}
    </>
  )
}
