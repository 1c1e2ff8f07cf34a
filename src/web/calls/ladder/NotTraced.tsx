// No rule has traced a call: a link leads to a new rule for calls like it.
import { paths, withSearch } from '../../navigation/paths.ts'
import { Link } from '../../session/Link.tsx'
import { useMay } from '../../session/session.ts'

interface NotTracedProps {
  /** Absent for an unknown caller. */
  readonly account_id: number | undefined
  /** Empty or absent where no rate has one. */
  readonly called_prefix: string | undefined
}

export function NotTraced({ account_id, called_prefix }: NotTracedProps) {
  const mayAdd = useMay('trace_rules.create')
  const like = {
    ...(account_id ? { account_id } : {}),
    ...(called_prefix ? { called_prefix } : {}),
  }
  return (
    <p className="muted">
      SIP messages were not kept: no rule traced this call.
      {mayAdd && (
        <>
          {' '}
          <Link to={withSearch(paths.admin.traceRules.add, like)}>Trace calls like this</Link>
        </>
      )}
    </p>
  )
}
