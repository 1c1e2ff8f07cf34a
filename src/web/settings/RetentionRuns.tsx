// When the retention ran last, and what it removed.
import { listRetentionRuns, type RetentionRun } from '#contract/cdr-partitions.ts'
import { Loaded } from '../forms/Loaded.tsx'
import { useOne } from '../http/use-endpoint.ts'
import { DateTime } from '../ui/DateTime.tsx'
import { Figures } from '../ui/Figures.tsx'
import { count } from '../ui/format.ts'

const PARTITIONS = ['partition', 'partitions'] as const
const KINDS: Readonly<
  Record<RetentionRun['kind'], readonly [label: string, noun: readonly [string, string]]>
> = {
  call_record: ['Call records', PARTITIONS],
  call_charge: ['Charges', PARTITIONS],
  routing_log: ['Routing logs', PARTITIONS],
  auth_failure: ['Auth failures', PARTITIONS],
  activity_log: ['Activities', PARTITIONS],
  session: ['Sessions', ['session', 'sessions']],
  captcha: ['Captchas', ['captcha', 'captchas']],
  export: ['Exported files', ['file', 'files']],
}

export function RetentionRuns() {
  const runs = useOne(listRetentionRuns, {})
  return <Loaded query={runs}>{(found) => <Runs runs={found} />}</Loaded>
}

function Runs({ runs }: { runs: readonly RetentionRun[] }) {
  const [last] = runs
  if (!last) return <p className="muted">The retention has not run yet.</p>
  return (
    <Figures
      label="Retention"
      figures={[
        { label: 'Retention ran', value: <DateTime at={last.ran_at} /> },
        ...runs
          .filter(({ removed_at, error }) => removed_at || error)
          .map((run) => ({ label: KINDS[run.kind][0], value: <Removed run={run} /> })),
      ]}
    />
  )
}

function Removed({ run }: { run: RetentionRun }) {
  const { kind, removed_count, removed_at, error } = run
  return (
    <>
      {removed_at && (
        <>
          {count(removed_count, ...KINDS[kind][1])} removed, <DateTime at={removed_at} />
        </>
      )}
      {error && <span className="muted"> {error}</span>}
    </>
  )
}
