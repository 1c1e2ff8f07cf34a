// The last 30 days of a client or a settlement account, as the daily report adds them up.
import type { ReactNode } from 'react'
import { getTrafficReportTotals } from '#contract/traffic/traffic-reports.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { ListLink } from '../lists/ListLink.tsx'
import { paths } from '../navigation/paths.ts'
import { useSees } from '../session/session.ts'
import {
  formatAmount,
  formatDecimal,
  formatDuration,
  formatPercentOf,
} from '../ui/values/format.ts'
import { StatTile, StatTiles } from '../ui/values/StatTile.tsx'

const POLL_MS = 60_000
const RANGE = '30d'

interface MonthTilesProps {
  /** The label of the charge, from the side of the user. */
  readonly charged: string
}

export function MonthTiles({ charged }: MonthTilesProps) {
  const seesCharges = useSees('own_charges')
  const totals = useOne(
    getTrafficReportTotals,
    { query: { range: RANGE, group: ['day'] } },
    { every_ms: POLL_MS },
  )
  const link = (text: ReactNode) => (
    <ListLink to={paths.client.trafficReport('daily')} filters={{ range: RANGE }}>
      {text}
    </ListLink>
  )
  return (
    <Loaded query={totals}>
      {(sums) => (
        <StatTiles label="Last 30 days" maxColumns={6}>
          <StatTile label="Calls, 30 days" value={link(formatDecimal(sums.calls))} />
          <StatTile label="Answered, 30 days" value={link(formatDecimal(sums.answered))} />
          <StatTile
            label="Minutes, 30 days"
            value={link(formatDecimal(Math.round(sums.seconds / 60)))}
          />
          <StatTile label="ASR, 30 days" value={link(formatPercentOf(sums.asr))} />
          <StatTile
            label="ACD, 30 days"
            value={link(formatDuration(sums.acd_seconds, 'minutes'))}
          />
          {seesCharges && (
            <StatTile
              label={charged}
              value={link(formatAmount(sums.charged, 2))}
              unit={sums.currency}
            />
          )}
        </StatTiles>
      )}
    </Loaded>
  )
}
