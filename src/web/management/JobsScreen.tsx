// The work that runs by itself: what is under way or has failed, and when each job runs.
import { Button, Progress } from '@mantine/core'
import { listJobs, runJob } from '#contract/machine/jobs.ts'
import { discardPriceNotification } from '#contract/price-notifications/price-notifications.ts'
import { stopRateImport } from '#contract/rate-imports/rate-imports.ts'
import { stopReRating } from '#contract/re-ratings/re-ratings.ts'
import { stopReconciliation } from '#contract/reconciliations/reconciliations.ts'
import type { WorkKind } from '#core/permission/work-kinds.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useChange, useOne } from '../http/use-endpoint.ts'
import { paths } from '../navigation/paths.ts'
import { Link } from '../session/Link.tsx'
import { useMay, useUser } from '../session/session.ts'
import { Badge } from '../ui/values/Badge.tsx'
import { DateTime } from '../ui/values/DateTime.tsx'
import { formatDecimal, NONE } from '../ui/values/format.ts'
import { type Job, STEP_WORDS, stateOf, tookOf, WORK_WORDS, type Work } from './job-words.ts'
import styles from './Management.module.css'
import { Panel } from './Panel.tsx'

const POLL_MS = 2000

export default function JobsScreen() {
  const query = useOne(listJobs, {}, { every_ms: POLL_MS })
  return (
    <div className="page-scroll">
      <div className="page-title">
        <h1>Jobs</h1>
        <span className="muted">Work beside calls and requests, refreshed every 2 seconds</span>
      </div>
      <Loaded query={query}>
        {({ jobs, work }) => (
          <>
            <Panel
              title="Work"
              columns={['Work', 'About', 'State', 'Progress', 'Since', 'Failure', '']}
              empty="Nothing is under way, and nothing has failed in the last seven days."
            >
              {work.map((one) => (
                <WorkRow key={`${one.kind} ${one.id}`} work={one} />
              ))}
            </Panel>
            <Panel
              title="Jobs"
              columns={['Job', 'State', 'Last run', 'Took', 'Next run', 'Last failure', '']}
              empty="No job has run yet: the process of jobs is not running."
            >
              {jobs.map((job) => (
                <JobRow key={job.name} job={job} />
              ))}
            </Panel>
          </>
        )}
      </Loaded>
    </div>
  )
}

const PLACES: Readonly<Record<WorkKind, (work: Work) => string>> = {
  RATE_IMPORT: ({ id, tariff_id }) => paths.admin.rateImports(tariff_id ?? 0).one(id),
  MARKUP: ({ id }) => paths.admin.tariffs.follow(id),
  RECONCILIATION: ({ id }) => paths.admin.reconciliations.one(id),
  INVOICE: ({ id }) => paths.admin.invoices.one(id),
  PRICE_NOTIFICATION: ({ tariff_id }) => `${paths.admin.priceNotifications}?tariff_id=${tariff_id}`,
  RE_RATING: ({ id }) => paths.admin.reRatings.one(id),
}

function WorkRow({ work }: { work: Work }) {
  const { kind, subject, step, progress, error, since } = work
  return (
    <tr>
      <td>{WORK_WORDS[kind]}</td>
      <td className={styles.wraps}>
        <Link to={PLACES[kind](work)}>{subject}</Link>
      </td>
      <td>
        {error ? (
          <Badge tone="danger">failed</Badge>
        ) : (
          <Badge tone="info">{STEP_WORDS[step] ?? step.toLowerCase()}</Badge>
        )}
      </td>
      <td>
        {error === '' && progress !== null ? (
          <Progress value={progress / 10} miw={80} aria-label={`Progress of ${subject}`} />
        ) : (
          NONE
        )}
      </td>
      <td>
        <DateTime at={since} />
      </td>
      <td className={styles.wraps}>{error || NONE}</td>
      <td>{error === '' && <StopButton work={work} />}</td>
    </tr>
  )
}

/** The kinds that can be stopped; drafts of invoices are discarded on their own pages. */
const STOPS = {
  RATE_IMPORT: stopRateImport,
  RECONCILIATION: stopReconciliation,
  PRICE_NOTIFICATION: discardPriceNotification,
  RE_RATING: stopReRating,
} as const

function StopButton({ work }: { work: Work }) {
  const { permissions } = useUser()
  const endpoint = work.kind in STOPS ? STOPS[work.kind as keyof typeof STOPS] : undefined
  const stop = useChange(endpoint ?? stopRateImport, { also: ['misc'], done: 'Stopped.' })
  if (!endpoint || !permissions.some((one) => one === endpoint.needs)) return null
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`Stop ${work.subject}`}
      loading={stop.isPending}
      onClick={() => stop.mutate({ params: { id: work.id } })}
    >
      Stop
    </Button>
  )
}

function JobRow({ job }: { job: Job }) {
  const { name, is_running, started_at, next_at, failures_in_a_row, error } = job
  const run = useChange(runJob)
  const may = useMay('system.edit')
  const { label, tone } = stateOf(job)
  return (
    <tr>
      <td className={styles.name}>{name}</td>
      <td>
        <Badge tone={tone}>{label}</Badge>
      </td>
      <td>
        <DateTime at={started_at} />
      </td>
      <td>{tookOf(job)}</td>
      <td>{next_at ? <DateTime at={next_at} /> : NONE}</td>
      <td className={styles.wraps}>
        {error ? `${error} (${formatDecimal(failures_in_a_row)} in a row)` : NONE}
      </td>
      <td>
        {may && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Run now: ${name}`}
            disabled={is_running}
            loading={run.isPending}
            onClick={() => run.mutate({ body: { name } })}
          >
            Run now
          </Button>
        )}
      </td>
    </tr>
  )
}
