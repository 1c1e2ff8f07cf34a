// The dashboard of clients and resellers: their money, their calls of today and of the last day.
import type { AnswerOf } from '#contract/endpoint.ts'
import { home } from '#contract/home.ts'
import { prefixesWords } from '../accounts/package-words.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { useUser } from '../session/session.ts'
import { Chart } from '../ui/charts/Chart.tsx'
import { DateTime } from '../ui/DateTime.tsx'
import { formatAmount, formatDecimal, formatDuration, formatPercentOf } from '../ui/format.ts'
import { StatTile, StatTiles } from '../ui/StatTile.tsx'

const POLL_MS = 5000

export default function ClientHomeScreen({ title }: { title: string }) {
  const figures = useOne(home, {}, { every_ms: POLL_MS })
  return (
    <div className="page-scroll">
      <div className="page-title">
        <h1>{title}</h1>
      </div>
      <Money />
      <Loaded query={figures}>
        {({ calls_now, today, yesterday, last_24_hours, packages }) => (
          <>
            {packages.length > 0 && <Packages packages={packages} />}
            <StatTiles label="Calls today">
              <StatTile label="Calls now" value={formatDecimal(calls_now)} />
              <StatTile
                label="Calls today"
                value={formatDecimal(today.calls)}
                note={`${formatDecimal(yesterday.calls)} yesterday, same time`}
              />
              <StatTile
                label="Answered today"
                value={formatDecimal(today.answered)}
                note={`${formatPercentOf(today.asr)} of ${formatDecimal(today.calls)}`}
              />
              <StatTile
                label="Minutes today"
                value={formatDecimal(Math.round(today.seconds / 60))}
              />
              <StatTile label="ACD" value={formatDuration(today.acd, 'minutes')} />
              <StatTile
                label="Charged today"
                value={formatAmount(today.sell, 2)}
                note={`${formatAmount(yesterday.sell, 2)} yesterday, same time`}
              />
            </StatTiles>
            <Chart
              title="Calls, last 24 h"
              note="15 min"
              times={last_24_hours.map((point) => point.bucket)}
              series={[
                {
                  label: 'Calls',
                  tone: 'primary',
                  values: last_24_hours.map((point) => point.calls),
                },
                {
                  label: 'Answered',
                  tone: 'success',
                  filled: true,
                  values: last_24_hours.map((point) => point.answered),
                },
              ]}
            />
          </>
        )}
      </Loaded>
    </div>
  )
}

/** What is left of talk that was paid ahead. */
function Packages({ packages }: Pick<AnswerOf<typeof home>, 'packages'>) {
  return (
    <StatTiles label="Packages">
      {packages.map((row) => (
        <StatTile
          key={row.id}
          label={`${row.package_name} (${prefixesWords(row.prefixes)})`}
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
          , until <DateTime at={row.period_ends_at} style="long" />
        </>
      )}
    </>
  )
}

function Money() {
  const { balance, credit_limit, available } = useUser()
  if (balance === null) return null
  return (
    <StatTiles label="Money">
      <StatTile
        label="Balance"
        value={formatAmount(balance, 2)}
        tone={balance < 0 ? 'danger' : undefined}
      />
      {credit_limit !== null && credit_limit > 0 && (
        <StatTile label="Credit limit" value={formatAmount(credit_limit, 2)} />
      )}
      <StatTile
        label="Available for calls"
        value={formatAmount(available, 2)}
        tone={available !== null && available <= 0 ? 'danger' : undefined}
      />
    </StatTiles>
  )
}
