// When the retention ran last, and what it removed.
import { Fragment } from 'react'
import { listRetentionRuns, type RetentionRun } from '#contract/partitions/cdr-partitions.ts'
import { Loaded } from '../../forms/Loaded.tsx'
import { useOne } from '../../http/use-endpoint.ts'
import { DateTime } from '../../ui/values/DateTime.tsx'
import { count } from '../../ui/values/format.ts'
import { WarningNote } from '../../ui/WarningNote.tsx'

const KINDS: Readonly<Record<RetentionRun['kind'], readonly [one: string, many: string]>> = {
  call_record: ['partition of call records', 'partitions of call records'],
  call_charge: ['partition of charges', 'partitions of charges'],
  routing_log: ['partition of routing logs', 'partitions of routing logs'],
  sip_message: ['partition of SIP messages', 'partitions of SIP messages'],
  call_recording: ['partition of recordings', 'partitions of recordings'],
  auth_failure: ['partition of auth failures', 'partitions of auth failures'],
  activity_log: ['partition of activities', 'partitions of activities'],
  ledger_entry: ['month of the ledger', 'months of the ledger'],
  session: ['session', 'sessions'],
  captcha: ['captcha', 'captchas'],
  rate_import: ['row of rate imports', 'rows of rate imports'],
  reconciliation: ['row of reconciliations', 'rows of reconciliations'],
  past_rate: ['past rate', 'past rates'],
  notification: ['notification', 'notifications'],
  export: ['exported file', 'exported files'],
}

export function RetentionRuns() {
  const runs = useOne(listRetentionRuns, {})
  return <Loaded query={runs}>{(found) => <Runs runs={found} />}</Loaded>
}

function Runs({ runs }: { runs: readonly RetentionRun[] }) {
  const [last] = runs
  if (!last) return <p className="muted">The retention has not run yet.</p>
  const removed = runs.filter(({ removed_at }) => removed_at)
  return (
    <>
      <p className="muted">
        Retention ran <DateTime at={last.ran_at} />.
        {removed.map(({ kind, removed_count, removed_at }, at) => (
          <Fragment key={kind}>
            {at === 0 ? ' Removed last: ' : ', '}
            {count(removed_count, ...KINDS[kind])} (<DateTime at={removed_at} />)
          </Fragment>
        ))}
      </p>
      {runs
        .filter(({ error }) => error)
        .map(({ kind, error }) => (
          <WarningNote key={kind}>{error}</WarningNote>
        ))}
    </>
  )
}
